// Draws a sheet as a PDF file: the same sheet with the same pictures gives the same bytes.
import type { StoredPicture, DocumentSum } from 'product-configurator-service'
import type { PrintSheet, SheetColumn, SheetDetail, SheetRow } from '../define.js'
import { DrawingRenderer, toDrawablePicture, type DrawablePicture, maxPixelsPerSide } from './picture.js'
import { loadFaces } from './faces.js'
import { Paper, type PaperMetadata, faintColour, fitInBox, type TextBlock, type TextStyle } from './paper.js'

const logoBox = { width: 190, height: 58 }
/** The recipient must be visible in the window of an envelope. */
const addressTop = 128
const factsWidth = 220
const columnGap = 18
/** Maximum lines per text. */
const maxLines = 4

function drawTop(paper: Paper, { shop }: PrintSheet, logo: DrawablePicture | null): void {
  const top = paper.y
  if (logo) {
    paper.picture(logo, 0, top, logoBox)
    paper.y = top + fitInBox(logo, logoBox).height
  } else paper.flow(shop, { size: 17, bold: true })
  paper.y = Math.max(paper.y + 16, addressTop)
}

function drawRecipient(paper: Paper, { sender, recipient }: PrintSheet): number {
  const width = paper.width - factsWidth - columnGap
  const top = paper.y
  const line = paper.layoutBlock(sender, width, { size: 6.5, colour: faintColour, most: maxLines })
  paper.draw(line, 0, top)
  let y = top + line.height + 5
  for (const text of recipient) {
    const block = paper.layoutBlock(text, width, { size: 10, most: maxLines })
    paper.draw(block, 0, y)
    y += block.height
  }
  return y
}

function drawFacts(paper: Paper, { facts }: PrintSheet): number {
  const x = paper.width - factsWidth
  const labelWidth = 92
  let y = paper.y
  for (const [label, text] of facts) {
    const labelBlock = paper.layoutBlock(label, labelWidth - 6, { size: 8.5, colour: faintColour, most: maxLines })
    const right = paper.layoutBlock(text, factsWidth - labelWidth, { size: 8.5, most: maxLines })
    paper.draw(labelBlock, x, y)
    paper.draw(right, x + labelWidth, y)
    y += Math.max(labelBlock.height, right.height) + 1.5
  }
  return y
}

function drawOther(paper: Paper, { other }: PrintSheet): void {
  if (!other) return
  paper.flow(other.label, { size: 8.5, colour: faintColour })
  paper.flow(other.lines.join(', '), { size: 9 })
  paper.y += 10
}

/** Draws the head of a document: logo, sender, recipient, and the facts such as number and date. */
function drawHead(paper: Paper, sheet: PrintSheet, logo: DrawablePicture | null): void {
  drawTop(paper, sheet, logo)
  paper.y = Math.max(drawRecipient(paper, sheet), drawFacts(paper, sheet)) + 26
  paper.flow(sheet.title, { size: 16, bold: true })
  paper.y += 10
  drawOther(paper, sheet)
}

// Draws the sums and notes below the table, and the footer of every page.

const sumsWidth = 310
const amountWidth = 110
/** Maximum lines of a label. */
const maxLabelLines = 4

const sumStyles: Readonly<Record<DocumentSum['kind'], TextStyle>> = {
  part: { size: 9 },
  total: { size: 10.5, bold: true },
  aside: { size: 8, colour: faintColour },
}

/** Sums stay on one page, aligned to the end of the lines. */
function drawSums(paper: Paper, { sums }: PrintSheet): void {
  const rows = sums.map(({ label, amount, kind }) => {
    const labelBlock = paper.layoutBlock(label, sumsWidth - amountWidth - 8, { ...sumStyles[kind], most: maxLabelLines })
    const right = paper.layoutBlock(amount, amountWidth, { ...sumStyles[kind], align: 'end', whole: true })
    return { left: labelBlock, right, kind, height: Math.max(labelBlock.height, right.height) + (kind === 'total' ? 7 : 2) }
  })
  if (rows.length === 0) return
  paper.reserveHeight(rows.reduce((height, row) => height + row.height, 0) + 10)
  const x = paper.width - sumsWidth
  for (const { left: labelBlock, right, kind, height } of rows) {
    paper.reserveHeight(height)
    if (kind === 'total') {
      paper.rule(x, sumsWidth, paper.y + 1, 1)
      paper.y += 4
    }
    paper.draw(labelBlock, x, paper.y)
    paper.draw(right, x + sumsWidth - amountWidth, paper.y)
    paper.y += kind === 'total' ? height - 4 + 3 : height
  }
  paper.y += 10
}

function drawNotes(paper: Paper, { notes }: PrintSheet): void {
  paper.y += 6
  for (const note of notes) {
    // A short note stays on one page: an account number must not be separated from its bank.
    paper.reserveHeight(paper.layoutBlock(note, paper.width, { size: 9 }).height)
    paper.flow(note, { size: 9 })
    paper.y += 6
  }
}

const footTextSize = 7
/** Maximum lines of one column of the imprint. */
const maxImprintLines = 9

/** Reserves the footer's height on every page. The returned function draws the footer once all pages exist. */
function reserveFooter(paper: Paper, { imprint, pageOf, language }: PrintSheet): () => void {
  const width = paper.width / Math.max(1, imprint.length)
  const columns = imprint.map((lines): readonly TextBlock[] => {
    return lines.map((line) => paper.layoutBlock(line, width - 12, { size: footTextSize, colour: faintColour }))
  })
  const { lineHeight } = paper.layoutBlock('', width, { size: footTextSize })
  const maxLines = Math.max(0, ...columns.map((blocks) => blocks.reduce((sum, { lines }) => sum + lines.length, 0)))
  paper.foot = Math.min(maxLines, maxImprintLines) * lineHeight + lineHeight + 14
  const numberFormat = new Intl.NumberFormat(language)

  function drawColumn(blocks: readonly TextBlock[], x: number, top: number): void {
    const lines = blocks.flatMap((block) => block.lines.map((line) => ({ block, line }))).slice(0, maxImprintLines)
    lines.forEach(({ block, line }, index) => paper.line(block, line, x, top + index * lineHeight))
  }

  return () =>
    paper.onEach((page, pages) => {
      const top = paper.bottom + 6
      paper.rule(0, paper.width, top)
      columns.forEach((blocks, index) => drawColumn(blocks, index * width, top + 4))
      const text = pageOf.replace('{page}', numberFormat.format(page)).replace('{pages}', numberFormat.format(pages))
      const block = paper.layoutBlock(text, paper.width, { size: footTextSize, colour: faintColour, align: 'end' })
      paper.draw(block, 0, paper.bottom + paper.foot - lineHeight)
    })
}

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
function drawTable(paper: Paper, sheet: PrintSheet, pictures: DrawablePictures, each: () => void): void {
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

const toMetadata = ({ direction, language, title, shop: author, dated }: PrintSheet): PaperMetadata => {
  return { direction, language, title, author, dated: new Date(Date.parse(dated) || 0) }
}

function drawDocument(paper: Paper, sheet: PrintSheet, pictures: DrawablePictures, each: () => void): void {
  const drawFoot = reserveFooter(paper, sheet)
  drawHead(paper, sheet, (sheet.logo === null ? null : pictures.get(sheet.logo)) ?? null)
  drawTable(paper, sheet, pictures, each)
  drawSums(paper, sheet)
  drawNotes(paper, sheet)
  drawFoot()
}

/**
 * Draws a sheet and the sheets that follow it.
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
  const paper = new Paper(faces, toMetadata(sheet))
  for (const picture of drawablePictures.values()) await paper.embed(picture)
  drawDocument(paper, sheet, drawablePictures, each)
  for (const following of sheet.following ?? []) {
    paper.beginDocument(toMetadata(following))
    drawDocument(paper, following, drawablePictures, each)
  }
  return paper.end()
}
