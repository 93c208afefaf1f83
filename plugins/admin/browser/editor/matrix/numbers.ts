// Numbers of a table as people and spreadsheets write them: `1.234,50`, `1,234.50`, `1 234,5 €`, `1’234.50`, `12 %`.
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

/** The sign before the decimals. */
export type Decimal = DecimalSign

const withoutUnit = (text: string): string => stripCurrency(text.trim().replace(/%$/, ''))

/** The decimal sign of texts that are written or pasted together, or why they cannot be read. */
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

/** The plain text of a number, `1234.50`, with its digits as written; null for a text that is no number. */
export const readNumber = (text: string, decimal: Decimal): string | null => parseNumberWith(withoutUnit(text), decimal)

const plainText = /^-?\d+(?:\.\d+)?$/

/** The text of a cell in the language of the account: `1234,50`. A text that is no number stays as it is. */
export const writeNumber = (text: string): string => (plainText.test(text) ? formatTypedNumber(text, spoken.get()) : text)
