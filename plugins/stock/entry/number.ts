// Validates numbers that customers enter: notation, whole numbers, limits, steps.
import {
  formatTypedNumber,
  numberOf,
  parseNumber,
  type QuestionSettings,
  Refusal,
  type Selection,
  type SelectionContext,
} from 'product-configurator-service'

const maxDigits = 15

/** Removes the plus sign, redundant zeros and spaces: '+007.50' becomes '7.5'. */
function normalizeDecimal(text: string): string {
  const [, sign, whole = '', fraction = ''] = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text.trim()) ?? []
  const integer = whole.replace(/^0+(?=\d)/, '') || '0'
  const decimals = fraction.replace(/(?<!0)0+$/, '')
  const digits = decimals === '' ? integer : `${integer}.${decimals}`
  return sign === '-' && /[1-9]/.test(digits) ? `-${digits}` : digits
}

/**
 * Parses an entry and checks it against the question's limits. The selection holds the normalised decimal text. An entry with a
 * decimal point is read as such; any other entry is read in the notation of the customer's language.
 */
export function validateNumberEntry(
  value: string,
  question: QuestionSettings,
  context: SelectionContext,
  whole: boolean,
): Selection | Refusal {
  const refuse = (messageKey: string, values: Readonly<Record<string, string | number>> = {}): Refusal =>
    new Refusal(context.translate(messageKey, { question: question.title, ...values }))
  const parsed = numberOf(value) === null ? parseNumber(value, context.language) : { number: value }
  if ('readings' in parsed) {
    const [first, second] = parsed.readings.map((reading) => formatTypedNumber(reading, context.language)) as [string, string]
    const entry = value.replace(/[\u200e\u200f]/g, '').trim()
    return refuse('stock.numberAmbiguous', { entry, first, second })
  }
  const number = 'number' in parsed ? Number(parsed.number) : null
  if (number === null || (whole && !Number.isInteger(number)))
    return refuse(whole ? 'stock.wholeNumberRequired' : 'stock.numberRequired')
  const text = normalizeDecimal('number' in parsed ? parsed.number : value)
  if (text.replaceAll(/[-.]/g, '').replace(/^0+/, '').length > maxDigits)
    return refuse('stock.tooManyDigits', { digits: maxDigits })
  const { min, max } = context.limits
  if (min !== null && number < min) return refuse('stock.numberTooSmall', { min })
  if (max !== null && number > max) return refuse('stock.numberTooLarge', { max })
  return { value: text }
}

/** True if the number is `from` plus a whole number of steps. Tolerates the rounding errors of binary fractions. */
export function isOnStep(number: number, from: number, step: number): boolean {
  const steps = (number - from) / step
  return Math.abs(steps - Math.round(steps)) < 1e-6
}
