// A plain chart as SVG: lines with points, each with its name at its end. Readable on a light and on a dark page.

const [width, height, left, right, top, bottom] = [720, 360, 76, 170, 34, 48];
const colours = ['#1f5fa8', '#c2410c', '#15803d', '#7e22ce', '#a16207', '#be123c'];

/** `series` are `{ name, points: [[x, y], …] }`; an axis is `{ label, log }`. */
export function chart({ title, x, y, series }) {
  const all = series.flatMap(({ points }) => points);
  const [across, up] = [scale(x, all.map(([at]) => at), left, width - right), scale(y, all.map(([, at]) => at), height - bottom, top)];
  const lines = series.flatMap(({ name, points }, n) => {
    const colour = colours[n % colours.length];
    const places = points.map(([at, value]) => [across.at(at), up.at(value)]);
    const [endX, endY] = places.at(-1);
    return [
      `<polyline fill="none" stroke="${colour}" stroke-width="2" points="${places.map((place) => place.map(round).join(',')).join(' ')}"/>`,
      ...places.map(([px, py]) => `<circle cx="${round(px)}" cy="${round(py)}" r="3" fill="${colour}"/>`),
      `<text x="${round(endX + 8)}" y="${round(endY + 4)}" fill="${colour}">${escape(name)}</text>`,
    ];
  });
  const grid = [
    ...up.ticks.map((tick) => `<path d="M${left} ${round(up.at(tick))}H${width - right}" stroke="#ddd"/><text x="${left - 8}" y="${round(up.at(tick) + 4)}" text-anchor="end">${short(tick)}</text>`),
    ...across.ticks.map((tick) => `<text x="${round(across.at(tick))}" y="${height - bottom + 18}" text-anchor="middle">${short(tick)}</text>`),
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" fill="#222">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<text x="${left}" y="20" font-size="14" font-weight="bold">${escape(title)}</text>`,
    ...grid,
    `<text x="${(left + width - right) / 2}" y="${height - 10}" text-anchor="middle">${escape(x.label)}</text>`,
    `<text transform="translate(16 ${(top + height - bottom) / 2}) rotate(-90)" text-anchor="middle">${escape(y.label)}</text>`,
    ...lines,
    '</svg>\n',
  ].join('\n');
}

/** Where on the paper a number stands, and which numbers are written beside the axis. */
function scale({ log }, values, begin, end) {
  const [least, most] = log ? [Math.min(...values), Math.max(...values)] : [0, Math.max(...values)];
  const part = log ? (value) => (Math.log(value) - Math.log(least)) / (Math.log(most) - Math.log(least) || 1) : (value) => value / (most || 1);
  const at = (value) => begin + part(value) * (end - begin);
  return { at, ticks: log ? powers(least, most) : steps(most) };
}

function powers(least, most) {
  const [first, last] = [Math.ceil(Math.log10(least)), Math.floor(Math.log10(most))];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => 10 ** (first + n));
}

function steps(most) {
  const rough = most / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find((factor) => factor * power >= rough);
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, n) => n * step);
}

const round = (number) => Math.round(number * 10) / 10;
const short = (number) => (number >= 1000 ? number.toLocaleString('en-GB') : String(Number(number.toPrecision(3))));
const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
