// Tiles of the roller blind: its price groups and its mountings. Its other pictures are rendered.
import { type DrawingFiles, drawTile } from './svg-helpers.js'

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
