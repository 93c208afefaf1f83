// Drawings of the demo products that depend on their data.

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
