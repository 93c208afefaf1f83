// Judges one rule by itself: can it hold, can it fail, does each of its parts matter. Only the values of its questions count.
import { conditionsOf, Malformed, type ParsedRule, type RuleNode } from '../rule/stored.js'
import type { Abstraction } from './abstract.js'
import { finding, type Place, type ProofFinding } from './findings.js'
import { FALSE, TRUE, type FormulaId } from './formulas.js'
import { answered } from './model.js'
import type { Prover } from './solver.js'

/** The findings on a rule; `title` names what it governs. Empty where the time budget ended before a verdict. */
export function proveRule(
  model: Abstraction,
  prover: Prover,
  place: Place,
  title: string,
  stored: string | null,
): ProofFinding[] {
  const rule = model.ruleOf(stored)
  if (rule === null) return []
  if (rule instanceof Malformed) {
    return [
      finding(
        'malformed-rule',
        place,
        `The rule of '${title}' cannot be read, because ${rule.reason}: '${title}' never applies.`,
      ),
    ]
  }
  const { formulas } = model
  const root = model.formulaOf(rule.root)
  const formula = rule.not ? formulas.not(root) : root
  const never = (...assumed: FormulaId[]): boolean => prover.possible(assumed.map(prover.literal)) === 'no'

  if (formula === FALSE || never(formula)) {
    return [finding('contradiction', place, `The rule of '${title}' can never hold, so '${title}' never applies.`)]
  }
  if (formula === TRUE || never(formulas.not(formula))) {
    return [finding('tautology', place, `The rule of '${title}' always holds; it can be removed.`)]
  }
  const asksForNothing = [...conditionsOf(rule.root)].some((condition) => condition.value === '')
  if (!asksForNothing) {
    const speaksOf = new Set(formulas.support(formula).map((subject) => model.subjects[subject]!.questionId))
    const full = [...speaksOf].flatMap((id) => (id === null ? [] : [answered(model, model.questionOf.get(id)!)]))
    if (full.length > 0 && never(formulas.not(formula), ...full)) {
      const message = `The rule of '${title}' holds whatever is answered; it only waits until its questions are answered.`
      return [finding('always-true-when-answered', place, message)]
    }
  }
  return redundantParts(model, rule, formula, never).map((part) =>
    finding('redundant-part', place, `A part of the rule of '${title}' changes nothing and can be removed: ${part}.`, { part }),
  )
}

/** The largest parts whose removal leaves the rule equivalent; of parts that make each other needless, the later one. */
function redundantParts(
  model: Abstraction,
  rule: ParsedRule,
  whole: FormulaId,
  never: (...assumed: FormulaId[]) => boolean,
): string[] {
  const { formulas } = model
  const found: string[] = []
  const equivalent = (variant: FormulaId): boolean =>
    variant === whole || (never(whole, formulas.not(variant)) && never(formulas.not(whole), variant))

  /** `within` puts a formula in the node's place and gives the whole rule. */
  const visit = (node: RuleNode, path: string, within: (formula: FormulaId) => FormulaId): void => {
    if (node.kind === 'condition') return
    const combine = (parts: readonly FormulaId[]): FormulaId => (node.kind === 'all' ? formulas.and(parts) : formulas.or(parts))
    const parts = node.parts.map(model.formulaOf)
    const kept = new Set(parts.keys())
    const others = (i: number): FormulaId[] => [...kept].filter((k) => k !== i).map((k) => parts[k]!)
    const prefix = path === '' ? '' : `${path}.`
    for (const i of [...parts.keys()].toReversed()) {
      if (kept.size > 1 && equivalent(within(combine(others(i))))) {
        kept.delete(i)
        found.push(`${prefix}${node.kind}[${i}]`)
      }
    }
    for (const i of kept)
      visit(node.parts[i]!, `${prefix}${node.kind}[${i}]`, (formula) => within(combine([...others(i), formula])))
  }
  visit(rule.root, '', rule.not ? (formula) => formulas.not(formula) : (formula) => formula)
  return found.toReversed()
}
