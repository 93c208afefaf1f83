// The drawings of the demo products as SVG.

/** Drawings by file name. */
export type DrawingFiles = Readonly<Record<string, string>>

/** Begins with the XML declaration, by which the service detects an SVG. */
function drawSvg(width: number, height: number, content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${content}</svg>\n`
}

export const drawLayer = (...contents: readonly string[]): string => drawSvg(480, 270, contents.join(''))

/** A tile for an answer, with its own background. */
export const drawTile = (content: string): string =>
  drawSvg(160, 120, `<rect width="160" height="120" fill="#eef2f6"/>${content}`)

/** Stops from top to bottom, or from left to right with `lies`. Ids must be unique across all layers of a picture. */
export function drawGradient(id: string, colours: readonly string[], lies = false): string {
  const stops = colours.map((colour, index) => `<stop offset="${index / (colours.length - 1)}" stop-color="${colour}"/>`)
  return `<linearGradient id="${id}" x2="${lies ? 1 : 0}" y2="${lies ? 0 : 1}">${stops.join('')}</linearGradient>`
}

/** The background room: a wall in daylight, a floor, and a skirting board. */
export const drawRoom = (wall: readonly string[], floor: readonly string[], horizon: number): string =>
  drawGradient('wall', wall) +
  drawGradient('floor', floor) +
  `<rect width="480" height="${horizon}" fill="url(#wall)"/><rect y="${horizon}" width="480" height="${270 - horizon}" fill="url(#floor)"/>` +
  `<rect y="${horizon - 5}" width="480" height="5" fill="#fff" fill-opacity=".7"/>`

const drawPriceGroupTile = (rank: number): string =>
  drawTile(
    ['#e4ddd0', '#8c97a5', '#8a7a66', '#39525d']
      .slice(0, rank)
      .map((fill, index) => {
        const turn = (index - (rank - 1) / 2) * 14
        return `<rect x="58" y="20" width="44" height="78" rx="3" fill="${fill}" stroke="#fff" stroke-width="2" transform="rotate(${turn} 80 110)"/>`
      })
      .join(''),
  )
const drawMountTile = (content: string): string =>
  drawTile(
    `<rect x="34" y="24" width="92" height="80" fill="#bfe0f6"/><path d="M34 24h92v80H34zm6 6v68h80V30z" fill="#fff" fill-rule="evenodd"/>${content}`,
  )

/** Tiles of the roller blind: its price groups and its mountings. Its other pictures are rendered. */
export const blindPictures: DrawingFiles = {
  'demo-group-1.svg': drawPriceGroupTile(1),
  'demo-group-2.svg': drawPriceGroupTile(2),
  'demo-group-3.svg': drawPriceGroupTile(3),
  'demo-group-4.svg': drawPriceGroupTile(4),
  'demo-mount-inside.svg': drawMountTile(
    '<rect x="40" y="30" width="80" height="36" fill="#d8c7ae"/><rect x="40" y="62" width="80" height="5" fill="#8f99a5"/>',
  ),
  'demo-mount-outside.svg': drawMountTile(
    '<rect x="28" y="16" width="104" height="52" fill="#d8c7ae"/><rect x="26" y="12" width="108" height="8" rx="3" fill="#8f99a5"/><rect x="26" y="64" width="108" height="6" rx="3" fill="#8f99a5"/>',
  ),
}

/** Tile with a desk top seen from above, for the choice of its shape. */
const drawShapeTile = (path: string): string =>
  drawTile(`${drawGradient('top', ['#d6ab72', '#b98848'])}<path d="${path}" fill="url(#top)"/>`)

/** Tile with a close-up of a lifting mechanism: two legs under a top. */
const drawDriveTile = (content: string): string =>
  drawTile(
    `<g transform="translate(24 12) scale(.7)"><rect x="20" y="30" width="120" height="10" rx="3" fill="#c89b62"/><path d="M40 44h12v56H40zM108 44h12v56h-12z" fill="#6b7887"/><path d="M30 100h32v6H30zM98 100h32v6H98z" fill="#2b333d"/>${content}</g>`,
  )

/** Tiles of the standing desk: the shapes of its top and its lifting mechanisms. Its other pictures are rendered. */
export const tablePictures: DrawingFiles = {
  'demo-shape-straight.svg': drawShapeTile('M20 40h120v44H20z'),
  'demo-shape-corner.svg': drawShapeTile('M20 22h120v78h-42V60H20z'),
  'demo-shape-round.svg': drawShapeTile('M42 40h76a22 22 0 0 1 0 44H42a22 22 0 0 1 0-44z'),
  'demo-drive-crank.svg': drawDriveTile(
    '<path d="M120 52h16v14h8" stroke="#2b333d" stroke-width="4" fill="none"/><circle cx="147" cy="66" r="5" fill="#c0392b"/>',
  ),
  'demo-drive-single.svg': drawDriveTile('<rect x="62" y="42" width="36" height="14" rx="4" fill="#2d6ba3"/>'),
  'demo-drive-dual.svg': drawDriveTile(
    '<rect x="32" y="42" width="28" height="14" rx="4" fill="#2d6ba3"/><rect x="100" y="42" width="28" height="14" rx="4" fill="#2d6ba3"/>',
  ),
}

const laptopScene =
  drawRoom(['#edf1f6', '#dbe3ec'], ['#d3b48c', '#b08d62'], 178) +
  '<path d="M0 178h480v6H0z" fill="#fff" fill-opacity=".35"/><ellipse cx="240" cy="206" rx="150" ry="9" fill="#000" fill-opacity=".18"/>' +
  '<path d="M398 168h26l-3-34h-20z" fill="#fff"/><path d="M424 142h8a6 6 0 0 1 0 18h-9" fill="none" stroke="#fff" stroke-width="4"/><path d="M405 126q-4-8 2-14m8 14q-4-8 2-14" fill="none" stroke="#aab5c4" stroke-width="2"/>'

/** Placeholder until a body is chosen. It fits inside the outline of each. */
const emptyLaptop =
  '<g fill="#fff" fill-opacity=".6" stroke="#8b97a6" stroke-dasharray="6 4"><rect x="152" y="38" width="176" height="112" rx="6"/><path d="M150 170h180l22 18v8H128v-8z"/></g>'

interface LaptopBody {
  /** Lid, base, and the highlighted edge. */
  readonly colours: readonly [string, string, string]
  /** Width of the screen's frame in pixels. */
  readonly bezel: number
  readonly depth: number
}

const laptopBodies = {
  mini: { colours: ['#b3362b', '#d65a4b', '#f0a39a'], bezel: 14, depth: 12 },
  inspiron: { colours: ['#2d5f8f', '#c8d0d9', '#e9edf1'], bezel: 9, depth: 16 },
  studio: { colours: ['#6b4a86', '#55606d', '#9c86b0'], bezel: 9, depth: 16 },
  xps: { colours: ['#30363e', '#9aa4af', '#dfe4e9'], bezel: 7, depth: 15 },
  adamo: { colours: ['#e8e6e1', '#f6f5f2', '#ffffff'], bezel: 6, depth: 8 },
  'studio-xps': { colours: ['#16191d', '#2b3138', '#e6813c'], bezel: 8, depth: 17 },
} as const satisfies Record<string, LaptopBody>

function drawBody({ colours: [lid, base, edge], bezel, depth }: LaptopBody): string {
  const [x, y, width, height] = [150 - bezel, 36 - bezel, 180 + 2 * bezel, 116 + 2 * bezel]
  return (
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8" fill="${lid}"/><rect x="${x}" y="${y}" width="${width}" height="2.5" rx="1" fill="${edge}"/>` +
    '<rect x="150" y="36" width="180" height="116" fill="#0c1117"/><circle cx="240" cy="32" r="1.6" fill="#7cb8ff"/>' +
    `<path d="M${x + 4} 168h${width - 8}l30 22H${x - 26}z" fill="${base}"/><path d="M${x + 14} 172h${width - 28}l14 10H${x}z" fill="#10151b" fill-opacity=".75"/><path d="M212 184h56l3 5h-62z" fill="#000" fill-opacity=".25"/>` +
    `<path d="M${x - 26} 190h${width + 52}q4 0 3 ${depth / 2}t-7 ${depth / 2}H${x - 22}q-6 0-7-${depth / 2}t3-${depth / 2}z" fill="${lid}"/><path d="M${x - 26} 190h${width + 52}" stroke="${edge}" stroke-width="2"/>` +
    `<rect x="${x + 16}" y="160" width="${width - 32}" height="8" rx="3" fill="#10151b"/>`
  )
}

const drawScreen = (content: string): string =>
  `<svg x="150" y="36" width="180" height="116" viewBox="0 0 180 116">${content}</svg>`

const drawTaskBar = (fill: string): string => `<rect y="106" width="180" height="10" fill="${fill}"/>`

const screenDrawings = {
  vista: drawScreen(
    `${drawGradient('vista', ['#0d3b3f', '#1f8a70', '#0b2b4a'])}<rect width="180" height="116" fill="url(#vista)"/><path d="M0 90q60-70 180-60v14Q80 30 0 104z" fill="#b5f0c8" fill-opacity=".4"/>${drawTaskBar('#0a1518')}`,
  ),
  xp: drawScreen(
    `${drawGradient('xp', ['#3f86e0', '#b9dcf7'])}<rect width="180" height="116" fill="url(#xp)"/><path d="M0 84q50-34 100-12t80-14v58H0z" fill="#6ca32f"/><path d="M24 26q10-10 22 0 12-4 14 6H20q-4-6 4-6z" fill="#fff"/>${drawTaskBar('#245edb')}<rect y="106" width="30" height="10" rx="3" fill="#3c9b34"/>`,
  ),
  ubuntu: drawScreen(
    `${drawGradient('ubuntu', ['#5e2750', '#dd4814'], true)}<rect width="180" height="116" fill="url(#ubuntu)"/><circle cx="110" cy="64" r="30" fill="none" stroke="#fff" stroke-opacity=".25" stroke-width="10"/><rect width="180" height="9" fill="#2c001e"/>`,
  ),
  seven: drawScreen(
    `${drawGradient('seven', ['#1b5fa8', '#52a9e0', '#0d3f78'])}<rect width="180" height="116" fill="url(#seven)"/><path d="M90 116L30 0h26zm0 0L150 0h-24z" fill="#fff" fill-opacity=".16"/>${drawTaskBar('#12304f')}<circle cx="9" cy="111" r="5" fill="#7cb8ff"/>`,
  ),
  eight: drawScreen(
    '<rect width="180" height="116" fill="#2b1a5a"/><path d="M14 24h34v24H14z" fill="#2d89ef"/><path d="M52 24h24v24H52z" fill="#00a300"/><path d="M14 52h24v24H14z" fill="#da532c"/><path d="M42 52h34v24H42z" fill="#9f00a7"/><path d="M84 24h40v24H84z" fill="#00aba9"/><path d="M84 52h18v24H84z" fill="#ffc40d"/><path d="M106 52h18v24h-18z" fill="#b91d47"/>',
  ),
}

/** A part in the row in front of the laptop. Its label is the same in every language. */
const drawPart = (place: number, icon: string, name: string): string =>
  `<g transform="translate(${14 + place * 115} 222)"><rect width="107" height="38" rx="7" fill="#fff"/><rect width="107" height="38" rx="7" fill="none" stroke="#000" stroke-opacity=".12"/>` +
  `<g transform="translate(8 8)">${icon}</g><text x="37" y="24" font-family="system-ui, sans-serif" font-size="11.5" font-weight="600" fill="#1c2430">${name}</text></g>`

const hardDiskIcon =
  '<rect width="22" height="22" rx="3" fill="#8894a4"/><circle cx="11" cy="11" r="8" fill="#dfe4e9"/><circle cx="11" cy="11" r="2" fill="#5a6573"/><path d="M19 19l-7-7" stroke="#39424e" stroke-width="2"/>'

const flashDiskIcon =
  '<rect width="22" height="22" rx="3" fill="#1b6e3c"/><path d="M4 5h6v5H4zm8 0h6v5h-6zM4 12h6v5H4zm8 0h6v5h-6z" fill="#10161d"/>'

const memoryIcon =
  '<rect y="4" width="22" height="14" rx="1" fill="#2f7d4f"/><path d="M2 7h4v6H2zm6 0h4v6H8zm6 0h4v6h-4z" fill="#10161d"/><path d="M2 18h18" stroke="#e6c34a" stroke-width="2" stroke-dasharray="2 1"/>'

const processorIcon =
  '<path d="M4 0v22M9 0v22m5-22v22m5-22v22M0 4h22M0 9h22M0 14h22M0 19h22" stroke="#aab5c4"/><rect x="3" y="3" width="16" height="16" rx="2" fill="#2d5f8f"/><path d="M7 11h8" stroke="#fff" stroke-width="2"/>'

const discIcon =
  '<circle cx="11" cy="11" r="11" fill="#c9b8e8"/><path d="M11 11L1 6a11 11 0 0 1 8-6zM11 11l10 5a11 11 0 0 1-8 6z" fill="#fff" fill-opacity=".6"/><circle cx="11" cy="11" r="3" fill="#fff"/>'

const driveLabels = { '500': '500 GB', '320': '320 GB', '250': '250 GB', '160': '160 GB', '120': '120 GB', '80': '80 GB' }

const memoryLabels = { more: '&gt; 4 GB', '4': '4 GB', '3': '3 GB', '2': '2 GB', '1': '1 GB' }

const processorLabels = { duo: 'Core 2 Duo', pentium: 'Pentium', celeron: 'Celeron', atom: 'Atom' }

const discLabels = { cd: 'DVD +RW', dvd: 'DVD ±RW', combo: 'Combo', blu: 'Blu-ray' }

/** A weight class as an object of that weight: a feather, a book, a stack of books. */
const weightDrawings = {
  ultra: '<path d="M40 62q-4-22 18-34-2 24-16 30l-4 10z" fill="#8fb3a5"/>',
  light: '<rect x="32" y="50" width="38" height="11" rx="2" fill="#2d6ba3"/>',
  heavy:
    '<rect x="30" y="54" width="42" height="11" rx="2" fill="#5a6573"/><rect x="34" y="42" width="36" height="11" rx="2" fill="#2d6ba3"/><rect x="31" y="30" width="38" height="11" rx="2" fill="#c0392b"/>',
}

const drawFiles = (group: string, parts: Readonly<Record<string, string>>, draw: (content: string) => string): DrawingFiles =>
  Object.fromEntries(Object.entries(parts).map(([name, content]) => [`demo-laptop-${group}-${name}.svg`, draw(content)]))

const drawBodyTile = (name: keyof typeof laptopBodies): string =>
  drawTile(`<g transform="translate(-34 4) scale(.475)">${drawBody(laptopBodies[name])}${screenDrawings.seven}</g>`)

/** SVG layers of the laptop: body, screen content, a row of its parts, and packaging. */
export const laptopPictures: DrawingFiles = {
  'demo-laptop.svg': drawLayer(laptopScene, emptyLaptop),
  'demo-laptop-whole.svg': drawLayer(laptopScene, drawBody(laptopBodies.xps), screenDrawings.seven),
  ...Object.fromEntries(
    (Object.keys(laptopBodies) as (keyof typeof laptopBodies)[]).flatMap((name) => [
      [`demo-laptop-body-${name}.svg`, drawLayer(drawBody(laptopBodies[name]))],
      [`demo-laptop-tile-${name}.svg`, drawBodyTile(name)],
    ]),
  ),
  ...drawFiles('screen', screenDrawings, drawLayer),
  ...drawFiles('drive', driveLabels, (name) => drawLayer(drawPart(0, hardDiskIcon, name))),
  'demo-laptop-drive-flash.svg': drawLayer(drawPart(0, flashDiskIcon, '128 GB')),
  ...drawFiles('memory', memoryLabels, (name) => drawLayer(drawPart(1, memoryIcon, name))),
  ...drawFiles('processor', processorLabels, (name) => drawLayer(drawPart(2, processorIcon, name))),
  ...drawFiles('disc', discLabels, (name) => drawLayer(drawPart(3, discIcon, name))),
  ...drawFiles('weight', weightDrawings, (content) => drawLayer(`<g transform="translate(0 112)">${content}</g>`)),
  'demo-laptop-bulk.svg': drawLayer(
    '<path d="M348 118h92v60h-92z" fill="#c99a62"/><path d="M348 118h92l-10-14h-72z" fill="#dcb17d"/><path d="M388 104h12v34h-12z" fill="#a87c45"/>',
  ),
  'demo-laptop-gift.svg': drawLayer(
    '<path d="M232 22h16v176h-16z" fill="#c0392b" fill-opacity=".9"/><path d="M240 28q-34-34-42-10t42 10q34-34 42-10t-42 10z" fill="#e05a4b"/><circle cx="240" cy="28" r="6" fill="#c0392b"/>',
  ),
  'demo-laptop-express.svg': drawLayer(
    '<path d="M390 24h44v26h-44zm44 8h14l10 10v8h-24z" fill="#2d6ba3"/><circle cx="404" cy="52" r="6" fill="#232a33"/><circle cx="444" cy="52" r="6" fill="#232a33"/><path d="M364 30h18m-24 8h24m-14 8h14" stroke="#7cb8ff" stroke-width="3" stroke-linecap="round"/>',
  ),
  'demo-laptop-sample.svg': drawLayer(
    '<path d="M62 186q-4-28 6-34h24q10 6 6 34z" fill="#e6c34a"/><path d="M66 152h28" stroke="#8f6530" stroke-width="4"/>',
  ),
}
