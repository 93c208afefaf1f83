// Walks through a product as shoppers do who choose at random: what they end with, how likely that was, and where they get stuck.
import { Refusal } from '../../ground/property/kind.js'
import { toAmount } from '../money/amount.js'
import { change, open } from '../program/configure.js'
import type { EvaluationContext } from '../program/context.js'
import { judgeSelection, limitsOf } from '../program/limits.js'
import type { CompiledQuestion, Program } from '../program/program.js'
import type { State } from '../program/state.js'
import { isRequired } from '../program/view.js'
import type { Scope } from './count.js'

export interface Walk {
  readonly state: State
  /** The probability of these choices. */
  readonly probability: number
  /** A required question applies and has no answer that can be chosen, or nothing that fits was found for it. */
  readonly stuckAt: number | null
}

/** Entries that are tried for questions that take no answers, beside their default. */
const samples = ['1', '10', '100', 'text', '#336699', '2030-06-15']

/** Goes through the questions in page and question order; optional ones only in the scope `all`. */
export function walk(program: Program, context: EvaluationContext, scope: Scope, random: () => number): Walk {
  const state = open(program, context)
  let probability = 1
  let stuckAt: number | null = null
  for (const question of program.questions) {
    const required = question.source.required
    if (!state.applies(question.index) || (!required && scope === 'required')) continue
    const options: (string | null)[] = question.type.takesAnswers ? selectable(state, question) : entries(state, question, random)
    if (!required) options.push(null)
    if (options.length === 0) {
      stuckAt ??= question.id
      continue
    }
    const value = options[Math.floor(random() * options.length)]!
    probability /= options.length
    if (value !== null) change(state, { question_id: question.id, value }, true)
  }
  // What an earlier choice was made for may have gone since: then the walk ended in no valid configuration.
  for (const question of program.questions) {
    if (stuckAt === null && isRequired(state, question.index) && state.text[question.index] === null) stuckAt = question.id
  }
  return { state, probability, stuckAt }
}

function selectable(state: State, question: CompiledQuestion): string[] {
  const found: string[] = []
  for (let answer = question.firstAnswer; answer < question.endAnswer; answer++) {
    if (state.selectable(answer)) found.push(String(state.program.answers[answer]!.id))
  }
  return found
}

/** One entry that the question takes: a whole number within narrow limits at random, else the first sample that fits. */
function entries(state: State, question: CompiledQuestion, random: () => number): string[] {
  const { min, max } = limitsOf(state, question.index)
  const tried: string[] = []
  if (min !== null && max !== null) tried.push(String(Math.floor(min + random() * (Math.floor(max) - min + 1))))
  for (const limit of [min, max]) if (limit !== null) tried.push(String(limit))
  if (question.source.default_value) tried.push(question.source.default_value)
  tried.push(...(question.type.entries?.(question.settings).listed ?? []))
  for (const value of [...tried, ...samples]) {
    if (value !== '' && !(judgeSelection(state, question.index, value) instanceof Refusal)) return [value]
  }
  return []
}

/** The product's unit price at this state, in ten-thousandths of the base currency. */
export function unitPrice(state: State): number {
  return toAmount(state.group.basePrice) + state.sum(0)
}
