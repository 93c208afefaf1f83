// Reference implementation of settling a change: evaluates every question from scratch in every pass.
import type { Program } from '../../../../core/engine/program/program.js'
import { ConfigurationState } from '../../../../core/engine/program/state.js'
import { anonymousContext } from '../engine-product.js'

export type SettledSelections = readonly (string | null)[]

/** A state with these selections and every rule evaluated, without consequences. */
export function evaluateProduct(program: Program, selections: SettledSelections): ConfigurationState {
  const state = new ConfigurationState(program, anonymousContext)
  for (const [index, value] of selections.entries()) if (value !== null) state.setSelection(index, value)
  state.evaluateAllRules()
  return state
}

/** The selections after a change and its consequences. */
export function settleFully(
  program: Program,
  before: SettledSelections,
  changed: number,
  value: string | null,
): SettledSelections {
  const applied = evaluateProduct(program, before)
  const selections = [...before]
  selections[changed] = value
  const chosen = new Set<number>()
  const deselected = new Set<number>()
  const firstOf = (state: ConfigurationState, index: number, behavior: string): string | null => {
    const { firstAnswer, endAnswer, type, source } = program.questions[index]!
    for (let answer = firstAnswer; answer < endAnswer; answer++) {
      const fits = state.ownRule(answer) && program.available[answer] === 1
      if (fits && (behavior.endsWith('any') || program.answers[answer]!.default)) return String(program.answers[answer]!.id)
    }
    return behavior.endsWith('default') && !type.takesAnswers ? source.default_value : null
  }
  const settleQuestion = (index: number): boolean => {
    const state = evaluateProduct(program, selections)
    const { source, type } = program.questions[index]!
    const previous = selections[index]!
    const set = (next: string | null): boolean => {
      if (next === null) deselected.add(index)
      else chosen.add(index)
      selections[index] = next
      return true
    }
    const spent = chosen.has(index) || deselected.has(index)
    if (!state.applies(index)) return previous !== null && set(null)
    if (previous === null) {
      if (spent || applied.applies(index) || source.behavior_on_activation === 'none') return false
      const next = firstOf(state, index, source.behavior_on_activation)
      return next !== null && set(next)
    }
    if (!type.takesAnswers) return false
    const ids = previous.split(',')
    const allowed = ids.filter((id) => state.ownRule(program.answerIndex.get(Number(id))!))
    if (allowed.length === ids.length) return false
    if (allowed.length > 0) {
      deselected.add(index)
      selections[index] = allowed.join(',')
      return true
    }
    return set(
      source.behavior_on_inconsistency === 'deselect' || spent ? null : firstOf(state, index, source.behavior_on_inconsistency),
    )
  }
  let hasChanged = true
  while (hasChanged) {
    hasChanged = false
    for (const { index } of program.questions) hasChanged = settleQuestion(index) || hasChanged
  }
  return selections
}
