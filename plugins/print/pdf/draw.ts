// Draws a sheet as a PDF file: the same sheet with the same pictures gives the same bytes.
import type { StoredPicture } from 'product-configurator-service'
import type { PrintSheet } from '../define.js'
import { DrawingRenderer } from './drawing-renderer.js'
import { loadFaces } from './faces.js'
import { drawHead } from './head.js'
import { Paper } from './paper.js'
import { toDrawablePicture, type DrawablePicture, maxPixelsPerSide } from './picture.js'
import { drawTable } from './table.js'
import { drawNotes, drawSums, reserveFooter } from './tail.js'

/**
 * @param pictures by the names in the sheet; missing and invalid pictures are left out @param each called before each row; may throw to
 * abort @param fonts font files for characters that the built-in fonts lack
 */
export async function drawSheet(
  sheet: PrintSheet,
  pictures: ReadonlyMap<string, StoredPicture>,
  each: () => void,
  fonts: readonly string[] = [],
): Promise<Uint8Array> {
  const faces = await loadFaces(fonts)
  const drawablePictures = new Map<string, DrawablePicture>()
  const drawings = new DrawingRenderer({
    pixels: maxPixelsPerSide,
    fonts: [...faces.regular, ...faces.bold].map(({ bytes }) => bytes),
  })
  try {
    for (const [name, { type, bytes }] of pictures) {
      const picture = await toDrawablePicture(type, bytes, drawings)
      if (picture) drawablePictures.set(name, picture)
    }
  } finally {
    await drawings.close()
  }
  const { direction, language, title, shop: author, dated } = sheet
  const facts = { direction, language, title, author, dated: new Date(Date.parse(dated) || 0) }
  const paper = new Paper(faces, facts)
  for (const picture of drawablePictures.values()) await paper.embed(picture)
  const drawFoot = reserveFooter(paper, sheet)
  drawHead(paper, sheet, (sheet.logo === null ? null : drawablePictures.get(sheet.logo)) ?? null)
  drawTable(paper, sheet, drawablePictures, each)
  drawSums(paper, sheet)
  drawNotes(paper, sheet)
  drawFoot()
  return paper.end()
}
