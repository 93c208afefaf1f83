// What of a product says no to a selection now, by its owner: where an author finds the rule, the limit or the table.
import { Refusal } from '../../ground/property/kind.js'
import { idFrom } from '../question/selection.js'
import { Malformed } from '../rule/stored.js'
import { judgeEntry, limitsOf } from './limits.js'
import { judgeTree, readRuleTree } from './rule-tree.js'
import type { State } from './state.js'

/** The rule of a question or an answer, a variant table, a question's limits, or an answer that is not available; by the id of each. */
export interface Bar {
  readonly kind: 'question' | 'answer' | 'table' | 'limits' | 'unavailable'
  readonly id: number
}

/** An answer's rule as it is stored, without what tables say of it. */
function ownRuleFails(state: State, id: number): boolean {
  const rules = state.program.source.answers.find((one) => one.id === id)?.rules ?? null
  const rule = readRuleTree(state.program, rules)
  if (rule === null) return false
  return rule instanceof Malformed || judgeTree(rule, (condition) => condition.test(state)) === false
}

function barsOfAnswer(state: State, question: number, id: number): readonly Bar[] {
  const { program } = state
  const answer = program.answerIndex.get(id)
  if (answer === undefined || program.questionOfAnswer[answer] !== question) return []
  const bars: Bar[] = program.available[answer] === 1 || state.chosen[answer] ? [] : [{ kind: 'unavailable', id }]
  if (state.ownRule(answer)) return bars
  const tables = program.tablesAgainst?.(state, question, String(id)) ?? []
  if (tables.length === 0 || ownRuleFails(state, id)) bars.unshift({ kind: 'answer', id })
  return [...bars, ...tables.map((table): Bar => ({ kind: 'table', id: table }))]
}

/** A number outside its question's limits, or that tables do not take; whatever else is wrong with an entry is nobody's rule. */
function barsOfEntry(state: State, question: number, value: string): readonly Bar[] {
  const judged = judgeEntry(state, question, value)
  if (!(judged instanceof Refusal))
    return (state.program.tablesAgainst?.(state, question, judged.value) ?? []).map((id) => ({ kind: 'table', id }))
  const { min, max } = limitsOf(state, question)
  const entered = Number(value)
  const outside = (min !== null && entered < min) || (max !== null && entered > max)
  return outside ? [{ kind: 'limits', id: state.program.questions[question]!.id }] : []
}

/** Nothing for what is not barred, for what clears, and for what is no selection of the product at all. */
export function barsOf(state: State, questionId: number, value: string | number | null): readonly Bar[] {
  const index = state.program.questionIndex.get(questionId)
  if (index === undefined || value === null || value === '') return []
  if (!state.applies(index)) return [{ kind: 'question', id: questionId }]
  const text = String(value)
  if (!state.program.questions[index]!.type.takesAnswers) return barsOfEntry(state, index, text)
  const ids = [...new Set(text.split(','))].map(idFrom)
  return ids.flatMap((id) => barsOfAnswer(state, index, id))
}
