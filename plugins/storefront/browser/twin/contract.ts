// The public contract for the types that ship, in a browser: what they judge by, and nothing that only authors need.
export { judgeAnswer } from '#core/engine/question/selection.js'
export { numberOf, timestampOf } from '#core/engine/question/value.js'
export { roundResult } from '#core/engine/money/amount.js'
export { day } from '#core/foundation/clock.js'
export { formatTypedNumber, parseNumber } from '#core/foundation/parse-number.js'
export { addDays } from '#core/foundation/time-zone.js'
export { Refusal } from '#core/foundation/property/kind.js'

/** A type is used as it is written. */
export const defineQuestionType = <T>(type: T): T => type

/** Properties are for forms and schemas: their names are all that counts here. */
const property = (): object => ({})
export { property as decimal, property as dropdown, property as number, property as string }
