// The selections that are worth trying for a question when a rule is explained: one for each way in which its conditions can come out.
import { day } from '../../ground/clock.js'
import { comparable } from '../question/compare.js'
import { timestampOf } from '../question/value.js'
import { guardOf } from '../variant/guard.js'
import { partsOf } from '../variant/define.js'
import { limitsOf } from './limits.js'
import type { Condition } from './rule-tree.js'
import type { State } from './state.js'

/** Up to so many numbers of a question are tried one by one. */
const mostNumbers = 20

/** Up to so many numbers that variant tables name are tried. */
const mostNamed = 100

/** At most this many answers of a question with several are combined in every way. */
const mostCombined = 4

/** Held values, null for nothing; the present one first. `complete` = every way in which the conditions come out is among them. */
export interface Candidates {
  readonly values: readonly (string | null)[]
  readonly complete: boolean
}

/** Every selection that could matter for the conditions which read the question. */
export function candidatesOf(state: State, index: number, conditions: readonly Condition[]): Candidates {
  const { type, kind } = state.program.questions[index]!
  const reading = conditions.filter(({ questions }) => questions.includes(index))
  const direct = reading.every((condition) => condition.direct)
  const present = state.text[index]!
  const whole = direct || kind !== 'number' ? null : wholeNumbers(state, index)
  const ends = endsOf(state, index)
  // What conditions ask of numbers through tables alone comes out alike between two ends.
  const between = ends !== null && reading.every((condition) => condition.direct || guardOf(condition.stored) !== null)
  const found = new Set<string | null>([present, null])
  const add = (values: Iterable<string>): void => {
    for (const value of values) found.add(value)
  }
  if (type.multiple) add(combinations(state, index))
  else if (type.takesAnswers) add(answersOf(state, index).map(String))
  else if (kind === 'number') add(whole ?? numbersAround(state, index, reading, ends ?? []))
  else if (kind === 'date') add(datesAround(reading))
  else add(textsOf(reading))
  const all = type.takesAnswers ? !type.multiple || answersOf(state, index).length <= mostCombined : whole !== null
  return { values: [...found], complete: all || ((direct || between) && !type.multiple) }
}

/** The numbers that variant tables name for a question; null where they are too many to be tried, or no number is entered there. */
function endsOf({ program: { questions, source } }: State, index: number): readonly number[] | null {
  const { id, kind } = questions[index]!
  if (kind !== 'number') return null
  const ends = new Set<number>()
  for (const { question_ids, rows } of source.tables ?? []) {
    const place = question_ids.indexOf(id)
    if (place < 0) continue
    for (const part of rows.flatMap((row) => partsOf(row[place] ?? []))) {
      for (const end of typeof part === 'number' ? [part] : [part.from, part.to]) ends.add(end)
      if (ends.size > mostNamed) return null
    }
  }
  return [...ends]
}

function answersOf(state: State, index: number): readonly number[] {
  const { firstAnswer, endAnswer } = state.program.questions[index]!
  return state.program.answers.slice(firstAnswer, endAnswer).map(({ id }) => id)
}

/** Every set of answers where there are few; else the present set with each answer put in or taken out. */
function combinations(state: State, index: number): readonly string[] {
  const ids = answersOf(state, index)
  if (ids.length <= mostCombined) {
    return Array.from({ length: 2 ** ids.length - 1 }, (_, mask) =>
      ids.filter((_id, i) => (((mask + 1) >> i) & 1) === 1).join(','),
    )
  }
  const held = new Set(
    (state.text[index] ?? '')
      .split(',')
      .filter((id) => id !== '')
      .map(Number),
  )
  return ids
    .map((id) => {
      const other = new Set(held)
      if (!other.delete(id)) other.add(id)
      return [...other].sort((a, b) => a - b).join(',')
    })
    .filter((value) => value !== '')
}

/** What the conditions compare a question's own selection with. */
function compared(reading: readonly Condition[]): readonly (string | number | boolean)[] {
  return reading.flatMap(({ stored, direct }) => (direct && stored.value !== '' ? [stored.value] : []))
}

/** The numbers that conditions name and their neighbours, and the limits; only what the question takes. */
function numbersAround(state: State, index: number, reading: readonly Condition[], ends: readonly number[]): readonly string[] {
  const { min, max } = limitsOf(state, index)
  const { type, settings } = state.program.questions[index]!
  const step = type.entries?.(settings).step ?? 1
  const named = compared(reading).flatMap((value) => {
    const number = comparable(value, 'number')
    return typeof number === 'number' ? [number - step, number, number + step] : []
  })
  const wanted = [
    ...named,
    ...ends.flatMap((end) => [end - step, end, end + step]),
    ...(min === null ? [0] : [min]),
    ...(max === null ? [] : [max]),
  ]
  return wanted
    .map((number) => Number(number.toPrecision(15)))
    .filter((number) => (min === null || number >= min) && (max === null || number <= max))
    .map(String)
}

/** Every number that a question takes, where they are few; null otherwise. */
function wholeNumbers(state: State, index: number): readonly string[] | null {
  const { type, settings, source } = state.program.questions[index]!
  const hints = type.entries?.(settings)
  const fixed = type.limited && source.set_min_value === 'static' && source.set_max_value === 'static'
  const { minval: min, maxval: max } = source
  if (!fixed || !hints?.whole || min === null || max === null || max - min > mostNumbers) return null
  const numbers = Array.from({ length: Math.floor(max) - Math.ceil(min) + 1 }, (_, i) => Math.ceil(min) + i)
  return numbers.map(String)
}

function datesAround(reading: readonly Condition[]): readonly string[] {
  return compared(reading).flatMap((value) => {
    const time = timestampOf(String(value))
    return time === null ? [] : [time - day, time, time + day].map((moment) => new Date(moment).toISOString().slice(0, 10))
  })
}

/** The texts that conditions name, and one that none of them names. */
function textsOf(reading: readonly Condition[]): readonly string[] {
  const named = compared(reading).map(String)
  let other = '…'
  while (named.includes(other)) other += '…'
  return [...named, other]
}
