// Checks a single rule: whether it can hold, can fail, and whether each part is relevant.
// Only the values of its questions are considered.
import { createMessage } from '../../foundation/message.js'
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
    return [createFinding('malformed-rule', place, createMessage('findings.malformedRule', { title, reason: rule.reason }))]
  }
  const { formulas } = model
  const root = model.formulaOf(rule.root)
  const formula = rule.not ? formulas.not(root) : root
  const fails = formulas.not(formula)

  // Examples are useful only if the rule has several parts on one level.
  const search = hasSiblings(rule.root) ? findExample : isSatisfiable
  const holding = search(model, prover, [formula])
  if (holding === 'none') {
    return [createFinding('contradiction', place, createMessage('findings.contradiction', { title }))]
  }
  const failing = search(model, prover, [fails])
  if (failing === 'none') {
    return [createFinding('tautology', place, createMessage('findings.tautology', { title }))]
  }
  const comparesEmpty = [...walkConditions(rule.root)].some((condition) => condition.value === '')
  if (!comparesEmpty) {
    const questionIds = new Set(formulas.support(formula).map((subject) => model.subjects[subject]!.questionId))
    const answeredFormulas = [...questionIds].flatMap((id) =>
      id === null ? [] : [answeredFormula(model, model.questionOf.get(id)!)],
    )
    if (answeredFormulas.length > 0 && isSatisfiable(model, prover, [fails, ...answeredFormulas]) === 'none') {
      const message = createMessage('findings.alwaysWhenAnswered', { title })
      return [createFinding('always-true-when-answered', place, message)]
    }
  }
  const examples = [holding, failing].filter((example) => example instanceof Int32Array)
  return findRedundantParts(model, prover, rule, examples).map((part) =>
    createFinding('redundant-part', place, createMessage('findings.redundantPart', { title, where: part }), {
      part,
    }),
  )
}
