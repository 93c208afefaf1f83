// The browser version of the public plugin contract, reduced to the members that the built-in types use for evaluation.
export { validateAnswer } from '#core/contract.js'
export { numberOf, timestampOf } from '#core/contract.js'
export { roundResult } from '#core/contract.js'
export { day } from '#core/contract.js'
export { formatTypedNumber, parseNumber } from '#core/contract.js'
export { addDays } from '#core/contract.js'
export { Refusal } from '#core/contract.js'
export { createMessage } from '#core/contract.js'

/** The declaration needs no validation here. */
export const defineQuestionType = <T>(type: T): T => type

/** Properties only serve forms and schemas. The client engine needs only their names to exist. */
const createEmptyProperty = (): object => ({})
export {
  createEmptyProperty as decimal,
  createEmptyProperty as dropdown,
  createEmptyProperty as number,
  createEmptyProperty as string,
}
