// Axes of a table: their question or calculation, number formats and limits.
import type { EditorProduct } from '../product.js'
import { say } from '../wording/say.js'
import { type Decimal, readNumber, writeNumber } from './numbers.js'
import type { Limits } from './reach.js'
import type { Axis, Coordinate } from './table.js'

export type AxisName = 'row' | 'column'

export interface AxisOffer {
  readonly axis: Axis
  /** Its value in the list of choices: `question 12`. */
  readonly code: string
  readonly title: string
  readonly unit: string
  readonly limits: Limits
  read(text: string, decimal: Decimal): Coordinate
  spell(at: Coordinate): string
}

const unlimited: Limits = { min: null, max: null }

const numbered = (text: string, decimal: Decimal): Coordinate => {
  const plain = readNumber(text, decimal)
  return plain === null ? null : Number(plain)
}

export function axisOffer(product: EditorProduct, question: unknown, calculation: unknown): AxisOffer {
  const spellNumber = (at: Coordinate): string => (at === null ? '' : writeNumber(String(at)))
  const held = typeof question === 'number' ? product.questions.get(question) : undefined
  const numbers = { axis: { kind: 'numbers' }, limits: unlimited, unit: '', read: numbered, spell: spellNumber } as const
  if (typeof calculation === 'number') {
    const name = product.vocabulary.calculations.find(({ id }) => id === calculation)?.name ?? `#${calculation}`
    return { ...numbers, code: `calculation ${calculation}`, title: name }
  }
  if (typeof question !== 'number') {
    return { ...numbers, axis: { kind: 'none' }, code: '', title: say('noAxis'), read: () => 0, spell: () => '–' }
  }
  if (!held) return { ...numbers, code: `question ${question}`, title: say('unknown', { what: `#${question}` }) }
  const { id, title, answers, min, max, unit } = held
  if (answers.length === 0) return { ...numbers, code: `question ${id}`, title, unit, limits: { min, max } }
  const titles = new Map(answers.map((answer) => [answer.id, answer.title]))
  const fold = (text: string): string => text.trim().toLowerCase()
  const byText = new Map(
    answers.flatMap((answer) => [String(answer.id), answer.key, answer.title].map((one) => [fold(one), answer.id])),
  )
  return {
    ...{ code: `question ${id}`, title, unit: '', limits: unlimited },
    axis: { kind: 'answers', ids: answers.map((answer) => answer.id) },
    read: (text, decimal) => byText.get(fold(text)) ?? numbered(text, decimal),
    spell: (at) => (at === null ? '' : (titles.get(at) ?? `#${at}`)),
  }
}

/** The record's axis fields: the chosen one is set, the other one is cleared. */
export function axisFields(name: AxisName, code: string): Readonly<Record<string, number | null>> {
  const [kind, id] = code.split(' ')
  return {
    [`${name}_question_id`]: kind === 'question' ? Number(id) : null,
    [`${name}_calculation_id`]: kind === 'calculation' ? Number(id) : null,
  }
}
