// Walks through a product as shoppers do who choose at random: what they end with, how likely that was, and where they get stuck.
import { Refusal } from '../../ground/property/kind.js'
import { toAmount } from '../money/amount.js'
import { change, open } from '../program/configure.js'
import type { EvaluationContext } from '../program/context.js'
import { judgeSelection, limitsOf } from '../program/limits.js'
import type { CompiledQuestion, Program } from '../program/program.js'
import type { State } from '../program/state.js'
import type { CountScope } from './count.js'

export interface Walk {
  readonly state: State
  /** Natural logarithm of one over the probability of these choices: of how many such walks this one was drawn. */
  readonly weight: number
  /** A required question applies and has no answer that can be chosen, or nothing that fits was found for it. */
  readonly stuckAt: number | null
  /** False where a later choice changed an earlier one: what is held then is what another walk chooses. */
  readonly kept: boolean
  /** Indexes of questions whose entries counted as one, because they cannot be listed. */
  readonly countedOnce: readonly number[]
}

/** What was chosen for a question, out of how many choices; null where there is none. */
interface Choice {
  readonly value: string | null
  readonly of: number
}

/** Entries that are tried for questions that take no answers, beside their default. */
const samples = ['1', '10', '100', 'text', '#336699', '2030-06-15']
/** How often an entry is drawn anew that the question refuses. */
const draws = 20

/** Goes through the questions in page and question order until each that applies was asked once; optional ones only in the scope `all`. */
export function walk(program: Program, context: EvaluationContext, scope: CountScope, random: () => number): Walk {
  const state = open(program, context)
  const chosen = new Map<number, string | null>()
  const countedOnce: number[] = []
  let weight = 0
  let stuckAt: number | null = null
  for (let asked = -1; asked < chosen.size; ) {
    asked = chosen.size
    for (const question of program.questions) {
      const { index, id } = question
      if (chosen.has(index) || !state.applies(index) || !(question.source.required || scope === 'all')) continue
      const choice = choose(state, question, random)
      if (choice) {
        weight += Math.log(choice.of)
        if (choice.value !== state.text[index]) change(state, { question_id: id, value: choice.value }, true)
        if (!question.type.takesAnswers && range(state, question) === null) countedOnce.push(index)
      } else stuckAt ??= id
      chosen.set(index, state.text[index]!)
    }
  }
  // What an earlier choice was made for may have gone since: then the walk ended in no valid configuration.
  for (const { index, id, source } of program.questions)
    if (stuckAt === null && source.required && state.applies(index) && state.text[index] === null) stuckAt = id
  const kept = [...chosen].every(([index, value]) => state.text[index] === value)
  return { state, weight, stuckAt, kept, countedOnce }
}

function choose(state: State, question: CompiledQuestion, random: () => number): Choice | null {
  const { required } = question.source
  if (question.type.takesAnswers && question.type.multiple) return someOf(selectable(state, question), required, random)
  if (question.type.takesAnswers) {
    const options: (string | null)[] = selectable(state, question)
    if (!required) options.push(null)
    return options.length === 0 ? null : { value: options[Math.floor(random() * options.length)]!, of: options.length }
  }
  const entries = range(state, question)?.count ?? 1
  if (!required && random() * (entries + 1) < 1) return { value: null, of: entries + 1 }
  const value = entry(state, question, random)
  if (value === null) return required ? null : { value, of: 1 }
  return { value, of: required ? entries : entries + 1 }
}

/** Any set of the answers, drawn by a coin for each; none only where the question may stay empty. */
function someOf(ids: readonly string[], required: boolean, random: () => number): Choice | null {
  const of = 2 ** ids.length - Number(required)
  if (of === 0) return null
  for (;;) {
    const picked = ids.filter(() => random() < 0.5)
    if (picked.length > 0) return { value: picked.join(','), of }
    if (!required) return { value: null, of }
  }
}

function selectable(state: State, question: CompiledQuestion): string[] {
  const found: string[] = []
  for (let answer = question.firstAnswer; answer < question.endAnswer; answer++) {
    if (state.selectable(answer)) found.push(String(state.program.answers[answer]!.id))
  }
  return found
}

/** The whole numbers that the question takes now; null where its entries cannot be listed. */
function range(state: State, question: CompiledQuestion): { readonly low: number; readonly count: number } | null {
  const { min, max } = limitsOf(state, question.index)
  if (min === null || max === null || !question.type.entries?.(question.settings).whole) return null
  const low = Math.ceil(min)
  return low > Math.floor(max) ? null : { low, count: Math.floor(max) - low + 1 }
}

/** An entry that the question takes: a whole number within its limits at random, else the first sample that fits. */
function entry(state: State, question: CompiledQuestion, random: () => number): string | null {
  const fits = (value: string): boolean => value !== '' && !(judgeSelection(state, question.index, value) instanceof Refusal)
  const listed = range(state, question)
  if (listed) {
    for (let left = draws; left > 0; left--) {
      const drawn = String(listed.low + Math.floor(random() * listed.count))
      if (fits(drawn)) return drawn
    }
  }
  const { min, max } = limitsOf(state, question.index)
  const tried = [
    ...[min, max].flatMap((limit) => (limit === null ? [] : [String(limit)])),
    question.source.default_value ?? '',
    ...(question.type.entries?.(question.settings).listed ?? []),
    ...samples,
  ]
  return tried.find(fits) ?? null
}

/** The product's unit price at this state, in ten-thousandths of the base currency. */
export function unitPrice(state: State): number {
  return toAmount(state.group.basePrice) + state.sum(0)
}
