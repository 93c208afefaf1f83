// The browser version of the public plugin contract, reduced to the members that the built-in types use for evaluation.
export { validateAnswer } from '#core/engine/question/selection.js'
export { numberOf, timestampOf } from '#core/engine/question/value.js'
export { roundResult } from '#core/engine/money/amount.js'
export { day } from '#core/foundation/clock.js'
export { formatTypedNumber, parseNumber } from '#core/foundation/parse-number.js'
export { addDays } from '#core/foundation/time-zone.js'
export { Refusal } from '#core/foundation/property/kind.js'

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
