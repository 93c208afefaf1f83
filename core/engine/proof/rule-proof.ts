// Checks a single rule: whether it can hold, can fail, and whether each part is relevant.
// Only the values of its questions are considered.
import { walkConditions, Malformed, type RuleNode, type StoredRule } from '../rule/stored.js'
import type { ProofModel } from './proof-model.js'
import { isSatisfiable, findExample } from './example.js'
import { createFinding, type FindingTarget, type ProofFinding } from './findings.js'
import { answeredFormula } from './product-model.js'
import { findRedundantParts } from './redundancy.js'
import type { Prover } from './solver.js'

const hasSiblings = (node: RuleNode): boolean =>
  node.kind !== 'condition' && (node.parts.length > 1 || node.parts.some(hasSiblings))

/** The findings about a rule. `title` names its question or answer. Empty if the time budget ended first. */
export function proveRule(
  model: ProofModel,
  prover: Prover,
  place: FindingTarget,
  title: string,
  stored: StoredRule,
): ProofFinding[] {
  const rule = model.ruleOf(stored)
  if (rule === null) return []
  if (rule instanceof Malformed) {
    return [
      createFinding(
        'malformed-rule',
        place,
        `The rule of '${title}' cannot be read, because ${rule.reason}: '${title}' never applies.`,
      ),
    ]
  }
  const { formulas } = model
  const root = model.formulaOf(rule.root)
  const formula = rule.not ? formulas.not(root) : root
  const fails = formulas.not(formula)

  // Examples are useful only if the rule has several parts on one level.
  const search = hasSiblings(rule.root) ? findExample : isSatisfiable
  const holding = search(model, prover, [formula])
  if (holding === 'none') {
    return [createFinding('contradiction', place, `The rule of '${title}' can never hold, so '${title}' never applies.`)]
  }
  const failing = search(model, prover, [fails])
  if (failing === 'none') {
    return [createFinding('tautology', place, `The rule of '${title}' always holds; it can be removed.`)]
  }
  const comparesEmpty = [...walkConditions(rule.root)].some((condition) => condition.value === '')
  if (!comparesEmpty) {
    const questionIds = new Set(formulas.support(formula).map((subject) => model.subjects[subject]!.questionId))
    const answeredFormulas = [...questionIds].flatMap((id) =>
      id === null ? [] : [answeredFormula(model, model.questionOf.get(id)!)],
    )
    if (answeredFormulas.length > 0 && isSatisfiable(model, prover, [fails, ...answeredFormulas]) === 'none') {
      const message = `The rule of '${title}' holds whatever is answered; it only waits until its questions are answered.`
      return [createFinding('always-true-when-answered', place, message)]
    }
  }
  const examples = [holding, failing].filter((example) => example instanceof Int32Array)
  return findRedundantParts(model, prover, rule, examples).map((part) =>
    createFinding('redundant-part', place, `A part of the rule of '${title}' changes nothing and can be removed: ${part}.`, {
      part,
    }),
  )
}
