// SVG layers of the standing desk, seen from the front: room, frame, top, drive and extras.
import { drawGradient, drawLayer, type DrawingFiles, drawRoom, drawTile } from './svg-helpers.js'

const monitor =
  '<path d="M236 92h8v14h-8z" fill="#39424e"/><rect x="218" y="103" width="44" height="5" rx="2" fill="#39424e"/>' +
  '<rect x="188" y="34" width="104" height="62" rx="4" fill="#232a33"/><rect x="192" y="38" width="96" height="54" fill="url(#shown)"/>' +
  '<path d="M192 92l28-26 18 14 26-24 24 20v16z" fill="#fff" fill-opacity=".28"/>'
const lamp =
  '<path d="M104 107l-12-34 26-26" fill="none" stroke="#39424e" stroke-width="3.5" stroke-linecap="round"/>' +
  '<path d="M112 40l22 16-12 6z" fill="#e6a23c"/><rect x="92" y="103" width="24" height="5" rx="2.5" fill="#39424e"/>'
const plant =
  '<path d="M352 88h24l-4 20h-16z" fill="#c96f4a"/><path d="M364 88c-14-8-18-22-14-34 10 6 14 18 14 34zm0 0c2-16 8-26 20-30 0 14-6 24-20 30zm0 0c-2-14 0-26 4-38 6 12 4 26-4 38z" fill="#4f8a5b"/>'
const drawLeg = (x: number): string =>
  `<rect x="${x}" y="122" width="22" height="108" fill="url(#steel)"/><rect x="${x + 4}" y="122" width="14" height="46" fill="#8894a4"/>` +
  `<path d="M${x - 26} 236a6 6 0 0 1 6-7h62a6 6 0 0 1 6 7z" fill="#2b333d"/>`

const deskScene =
  drawRoom(['#f3f1ec', '#e3e0d8'], ['#c9b08d', '#ad9270'], 214) +
  drawGradient('steel', ['#4a5563', '#6b7887', '#4a5563'], true) +
  drawGradient('shown', ['#2d6ba3', '#7cb8ff']) +
  '<rect x="24" y="26" width="54" height="70" rx="2" fill="#fff"/><path d="M30 90V56l16 14 12-20 14 24v16z" fill="#8fb3a5"/>' +
  '<ellipse cx="240" cy="240" rx="200" ry="13" fill="#000" fill-opacity=".16"/>' +
  drawLeg(118) +
  drawLeg(340) +
  '<rect x="120" y="124" width="240" height="8" fill="#2b333d"/>' +
  lamp +
  monitor +
  plant

/** Placeholder until a surface is chosen. */
const emptyDesk = '<rect x="70" y="108" width="340" height="16" rx="3" fill="#f8fafc" stroke="#9aa5b1" stroke-dasharray="6 4"/>'

const drawBoard = (id: string, colours: readonly string[], grain: string): string =>
  drawGradient(id, colours) +
  `<rect x="70" y="107" width="340" height="18" rx="3" fill="url(#${id})"/><rect x="70" y="107" width="340" height="4" rx="2" fill="#fff" fill-opacity=".25"/>` +
  `<path d="M78 114h150q8 3 20 0h90M150 119q40 3 90 0t120 1M84 121h80" stroke="${grain}" stroke-width="1.2" fill="none" stroke-opacity=".7"/>`

const boardDrawings = {
  oak: drawBoard('oak', ['#d6ab72', '#b98848'], '#8f6530'),
  walnut: drawBoard('walnut', ['#7d5438', '#5a3823'], '#3a2213'),
  bamboo: drawBoard('bamboo', ['#eacf8f', '#d0ad65'], '#a98743'),
  linoleum: drawBoard('linoleum', ['#6e8f88', '#56766f'], '#56766f'),
  slate: drawBoard('slate', ['#5b636d', '#3f464f'], '#2b3138'),
}

const drawMotor = (x: number): string =>
  `<rect x="${x}" y="126" width="48" height="15" rx="4" fill="#2b333d"/><path d="M${x + 6} 133h14" stroke="#7cb8ff" stroke-width="2"/>`
const crankDrawing =
  '<path d="M360 130h70v20h14" stroke="#2b333d" stroke-width="5" fill="none" stroke-linejoin="round"/><circle cx="449" cy="150" r="7" fill="#c0392b"/>'

/** Tile with a desk top seen from above, for the choice of its shape. */
const drawShapeTile = (path: string): string =>
  drawTile(`${drawGradient('top', ['#d6ab72', '#b98848'])}<path d="${path}" fill="url(#top)"/>`)

/** Tile with a close-up of a lifting mechanism: two legs under a top. */
const drawDriveTile = (content: string): string =>
  drawTile(
    `<g transform="translate(24 12) scale(.7)"><rect x="20" y="30" width="120" height="10" rx="3" fill="#c89b62"/><path d="M40 44h12v56H40zM108 44h12v56h-12z" fill="#6b7887"/><path d="M30 100h32v6H30zM98 100h32v6H98z" fill="#2b333d"/>${content}</g>`,
  )
const drawWoodTile = (name: keyof typeof boardDrawings): string =>
  drawTile(`<g transform="translate(-132 -190) scale(1.9 2.2)"><g transform="translate(-58 0)">${boardDrawings[name]}</g></g>`)

export const tablePictures: DrawingFiles = {
  'demo-desk.svg': drawLayer(deskScene, emptyDesk),
  'demo-desk-whole.svg': drawLayer(deskScene, boardDrawings.oak, drawMotor(106), drawMotor(328)),
  'demo-desk-oak.svg': drawLayer(boardDrawings.oak),
  'demo-desk-walnut.svg': drawLayer(boardDrawings.walnut),
  'demo-desk-bamboo.svg': drawLayer(boardDrawings.bamboo),
  'demo-desk-linoleum.svg': drawLayer(boardDrawings.linoleum),
  'demo-desk-corner.svg': drawLayer(
    '<path d="M318 107h92l52 24v18l-52-24h-92z" fill="#000" fill-opacity=".26"/><path d="M446 140h14v92h-14z" fill="#4a5563"/><path d="M436 236h34v-6h-34z" fill="#2b333d"/>',
  ),
  'demo-desk-round.svg': drawLayer(
    '<path d="M70 116a9 9 0 0 1 9-9h12a9 9 0 0 0 0 18H79a9 9 0 0 1-9-9zM410 116a9 9 0 0 0-9-9h-12a9 9 0 0 1 0 18h12a9 9 0 0 0 9-9z" fill="#000" fill-opacity=".3"/>',
  ),
  'demo-desk-crank.svg': drawLayer(crankDrawing),
  'demo-desk-single.svg': drawLayer(drawMotor(216)),
  'demo-desk-dual.svg': drawLayer(drawMotor(106), drawMotor(328)),
  'demo-desk-memory.svg': drawLayer(
    '<rect x="286" y="126" width="38" height="11" rx="3" fill="#10161d"/><path d="M291 131.500h5m4 0h5m4 0h5m4 0h2" stroke="#7cb8ff" stroke-width="3.5"/>',
  ),
  'demo-desk-tray.svg': drawLayer(
    '<path d="M168 132h36l-6 16h-64l-6-16h12" fill="none" stroke="#2b333d" stroke-width="3"/><path d="M136 143h60" stroke="#e6a23c" stroke-width="2.5"/>',
  ),
  'demo-desk-hook.svg': drawLayer(
    '<path d="M80 125v14a8 8 0 0 0 16 0" fill="none" stroke="#2b333d" stroke-width="3.5"/><path d="M78 166a14 14 0 0 1 26-8" fill="none" stroke="#232a33" stroke-width="4"/><path d="M73 162h8v14h-8zM100 158h8v14h-8z" fill="#c0392b"/>',
  ),
  'demo-desk-drawer.svg': drawLayer(
    '<rect x="178" y="126" width="96" height="26" rx="2" fill="#eef1f5" stroke="#9aa5b1"/><path d="M212 139h28" stroke="#5a6573" stroke-width="3" stroke-linecap="round"/>',
  ),
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
  ...Object.fromEntries(
    (['oak', 'walnut', 'bamboo', 'linoleum', 'slate'] as const).map((name) => [`demo-wood-${name}.svg`, drawWoodTile(name)]),
  ),
}
