/** A house at dusk with a light on: every trade leaves a trace in it. Decorative. */
export function HouseArt() {
  return (
    <svg className="house" viewBox="0 0 480 400" width="480" height="400" aria-hidden="true">
      <path className="house__sky" d="M40 388a200 200 0 1 1 400 0Z" />
      <circle className="house__moon" cx="352" cy="108" r="24" />
      <path className="house__roof" d="m78 196 162-116 162 116-14 18L240 108 92 214Z" />
      <path className="house__chimney" d="M326 92h34v68l-34-24Z" />
      <path className="house__wall" d="M108 206 240 112l132 94v182H108Z" />
      <rect className="house__lit" x="140" y="222" width="72" height="62" rx="4" />
      <path className="house__bars" d="M176 222v62M140 253h72" />
      <rect className="house__glass" x="268" y="222" width="72" height="62" rx="4" />
      <path className="house__bars" d="M304 222v62M268 253h72" />
      <circle className="house__lit" cx="240" cy="172" r="17" />
      <path className="house__bars" d="M240 155v34M223 172h34" />
      <path className="house__door" d="M206 388v-66a6 6 0 0 1 6-6h56a6 6 0 0 1 6 6v66Z" />
      <circle className="house__knob" cx="260" cy="354" r="5" />
      <path className="house__lamp" d="M286 312h16l6 14h-28Z" />
      <path className="house__glow" d="m280 326-12 62h52l-12-62Z" />
      <rect className="house__unit" x="128" y="316" width="52" height="34" rx="4" />
      <circle className="house__fan" cx="147" cy="333" r="11" />
      <path className="house__fan" d="M147 322v22m-11-11h22M168 324v18m6-18v18" />
      <path className="house__pipe" d="M356 388v-88a10 10 0 0 1 10-10h14v98" />
      <path className="house__tree" d="M64 388v-52m0 0c-20-8-24-40 0-66 24 26 20 58 0 66Z" />
      <path className="house__tree" d="M424 388v-36m0 0c-14-6-17-30 0-48 17 18 14 42 0 48Z" />
      <path className="house__ground" d="M16 388h448" />
    </svg>
  );
}
