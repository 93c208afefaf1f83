// Finds the rules, limits and variant tables that block a selection, for authors who look for the cause.
import { Refusal } from '../../foundation/property/kind.js'
import { parseId } from '../question/question-type.js'
import { Malformed } from '../rule/stored.js'
import { validateEntry, currentLimits } from './settlement.js'
import { evaluateTree, parseRuleTree } from './rule-tree.js'
import type { ConfigurationState } from './state.js'

/**
 * What blocks a selection: the rule of a question or answer, a variant table, a question's limits, or an unavailable answer.
 * `id` is its record id.
 */
export interface BlockingRule {
  readonly kind: 'question' | 'answer' | 'table' | 'limits' | 'unavailable'
  readonly id: number
}

/** Whether the stored rule of an answer fails, without the rules from variant tables. */
function ownRuleFails(state: ConfigurationState, id: number): boolean {
  const rules = state.program.source.answers.find((answer) => answer.id === id)?.rules ?? null
  const rule = parseRuleTree(state.program, rules)
  if (rule === null) return false
  return rule instanceof Malformed || evaluateTree(rule, (condition) => condition.test(state)) === false
}

function blocksOfAnswer(state: ConfigurationState, question: number, id: number): readonly BlockingRule[] {
  const { program } = state
  const answer = program.answerIndex.get(id)
  if (answer === undefined || program.questionOfAnswer[answer] !== question) return []
  const blocks: BlockingRule[] = program.available[answer] === 1 || state.chosen[answer] ? [] : [{ kind: 'unavailable', id }]
  if (state.ownRule(answer)) return blocks
  const tables = program.findBlockingTables?.(state, question, String(id)) ?? []
  if (tables.length === 0 || ownRuleFails(state, id)) blocks.unshift({ kind: 'answer', id })
  return [...blocks, ...tables.map((table): BlockingRule => ({ kind: 'table', id: table }))]
}

/** Blocks of a number outside its limits or excluded by variant tables. Other invalid entries have no blocking rule. */
function blocksOfEntry(state: ConfigurationState, question: number, value: string): readonly BlockingRule[] {
  const outcome = validateEntry(state, question, value)
  if (!(outcome instanceof Refusal))
    return (state.program.findBlockingTables?.(state, question, outcome.value) ?? []).map((id) => ({ kind: 'table', id }))
  const { min, max } = currentLimits(state, question)
  const number = Number(value)
  const outside = (min !== null && number < min) || (max !== null && number > max)
  return outside ? [{ kind: 'limits', id: state.program.questions[question]!.id }] : []
}

/** The blocks of a selection. Empty if it is allowed, if it clears the question, or if the product has no such question. */
export function findBlockingRules(
  state: ConfigurationState,
  questionId: number,
  value: string | number | null,
): readonly BlockingRule[] {
  const index = state.program.questionIndex.get(questionId)
  if (index === undefined || value === null || value === '') return []
  if (!state.applies(index)) return [{ kind: 'question', id: questionId }]
  const text = String(value)
  if (!state.program.questions[index]!.type.takesAnswers) return blocksOfEntry(state, index, text)
  const ids = [...new Set(text.split(','))].map(parseId)
  return ids.flatMap((id) => blocksOfAnswer(state, index, id))
}
