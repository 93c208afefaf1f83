// Axes of a table: their question or calculation, number formats and limits.
import type { EditorProduct } from '../editor-product.js'
import { tEditor } from '../wording/editor-text.js'
import { type DecimalSeparator, parseCellNumber, formatCellNumber } from './cell-number.js'
import type { AxisLimits } from './axis-reach.js'
import type { AxisDomain, AxisCoordinate } from './matrix-table.js'

export type AxisName = 'row' | 'column'

export interface AxisSource {
  readonly axis: AxisDomain
  /** Its value in the list of choices: `question 12`. */
  readonly code: string
  readonly title: string
  readonly unit: string
  readonly limits: AxisLimits
  read(text: string, decimal: DecimalSeparator): AxisCoordinate
  spell(at: AxisCoordinate): string
}

const noLimits: AxisLimits = { min: null, max: null }

const parseNumberCoordinate = (text: string, decimal: DecimalSeparator): AxisCoordinate => {
  const plain = parseCellNumber(text, decimal)
  return plain === null ? null : Number(plain)
}

export function createAxisSource(product: EditorProduct, question: unknown, calculation: unknown): AxisSource {
  const spellNumber = (at: AxisCoordinate): string => (at === null ? '' : formatCellNumber(String(at)))
  const record = typeof question === 'number' ? product.questions.get(question) : undefined
  const numbers = {
    axis: { kind: 'numbers' },
    limits: noLimits,
    unit: '',
    read: parseNumberCoordinate,
    spell: spellNumber,
  } as const
  if (typeof calculation === 'number') {
    const name = product.vocabulary.calculations.find(({ id }) => id === calculation)?.name ?? `#${calculation}`
    return { ...numbers, code: `calculation ${calculation}`, title: name }
  }
  if (typeof question !== 'number') {
    return { ...numbers, axis: { kind: 'none' }, code: '', title: tEditor('noAxis'), read: () => 0, spell: () => '–' }
  }
  if (!record) return { ...numbers, code: `question ${question}`, title: tEditor('unknown', { what: `#${question}` }) }
  const { id, title, answers, min, max, unit } = record
  if (answers.length === 0) return { ...numbers, code: `question ${id}`, title, unit, limits: { min, max } }
  const titles = new Map(answers.map((answer) => [answer.id, answer.title]))
  const fold = (text: string): string => text.trim().toLowerCase()
  const byText = new Map(
    answers.flatMap((answer) => [String(answer.id), answer.key, answer.title].map((spelling) => [fold(spelling), answer.id])),
  )
  return {
    ...{ code: `question ${id}`, title, unit: '', limits: noLimits },
    axis: { kind: 'answers', ids: answers.map((answer) => answer.id) },
    read: (text, decimal) => byText.get(fold(text)) ?? parseNumberCoordinate(text, decimal),
    spell: (at) => (at === null ? '' : (titles.get(at) ?? `#${at}`)),
  }
}

/** The record's axis fields: the chosen one is set, the other one is cleared. */
export function toAxisFields(name: AxisName, code: string): Readonly<Record<string, number | null>> {
  const [kind, id] = code.split(' ')
  return {
    [`${name}_question_id`]: kind === 'question' ? Number(id) : null,
    [`${name}_calculation_id`]: kind === 'calculation' ? Number(id) : null,
  }
}
