// Draws the table of a document: a row per line with its picture and selections. The header repeats on each page.
import type { PrintSheet, SheetColumn, SheetDetail, SheetRow } from '../define.js'
import { faintColour, fitInBox, type Paper, type TextStyle } from './paper.js'
import type { DrawablePicture } from './picture.js'

export type DrawablePictures = ReadonlyMap<string, DrawablePicture>

interface SheetTableColumn extends SheetColumn {
  readonly x: number
  /** In points. */
  readonly taken: number
}

const cellGap = 8
const pictureBox = { width: 62, height: 62 }
const detailBox = { width: 34, height: 26 }
const rowPadding = 7
const textSize = 9
/** Maximum lines of a title. They stay on one page. */
const maxTitleLines = 12
const detailSize = 8

/** Share of the table that columns with a width may take. */
const maxFixedShare = 0.65

/** The columns' widths in points: wide enough for their longest number, if enough room is left for the title's column. */
function computeColumnWidths(paper: Paper, { columns, rows }: PrintSheet): readonly (number | null)[] {
  const widths = columns.map(({ width, align }, index) => {
    if (width === null || align === 'start') return width
    const style = createCellStyle(align, false)
    return rows.reduce((maxWidth, { cells }) => Math.max(maxWidth, paper.widthOf(cells[index] ?? '', style) + cellGap), width)
  })
  const fixed = widths.reduce<number>((sum, width) => sum + (width ?? 0), 0)
  return fixed > paper.width * maxFixedShare ? columns.map(({ width }) => width) : widths
}

/** A number is never broken between its digits. */
const createCellStyle = (align: SheetColumn['align'], isTitle: boolean): TextStyle =>
  align === 'end'
    ? { size: textSize, bold: isTitle, align, whole: true }
    : { size: textSize, bold: isTitle, align, most: maxTitleLines }

function layoutColumns(paper: Paper, sheet: PrintSheet): readonly SheetTableColumn[] {
  const widths = computeColumnWidths(paper, sheet)
  const fixed = widths.reduce<number>((sum, width) => sum + (width ?? 0), 0)
  let x = 0
  return sheet.columns.map((column, index) => {
    const columnWidth = widths[index] ?? paper.width - fixed
    const placed = { ...column, x, taken: columnWidth - cellGap }
    x += columnWidth
    // Numbers align with the end of the table.
    return column.align === 'end' ? { ...placed, x: placed.x + cellGap } : placed
  })
}

function drawHeader(paper: Paper, columns: readonly SheetTableColumn[]): void {
  const blocks = columns.map(({ label, taken: textWidth, align }) =>
    paper.layoutBlock(label, textWidth, { size: 8, bold: true, align }),
  )
  const height = Math.max(...blocks.map((block) => block.height))
  blocks.forEach((block, index) => paper.draw(block, columns[index]!.x, paper.y + height - block.height))
  paper.y += height + 4
  paper.rule(0, paper.width, paper.y, 1)
  paper.y += rowPadding
}

/** Draws one detail of a line: its label, its picture, and its text. */
function drawDetail(paper: Paper, detail: SheetDetail, picture: DrawablePicture | null, x: number): void {
  const width = paper.width - x
  const labelWidth = detail.label === '' ? 0 : Math.min(170, width * 0.4)
  const pictureWidth = picture ? detailBox.width + cellGap : 0
  const labelBlock = paper.layoutBlock(detail.label, Math.max(labelWidth - cellGap - pictureWidth, 1), {
    size: detailSize,
    colour: faintColour,
  })
  const right = paper.layoutBlock(detail.text, width - labelWidth, { size: detailSize })
  const { lineHeight } = labelBlock
  const count = Math.max(labelWidth === 0 ? 0 : labelBlock.lines.length, right.lines.length)
  paper.reserveHeight(picture ? Math.max(detailBox.height + 2, lineHeight) : lineHeight)
  const pictureEnd = picture ? { page: paper.page, y: paper.y + fitInBox(picture, detailBox).height + 3 } : null
  if (picture) paper.picture(picture, x + labelWidth - detailBox.width - cellGap, paper.y + 1, detailBox)
  for (let index = 0; index < count; index++) {
    paper.reserveHeight(lineHeight)
    const [label, text] = [labelBlock.lines[index], right.lines[index]]
    if (label && labelWidth > 0) paper.line(labelBlock, label, x, paper.y)
    if (text) paper.line(right, text, x + labelWidth, paper.y)
    paper.y += lineHeight
  }
  if (pictureEnd && pictureEnd.page === paper.page) paper.y = Math.max(paper.y, pictureEnd.y)
}

function drawRow(
  paper: Paper,
  sheet: PrintSheet,
  columns: readonly SheetTableColumn[],
  row: SheetRow,
  pictures: DrawablePictures,
): void {
  const rowPicture = row.picture === null ? undefined : pictures.get(row.picture)
  const indent = rowPicture ? pictureBox.width + cellGap : 0
  const title = columns[sheet.titleColumn]!
  const blocks = columns.map(({ taken: textWidth, align }, index) => {
    const isTitle = index === sheet.titleColumn
    const width = isTitle ? textWidth - indent : textWidth
    return paper.layoutBlock(row.cells[index] ?? '', width, createCellStyle(align, isTitle))
  })
  const height = Math.max(...blocks.map((block) => block.height))
  paper.reserveHeight(Math.max(height + detailSize * 3, rowPicture ? pictureBox.height : 0))
  if (rowPicture) paper.picture(rowPicture, title.x, paper.y + 2, pictureBox)
  const pictureEnd = { page: paper.page, y: paper.y + 4 + (rowPicture ? fitInBox(rowPicture, pictureBox).height : 0) }
  blocks.forEach((block, index) => {
    paper.draw(block, columns[index]!.x + (index === sheet.titleColumn ? indent : 0), paper.y)
  })
  paper.y += height + 2
  for (const detail of row.details) {
    const picture = detail.picture === null ? undefined : pictures.get(detail.picture)
    drawDetail(paper, detail, picture ?? null, title.x + indent)
  }
  if (pictureEnd.page === paper.page) paper.y = Math.max(paper.y, pictureEnd.y)
  paper.y += rowPadding
  paper.rule(0, paper.width)
  paper.y += rowPadding
}

/** @param each called before each row; may throw to abort */
export function drawTable(paper: Paper, sheet: PrintSheet, pictures: DrawablePictures, each: () => void): void {
  const columns = layoutColumns(paper, sheet)
  paper.reserveHeight(80)
  drawHeader(paper, columns)
  paper.atTop(() => {
    const running = paper.layoutBlock(`${sheet.shop} · ${sheet.title}`, paper.width, { size: 8, colour: faintColour })
    paper.draw(running, 0, paper.y)
    paper.y += running.height + 12
    drawHeader(paper, columns)
  })
  for (const row of sheet.rows) {
    each()
    drawRow(paper, sheet, columns, row, pictures)
  }
  paper.atTop(null)
}
