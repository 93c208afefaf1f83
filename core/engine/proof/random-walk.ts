// Simulates a customer with random choices: the resulting configuration, its probability, and dead ends.
import { Refusal } from '../../foundation/property/kind.js'
import { toAmount } from '../money/amount.js'
import { changeSelection, openConfiguration } from '../program/configuration.js'
import type { EvaluationContext } from '../program/evaluation-context.js'
import { validateSelection, currentLimits } from '../program/limits.js'
import type { CompiledQuestion, Program } from '../program/program.js'
import type { ConfigurationState } from '../program/state.js'
import type { CountScope } from './diagram.js'

interface RandomWalk {
  readonly state: ConfigurationState
  /** Natural logarithm of the inverse probability of the choices. */
  readonly weight: number
  /** The id of a required question that applies but has no available answer or accepted entry. Null if there is none. */
  readonly stuckAt: number | null
  /** False if a later choice changed an earlier one. The resulting configuration then belongs to another walk. */
  readonly isUnchanged: boolean
  /** Indexes of questions whose entries count as one, because they cannot be listed. */
  readonly countedOnce: readonly number[]
}

/** The selection of a question and the number of choices. Null = no selection. */
interface Choice {
  readonly value: string | null
  readonly of: number
}

/** Sample entries for questions without answers, in addition to their default. */
const samples = ['1', '10', '100', 'text', '#336699', '2030-06-15']
/** Maximum number of random entries that are tried. */
const maxDraws = 20

/**
 * Visits the questions in page and question order until each applicable one was visited once. Optional questions only with
 * scope `all`.
 */
export function runWalk(program: Program, context: EvaluationContext, scope: CountScope, random: () => number): RandomWalk {
  const state = openConfiguration(program, context)
  const selections = new Map<number, string | null>()
  const unweighted: number[] = []
  let weight = 0
  let stuckAt: number | null = null
  for (let visited = -1; visited < selections.size; ) {
    visited = selections.size
    for (const question of program.questions) {
      const { index, id } = question
      if (selections.has(index) || !state.applies(index) || !(question.source.required || scope === 'all')) continue
      const choice = chooseSelection(state, question, random)
      if (choice) {
        weight += Math.log(choice.of)
        if (choice.value !== state.text[index]) changeSelection(state, { question_id: id, value: choice.value }, true)
        if (!question.type.takesAnswers && integerRange(state, question) === null) unweighted.push(index)
      } else stuckAt ??= id
      selections.set(index, state.text[index]!)
    }
  }
  // An earlier selection may have been removed since. The walk then ended in a configuration that is not valid.
  for (const { index, id, source } of program.questions)
    if (stuckAt === null && source.required && state.applies(index) && state.text[index] === null) stuckAt = id
  const isUnchanged = [...selections].every(([index, value]) => state.text[index] === value)
  return { state, weight, stuckAt, isUnchanged: isUnchanged, countedOnce: unweighted }
}

function chooseSelection(state: ConfigurationState, question: CompiledQuestion, random: () => number): Choice | null {
  const { required } = question.source
  if (question.type.takesAnswers && question.type.multiple)
    return chooseSubset(selectableAnswers(state, question), required, random)
  if (question.type.takesAnswers) {
    const options: (string | null)[] = selectableAnswers(state, question)
    if (!required) options.push(null)
    return options.length === 0 ? null : { value: options[Math.floor(random() * options.length)]!, of: options.length }
  }
  const entries = integerRange(state, question)?.count ?? 1
  if (!required && random() * (entries + 1) < 1) return { value: null, of: entries + 1 }
  const value = chooseEntry(state, question, random)
  if (value === null) return required ? null : { value, of: 1 }
  return { value, of: required ? entries : entries + 1 }
}

/** A random subset of the answers. The empty subset only if the question is optional. */
function chooseSubset(ids: readonly string[], required: boolean, random: () => number): Choice | null {
  const of = 2 ** ids.length - Number(required)
  if (of === 0) return null
  for (;;) {
    const subset = ids.filter(() => random() < 0.5)
    if (subset.length > 0) return { value: subset.join(','), of }
    if (!required) return { value: null, of }
  }
}

function selectableAnswers(state: ConfigurationState, question: CompiledQuestion): string[] {
  const answers: string[] = []
  for (let answer = question.firstAnswer; answer < question.endAnswer; answer++) {
    if (state.selectable(answer)) answers.push(String(state.program.answers[answer]!.id))
  }
  return answers
}

/** The integers that the question accepts now. Null if its entries cannot be listed. */
function integerRange(
  state: ConfigurationState,
  question: CompiledQuestion,
): { readonly low: number; readonly count: number } | null {
  const { min, max } = currentLimits(state, question.index)
  if (min === null || max === null || !question.type.entries?.(question.settings).whole) return null
  const low = Math.ceil(min)
  return low > Math.floor(max) ? null : { low, count: Math.floor(max) - low + 1 }
}

/** An accepted entry: a random integer within the limits, otherwise the first accepted sample. */
function chooseEntry(state: ConfigurationState, question: CompiledQuestion, random: () => number): string | null {
  const isAccepted = (value: string): boolean =>
    value !== '' && !(validateSelection(state, question.index, value) instanceof Refusal)
  const integers = integerRange(state, question)
  if (integers) {
    for (let attempt = maxDraws; attempt > 0; attempt--) {
      const text = String(integers.low + Math.floor(random() * integers.count))
      if (isAccepted(text)) return text
    }
  }
  const { min, max } = currentLimits(state, question.index)
  const candidates = [
    ...[min, max].flatMap((limit) => (limit === null ? [] : [String(limit)])),
    question.source.default_value ?? '',
    ...(question.type.entries?.(question.settings).listed ?? []),
    ...samples,
  ]
  return candidates.find(isAccepted) ?? null
}

/** The unit price of the configuration in ten-thousandths of the base currency. */
export function unitPriceAmount(state: ConfigurationState): number {
  return toAmount(state.group.basePrice) + state.sum(0)
}
