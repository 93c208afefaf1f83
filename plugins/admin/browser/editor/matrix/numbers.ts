// Parses numbers of a table in common notations: `1.234,50`, `1,234.50`, `1 234,5 €`, `1’234.50`, `12 %`.
import {
  getDecimalSign,
  type DecimalSign,
  formatTypedNumber,
  parseNumberColumn,
  parseNumberWith,
  stripCurrency,
} from '#core/foundation/parse-number.js'
import { spoken } from '../../wording/text.js'
import { say } from '../wording/say.js'

/** The decimal separator. */
export type Decimal = DecimalSign

const withoutUnit = (text: string): string => stripCurrency(text.trim().replace(/%$/, ''))

/** The decimal separator of texts that belong together, or the reason why they cannot be read. */
export function decimalOf(
  texts: readonly string[],
  language: string,
): { readonly decimal: Decimal } | { readonly refusal: string } {
  const column = parseNumberColumn(texts.map(withoutUnit), language)
  if ('cells' in column) {
    const [comma, point] = column.cells
    return { refusal: say('mixedNumbers', { comma: texts[comma]!, point: texts[point]! }) }
  }
  for (const [index, one] of column.numbers.entries()) {
    if (!('readings' in one)) continue
    const [first, second] = one.readings.map((reading) => formatTypedNumber(reading, language))
    return { refusal: say('ambiguousNumber', { text: texts[index]!, first: first!, second: second! }) }
  }
  return { decimal: column.decimal ?? getDecimalSign(language) }
}

/** The plain text of a number, `1234.50`, with all its digits. null for other texts. */
export const readNumber = (text: string, decimal: Decimal): string | null => parseNumberWith(withoutUnit(text), decimal)

const plainText = /^-?\d+(?:\.\d+)?$/

/** A cell's text in the language of the account: `1234,50`. Invalid numbers stay unchanged. */
export const writeNumber = (text: string): string => (plainText.test(text) ? formatTypedNumber(text, spoken.get()) : text)
