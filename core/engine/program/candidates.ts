// The candidate selections for explanations: one for each possible outcome of the conditions that read a question.
import { day } from '../../foundation/clock.js'
import { toComparable, timestampOf } from '../question/value.js'
import { findGuard } from '../variant/variant-compiler.js'
import { cellParts } from '../variant/variant-table.js'
import { currentLimits } from './settlement.js'
import type { Condition } from './rule-tree.js'
import type { ConfigurationState } from './state.js'

/** Maximum size of an integer range that is tried completely. */
const maxIntegers = 20

/** Maximum number of values from variant tables that are tried. */
const maxTableNumbers = 100

/** Maximum number of answers of a multi-select question for which all combinations are tried. */
const maxCombinedAnswers = 4

/**
 * Candidate selections, the current one first; null = nothing selected. `complete`: all possible outcomes of the conditions are
 * covered.
 */
export interface Candidates {
  readonly values: readonly (string | null)[]
  readonly complete: boolean
}

/** All selections that can make a difference for the conditions that read the question. */
export function findCandidates(state: ConfigurationState, index: number, conditions: readonly Condition[]): Candidates {
  const { type, kind } = state.program.questions[index]!
  const reading = conditions.filter(({ questions }) => questions.includes(index))
  const direct = reading.every((condition) => condition.direct)
  const current = state.text[index]!
  const integers = direct || kind !== 'number' ? null : integerRange(state, index)
  const ends = tableNumbers(state, index)
  // Conditions that read numbers only through tables have the same result for all numbers between two adjacent limits.
  const between = ends !== null && reading.every((condition) => condition.direct || findGuard(condition.stored) !== null)
  const values = new Set<string | null>([current, null])
  const add = (additional: Iterable<string>): void => {
    for (const value of additional) values.add(value)
  }
  if (type.multiple) add(combinations(state, index))
  else if (type.takesAnswers) add(answersOf(state, index).map(String))
  else if (kind === 'number') add(integers ?? numbersAround(state, index, reading, ends ?? []))
  else if (kind === 'date') add(datesAround(reading))
  else add(comparedTexts(reading))
  const all = type.takesAnswers ? !type.multiple || answersOf(state, index).length <= maxCombinedAnswers : integers !== null
  return { values: [...values], complete: all || ((direct || between) && !type.multiple) }
}

/** The numbers in variant table columns of a question. Null if there are too many or the question does not accept numbers. */
function tableNumbers({ program: { questions, source } }: ConfigurationState, index: number): readonly number[] | null {
  const { id, kind } = questions[index]!
  if (kind !== 'number') return null
  const ends = new Set<number>()
  for (const { question_ids, rows } of source.tables ?? []) {
    const column = question_ids.indexOf(id)
    if (column < 0) continue
    for (const part of rows.flatMap((row) => cellParts(row[column] ?? []))) {
      for (const end of typeof part === 'number' ? [part] : [part.from, part.to]) ends.add(end)
      if (ends.size > maxTableNumbers) return null
    }
  }
  return [...ends]
}

function answersOf(state: ConfigurationState, index: number): readonly number[] {
  const { firstAnswer, endAnswer } = state.program.questions[index]!
  return state.program.answers.slice(firstAnswer, endAnswer).map(({ id }) => id)
}

/** All sets of answers if there are few. Otherwise the current set with one answer added or removed. */
function combinations(state: ConfigurationState, index: number): readonly string[] {
  const ids = answersOf(state, index)
  if (ids.length <= maxCombinedAnswers) {
    return Array.from({ length: 2 ** ids.length - 1 }, (_, mask) =>
      ids.filter((_id, i) => (((mask + 1) >> i) & 1) === 1).join(','),
    )
  }
  const selected = new Set(
    (state.text[index] ?? '')
      .split(',')
      .filter((id) => id !== '')
      .map(Number),
  )
  return ids
    .map((id) => {
      const combination = new Set(selected)
      if (!combination.delete(id)) combination.add(id)
      return [...combination].sort((a, b) => a - b).join(',')
    })
    .filter((value) => value !== '')
}

/** The values with which conditions compare the question's selection. */
function comparedValues(reading: readonly Condition[]): readonly (string | number | boolean)[] {
  return reading.flatMap(({ stored, direct }) => (direct && stored.value !== '' ? [stored.value] : []))
}

/** The numbers in conditions and tables, their neighbors, and the limits; only numbers within the limits. */
function numbersAround(
  state: ConfigurationState,
  index: number,
  reading: readonly Condition[],
  ends: readonly number[],
): readonly string[] {
  const { min, max } = currentLimits(state, index)
  const { type, settings } = state.program.questions[index]!
  const step = type.entries?.(settings).step ?? 1
  const comparedNumbers = comparedValues(reading).flatMap((value) => {
    const number = toComparable(value, 'number')
    return typeof number === 'number' ? [number - step, number, number + step] : []
  })
  const numbers = [
    ...comparedNumbers,
    ...ends.flatMap((end) => [end - step, end, end + step]),
    ...(min === null ? [0] : [min]),
    ...(max === null ? [] : [max]),
  ]
  return numbers
    .map((number) => Number(number.toPrecision(15)))
    .filter((number) => (min === null || number >= min) && (max === null || number <= max))
    .map(String)
}

/** All integers between the limits if there are few, otherwise null. */
function integerRange(state: ConfigurationState, index: number): readonly string[] | null {
  const { type, settings, source } = state.program.questions[index]!
  const hints = type.entries?.(settings)
  const hasStaticLimits = type.limited && source.set_min_value === 'static' && source.set_max_value === 'static'
  const { minval: min, maxval: max } = source
  if (!hasStaticLimits || !hints?.whole || min === null || max === null || max - min > maxIntegers) return null
  const numbers = Array.from({ length: Math.floor(max) - Math.ceil(min) + 1 }, (_, i) => Math.ceil(min) + i)
  return numbers.map(String)
}

function datesAround(reading: readonly Condition[]): readonly string[] {
  return comparedValues(reading).flatMap((value) => {
    const time = timestampOf(String(value))
    return time === null ? [] : [time - day, time, time + day].map((time) => new Date(time).toISOString().slice(0, 10))
  })
}

/** The texts in conditions, and one text that no condition contains. */
function comparedTexts(reading: readonly Condition[]): readonly string[] {
  const texts = comparedValues(reading).map(String)
  let unnamedText = '…'
  while (texts.includes(unnamedText)) unnamedText += '…'
  return [...texts, unnamedText]
}
