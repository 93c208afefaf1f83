// Browser replacement for the rule, formula and code parsers: a program contains parsed trees, so nothing is parsed here.
import type { Reference } from '#core/contract.js'
import type { ParsedRule, StoredRule } from '#core/surface.js'

export class Malformed extends Error {}
export class MalformedFormula extends Error {}
export class CodeRefusal extends Error {}

/** A rule that is still text could not be parsed by the service. */
export const parseRule = (rule: StoredRule): ParsedRule | Malformed | null => (typeof rule === 'string' ? new Malformed() : rule)
export const parseFormula = (): MalformedFormula => new MalformedFormula()
export const parseCode = (): CodeRefusal => new CodeRefusal()

/** Only authors limit and write rules. */
export const ruleLimits = {}
export const serializeRule = (): string => ''

const returnNoReferences = (): readonly Reference[] => []
export {
  returnNoReferences as codeOperands,
  returnNoReferences as codeReferences,
  returnNoReferences as formulaReferencesOf,
  returnNoReferences as matrixReferences,
  returnNoReferences as repointRule,
  returnNoReferences as ruleReferences,
  returnNoReferences as typedTerms,
  returnNoReferences as walkConditions,
}
