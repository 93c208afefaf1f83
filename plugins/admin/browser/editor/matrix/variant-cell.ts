// Reads and formats the cells of a variant table: answers by name, numbers, ranges, lists of these, and any value.
import type { EditorProduct } from '../editor-product.js'
import { tEditor } from '../wording/editor-text.js'
import { type DecimalSeparator, formatCellNumber, parseCellNumber } from './cell-number.js'

export const anyCell = '*'

interface NumberRange {
  readonly from: number
  readonly to: number
}

type VariantPart = number | NumberRange

/** A text other than `*` is input that is neither an answer nor a number. The server refuses it. */
export type VariantCell = string | VariantPart | readonly VariantPart[]

export interface VariantColumn {
  readonly title: string
  /** The texts that a cell can contain, for completion. */
  readonly suggestions: readonly string[]
  read(text: string, decimal: DecimalSeparator): VariantCell
  format(cell: VariantCell): string
  isWrong(cell: VariantCell): boolean
  /** The numbers of a text, to recognise the decimal separator. */
  listNumbers(text: string): readonly string[]
}

const fold = (text: string): string => text.normalize('NFC').trim().toLowerCase()

const listSeparator = '|'
const rangePattern = /\.\.|–/

const splitRange = (text: string): readonly string[] => text.split(rangePattern).map((limit) => limit.trim())

const splitParts = (text: string): readonly string[] => text.split(listSeparator).map((part) => part.trim())

export function createVariantColumn(product: EditorProduct, question: number): VariantColumn {
  const record = product.questions.get(question)
  const answers = record?.answers ?? []
  const titles = new Map(answers.map(({ id, title }) => [id, title]))
  const byText = new Map(
    answers.toReversed().flatMap(({ id, key, title }) => [key, title].map((spelling) => [fold(spelling), id] as const)),
  )
  const isAny = (text: string): boolean => text === '' || text === anyCell || fold(text) === fold(tEditor('anyValue'))
  const readNumber = (text: string, decimal: DecimalSeparator): number | null => {
    const plain = parseCellNumber(text, decimal)
    return plain === null ? null : Number(plain)
  }
  const readPart = (text: string, decimal: DecimalSeparator): VariantPart | null => {
    if (answers.length > 0) return byText.get(fold(text)) ?? null
    const [from, to, more] = splitRange(text).map((limit) => readNumber(limit, decimal))
    if (from === undefined || from === null || more !== undefined) return null
    if (to === undefined) return from
    return to === null || to < from ? null : { from, to }
  }
  const formatPart = (part: VariantPart): string =>
    typeof part !== 'number'
      ? [part.from, part.to].map((limit) => formatCellNumber(String(limit))).join('–')
      : answers.length === 0
        ? formatCellNumber(String(part))
        : (titles.get(part) ?? tEditor('deletedAnswer'))
  const toParts = (cell: VariantCell): readonly VariantPart[] =>
    typeof cell === 'string' ? [] : Array.isArray(cell) ? (cell as readonly VariantPart[]) : [cell as VariantPart]
  return {
    title: record?.title ?? tEditor('deletedQuestion'),
    suggestions: [tEditor('anyValue'), ...answers.map(({ title }) => title)],
    read(text, decimal) {
      if (isAny(text.trim())) return anyCell
      const parts = splitParts(text).map((part) => readPart(part, decimal))
      const readable = parts.filter((part) => part !== null)
      if (readable.length < parts.length) return text.trim()
      return readable.length === 1 ? readable[0]! : readable
    },
    format: (cell) =>
      cell === anyCell
        ? tEditor('anyValue')
        : typeof cell === 'string'
          ? cell
          : toParts(cell).map(formatPart).join(` ${listSeparator} `),
    isWrong: (cell) =>
      (typeof cell === 'string' && cell !== anyCell) ||
      (answers.length > 0 && toParts(cell).some((part) => typeof part !== 'number' || !titles.has(part))),
    listNumbers: (text) =>
      answers.length > 0 || isAny(text.trim())
        ? []
        : splitParts(text)
            .flatMap((part) => splitRange(part))
            .filter((part) => /\d/.test(part)),
  }
}
