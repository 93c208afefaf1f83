// Browser replacements for modules that the client engine does not need: its programs are parsed, and its messages are finished texts.
import type { MessageText, Reference } from '#core/contract.js'
import type { messageFormat, ParsedRule, StoredRule } from '#core/surface.js'

// For core/foundation/message-format.ts: messages are in the shopper's language already.
export const findEnglishText = (): undefined => undefined
export const formatText = (text: string): string => text
export const messageText = (message: MessageText): string => (typeof message === 'string' ? message : message.key)
export const toMessageFields = (message: MessageText): messageFormat.MessageFields => ({ message: messageText(message) })
export const toMessageParams = (): Readonly<Record<string, never>> => ({})

// For the parsers of rules, formulas and code.
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
