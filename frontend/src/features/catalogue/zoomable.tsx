import { useEffect, useEffectEvent, useImperativeHandle, useRef, type PointerEvent, type ReactNode, type Ref } from 'react';
import { moved, step, whole, zoomed, type View } from './zoom';

/** How far a finger must go to turn to the next picture, in pixels. */
const swipe = 50;
/** How far an arrow key moves a picture that is drawn larger, in pixels. */
const stride = 80;

/** What keys and buttons can do. */
export type Zoom = {
  in: () => void;
  out: () => void;
  /** Moves a larger picture; answers whether there was one. */
  move: (x: number, y: number) => boolean;
};

type Props = {
  children: ReactNode;
  zoom: Ref<Zoom>;
  /** A finger went over the whole picture: 1 to the left, -1 to the right. */
  onSwipe: (direction: 1 | -1) => void;
};

type Point = { x: number; y: number };

/** A picture that the wheel, two fingers, a double press or `zoom` draw larger, and that can be moved about then. */
export function Zoomable({ children, zoom, onSwipe }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLDivElement>(null);
  const view = useRef<View>(whole);
  const fingers = useRef(new Map<number, Point>());
  const start = useRef<Point | null>(null);

  const size = () => ({ width: box.current?.clientWidth ?? 0, height: box.current?.clientHeight ?? 0 });
  const show = (next: View) => {
    view.current = next;
    box.current?.toggleAttribute('data-larger', next.scale > 1);
    picture.current?.style.setProperty('transform', `translate(${next.x}px, ${next.y}px) scale(${next.scale})`);
  };
  const fromMiddle = ({ x, y }: Point): Point => {
    const place = box.current?.getBoundingClientRect();
    return place ? { x: x - place.left - place.width / 2, y: y - place.top - place.height / 2 } : { x: 0, y: 0 };
  };
  const zoomAt = (factor: number, at: Point) => show(zoomed(view.current, factor, fromMiddle(at), size()));
  const zoomBy = (factor: number) => show(zoomed(view.current, factor, { x: 0, y: 0 }, size()));

  useImperativeHandle(zoom, () => ({
    in: () => zoomBy(step),
    out: () => zoomBy(1 / step),
    move: (x, y) => {
      if (view.current.scale === 1) return false;
      show(moved(view.current, { x: -x * stride, y: -y * stride }, size()));
      return true;
    },
  }));

  const turnWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    zoomAt(Math.exp(-event.deltaY * (event.deltaMode === 0 ? 0.002 : 0.06)), { x: event.clientX, y: event.clientY });
  });
  useEffect(() => {
    const element = box.current;
    // React's own listener could not keep the page from scrolling.
    element?.addEventListener('wheel', turnWheel, { passive: false });
    return () => element?.removeEventListener('wheel', turnWheel);
  }, []);

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    const at = { x: event.clientX, y: event.clientY };
    fingers.current.set(event.pointerId, at);
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = fingers.current.size === 1 && view.current.scale === 1 ? at : null;
  };
  const onPointerMove = (event: PointerEvent) => {
    const before = fingers.current.get(event.pointerId);
    if (before === undefined) return;
    const at = { x: event.clientX, y: event.clientY };
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    fingers.current.set(event.pointerId, at);
    if (other) {
      const apart = (point: Point) => Math.hypot(point.x - other.x, point.y - other.y);
      zoomAt(apart(at) / Math.max(1, apart(before)), { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 });
    } else if (view.current.scale > 1) {
      show(moved(view.current, { x: at.x - before.x, y: at.y - before.y }, size()));
    }
  };
  const onPointerEnd = (event: PointerEvent) => {
    fingers.current.delete(event.pointerId);
    const went = start.current === null || event.type !== 'pointerup' ? 0 : event.clientX - start.current.x;
    start.current = null;
    if (Math.abs(went) >= swipe) onSwipe(went < 0 ? 1 : -1);
  };

  return (
    <div
      className="zoomable"
      ref={box}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerEnd}
      onPointerCancel={onPointerEnd}
      onDoubleClick={(event) =>
        view.current.scale > 1 ? show(whole) : zoomAt(step * step, { x: event.clientX, y: event.clientY })
      }
    >
      <div className="zoomable__picture" ref={picture}>
        {children}
      </div>
    </div>
  );
}
