// Parses numbers of a table in common notations: `1.234,50`, `1,234.50`, `1 234,5 €`, `1’234.50`, `12 %`.
import { formatTypedNumber, parseNumberWith } from '#core/contract.js'
import { typedText } from '#core/surface.js'
import { currentLanguage } from '../../wording/text.js'
import { tEditor } from '../wording/editor-text.js'

/** The decimal separator. */
export type DecimalSeparator = ReturnType<typeof typedText.getDecimalSign>

const removeUnit = (text: string): string => typedText.stripCurrency(text.trim().replace(/%$/, ''))

/** The decimal separator of texts that belong together, or the reason why they cannot be read. */
export function detectDecimalSeparator(
  texts: readonly string[],
  language: string,
): { readonly decimal: DecimalSeparator } | { readonly refusal: string } {
  const column = typedText.parseNumberColumn(texts.map(removeUnit), language)
  if ('cells' in column) {
    const [comma, point] = column.cells
    return { refusal: tEditor('mixedNumbers', { comma: texts[comma]!, point: texts[point]! }) }
  }
  for (const [index, cellNumber] of column.numbers.entries()) {
    if (!('readings' in cellNumber)) continue
    const [first, second] = cellNumber.readings.map((reading) => formatTypedNumber(reading, language))
    return { refusal: tEditor('ambiguousNumber', { text: texts[index]!, first: first!, second: second! }) }
  }
  return { decimal: column.decimal ?? typedText.getDecimalSign(language) }
}

/** The plain text of a number, `1234.50`, with all its digits. null for other texts. */
export const parseCellNumber = (text: string, decimal: DecimalSeparator): string | null =>
  parseNumberWith(removeUnit(text), decimal)

const plainNumberPattern = /^-?\d+(?:\.\d+)?$/

/** A cell's text in the language of the account: `1234,50`. Invalid numbers stay unchanged. */
export const formatCellNumber = (text: string): string =>
  plainNumberPattern.test(text) ? formatTypedNumber(text, currentLanguage.get()) : text
