// What stands for the parsers in a browser: rules, formulas and code of a program are trees already, and nothing looks for what they name.
import type { Reference } from '#core/foundation/property/kind.js'
import type { ParsedRule, StoredRule } from '#core/engine/rule/stored.js'

export class Malformed extends Error {}
export class MalformedFormula extends Error {}
export class CodeRefusal extends Error {}

/** A text in a rule's place is one that could not be read. */
export const parseRule = (rule: StoredRule): ParsedRule | Malformed | null => (typeof rule === 'string' ? new Malformed() : rule)
export const parseFormula = (): MalformedFormula => new MalformedFormula()
export const parseCode = (): CodeRefusal => new CodeRefusal()

const none = (): readonly Reference[] => []
export { none as codeOperands, none as codeReferences, none as formulaReferencesOf, none as matrixReferences, none as typedTerms }
