// A variant table as aligned text: question keys in the first line, one combination in each further line.
import { createMessage, type Message, formatValue } from '../../foundation/message.js'
import { type Cell, type CellPart, type TableRow, cellParts } from '../../engine/variant/variant-table.js'
import { alignColumns } from './matrix-table.js'
import type { SheetNames } from './sheet-names.js'
import { LineRefusal } from './tokens.js'

const any = '*'
const rangeSign = '..'

export interface VariantContent {
  readonly question_ids: readonly number[]
  readonly rows: readonly TableRow[]
}

function formatCellPart(part: CellPart, question: number, names: SheetNames): string {
  if (typeof part !== 'number') return `${part.from}${rangeSign}${part.to}`
  return names.answerOf(question, part) ?? String(part)
}

function formatVariantCell(cell: Cell, question: number, names: SheetNames): string {
  return cell === any
    ? any
    : cellParts(cell)
        .map((part) => formatCellPart(part, question, names))
        .join(',')
}

export function formatVariants({ question_ids, rows }: VariantContent, names: SheetNames): string {
  const head = question_ids.map((id) => names.nameOf('question', id))
  return alignColumns(
    [head, ...rows.map((row) => row.map((cell, column) => formatVariantCell(cell, question_ids[column] ?? 0, names)))],
    'left',
  )
}

const numberPattern = /^-?\d+(\.\d+)?$/

function parseCellPart(text: string, question: number, names: SheetNames, position: Message): CellPart {
  const [from = '', to, ...extraParts] = text.split(rangeSign)
  if (to !== undefined && extraParts.length === 0 && numberPattern.test(from) && numberPattern.test(to))
    return { from: Number(from), to: Number(to) }
  if (numberPattern.test(text)) return names.numberOf(question, text)
  if (!names.hasAnswers(question))
    throw new LineRefusal(createMessage('authoring.variantCell', { position, text: formatValue(text) }))
  return names.answerIdAt(question, text, position)
}

function parseVariantCell(text: string, question: number, names: SheetNames, position: Message): Cell {
  if (text === any) return any
  const parts = text.split(',').map((part) => parseCellPart(part, question, names, position))
  return parts.length === 1 ? parts[0]! : parts
}

/** LineRefusal names the line of the table. */
export function parseVariants(notation: unknown, names: SheetNames): VariantContent {
  if (typeof notation !== 'string') throw new LineRefusal(createMessage('authoring.variantText'))
  const [head = [], ...body] = notation
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => line.split(/\s+/))
  const question_ids = head.map((key) => names.resolveKey('question', key))
  const rows = body.map((cells, index) => {
    const position = createMessage('authoring.positionLine', { line: index + 2 })
    if (cells.length !== head.length)
      throw new LineRefusal(
        createMessage('authoring.cellsPerQuestion', { position, count: cells.length, questions: head.length }),
      )
    return cells.map((cell, column) => parseVariantCell(cell, question_ids[column]!, names, position))
  })
  return { question_ids, rows }
}
