// Compares rules of two versions by their meaning, with the question types and answers that they reference.
import { type RuleComparison, compareRules, type OperandValues } from '../../engine/rule/rule-comparison.js'
import type { Registry } from '../../model/registry.js'
import type { AlignedVersion } from './align.js'

/** Takes authored rules that reference parts by the numbers of the versions. */
export function createRuleComparer(
  registry: Registry,
  states: readonly AlignedVersion[],
): (a: unknown, b: unknown) => RuleComparison {
  const cache = new Map<number, OperandValues>()
  const toOperandValues = (operand: Readonly<Record<string, unknown>>): OperandValues | null => {
    const { question, field } = operand
    if (typeof question !== 'number' || field !== undefined) return null
    const values = cache.get(question) ?? valuesOf(question)
    cache.set(question, values)
    return values
  }
  const valuesOf = (question: number): OperandValues => {
    const parts = states.flatMap(({ parts: all }) => all.get(question) ?? [])
    const types = parts.map((part) => registry.questionTypes.get(String(part.fields.get('question_type')?.value ?? '')))
    const several = types.some((type) => type?.multiple === true)
    if (types.length === 0 || types.some((type) => type?.takesAnswers !== true)) return { several, answers: null }
    const answers = states.flatMap(({ parts: all, numbers }) =>
      (all.get(question)?.children ?? []).flatMap((child) => (child.section?.traits.isWithin ? numbers.get(child)! : [])),
    )
    return { several, answers: [...new Set(answers)] }
  }
  return (a, b) => compareRules(a, b, registry.conditionTypes, toOperandValues)
}
