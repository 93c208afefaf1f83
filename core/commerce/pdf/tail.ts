// Draws the sums and notes below the table, and the footer of every page.
import type { PrintSheet, SheetSum } from '../print/define.js'
import { faint, type Paper, type SetBlock, type Style } from './paper.js'

const sumsWidth = 310
const amountWidth = 110
/** Maximum lines of a label. */
const mostOfLabel = 4

const styles: Readonly<Record<SheetSum['kind'], Style>> = {
  part: { size: 9 },
  total: { size: 10.5, bold: true },
  aside: { size: 8, colour: faint },
}

/** Sums stay on one page, aligned to the end of the lines. */
export function drawSums(paper: Paper, { sums }: PrintSheet): void {
  const rows = sums.map(({ label, amount, kind }) => {
    const left = paper.set(label, sumsWidth - amountWidth - 8, { ...styles[kind], most: mostOfLabel })
    const right = paper.set(amount, amountWidth, { ...styles[kind], align: 'end', whole: true })
    return { left, right, kind, height: Math.max(left.height, right.height) + (kind === 'total' ? 7 : 2) }
  })
  if (rows.length === 0) return
  paper.need(rows.reduce((height, row) => height + row.height, 0) + 10)
  const x = paper.width - sumsWidth
  for (const { left, right, kind, height } of rows) {
    paper.need(height)
    if (kind === 'total') {
      paper.rule(x, sumsWidth, paper.y + 1, 1)
      paper.y += 4
    }
    paper.draw(left, x, paper.y)
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

const footSize = 7
/** Maximum lines of one column of the imprint. */
const mostLines = 9

/** Reserves the footer's height on every page. The returned function draws the footer once all pages exist. */
export function reserveFoot(paper: Paper, { imprint, pageOf, language }: PrintSheet): () => void {
  const width = paper.width / Math.max(1, imprint.length)
  const columns = imprint.map((lines): readonly SetBlock[] => {
    return lines.map((line) => paper.set(line, width - 12, { size: footSize, colour: faint }))
  })
  const { lineHeight } = paper.set('', width, { size: footSize })
  const most = Math.max(0, ...columns.map((blocks) => blocks.reduce((sum, { lines }) => sum + lines.length, 0)))
  paper.foot = Math.min(most, mostLines) * lineHeight + lineHeight + 14
  const figures = new Intl.NumberFormat(language)

  function drawColumn(blocks: readonly SetBlock[], x: number, top: number): void {
    const lines = blocks.flatMap((block) => block.lines.map((line) => ({ block, line }))).slice(0, mostLines)
    lines.forEach(({ block, line }, index) => paper.line(block, line, x, top + index * lineHeight))
  }

  return () =>
    paper.onEach((page, pages) => {
      const top = paper.bottom + 6
      paper.rule(0, paper.width, top)
      columns.forEach((blocks, index) => drawColumn(blocks, index * width, top + 4))
      const text = pageOf.replace('{page}', figures.format(page)).replace('{pages}', figures.format(pages))
      const block = paper.set(text, paper.width, { size: footSize, colour: faint, align: 'end' })
      paper.draw(block, 0, paper.bottom + paper.foot - lineHeight)
    })
}
