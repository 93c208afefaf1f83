// Tiles of the standing desk: the shapes of its top and its lifting mechanisms. Its other pictures are rendered.
import { drawGradient, type DrawingFiles, drawTile } from './svg-helpers.js'

/** Tile with a desk top seen from above, for the choice of its shape. */
const drawShapeTile = (path: string): string =>
  drawTile(`${drawGradient('top', ['#d6ab72', '#b98848'])}<path d="${path}" fill="url(#top)"/>`)

/** Tile with a close-up of a lifting mechanism: two legs under a top. */
const drawDriveTile = (content: string): string =>
  drawTile(
    `<g transform="translate(24 12) scale(.7)"><rect x="20" y="30" width="120" height="10" rx="3" fill="#c89b62"/><path d="M40 44h12v56H40zM108 44h12v56h-12z" fill="#6b7887"/><path d="M30 100h32v6H30zM98 100h32v6H98z" fill="#2b333d"/>${content}</g>`,
  )
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
