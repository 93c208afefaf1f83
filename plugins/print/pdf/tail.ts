// Draws the sums and notes below the table, and the footer of every page.
import type { DocumentSum } from 'product-configurator-service'
import type { PrintSheet } from '../define.js'
import { faintColour, type Paper, type TextBlock, type TextStyle } from './paper.js'

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
export function drawSums(paper: Paper, { sums }: PrintSheet): void {
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

export function drawNotes(paper: Paper, { notes }: PrintSheet): void {
  paper.y += 6
  for (const note of notes) {
    paper.flow(note, { size: 9 })
    paper.y += 6
  }
}

const footTextSize = 7
/** Maximum lines of one column of the imprint. */
const maxImprintLines = 9

/** Reserves the footer's height on every page. The returned function draws the footer once all pages exist. */
export function reserveFooter(paper: Paper, { imprint, pageOf, language }: PrintSheet): () => void {
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
