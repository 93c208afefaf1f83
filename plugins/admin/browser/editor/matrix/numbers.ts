// Numbers as people and spreadsheets write them: `1.234,50`, `1,234.50`, `1 234,5 €`, `1’234.50`.

/** The sign before the decimals. */
export type Decimal = ',' | '.'

/** Blanks of any width, and the signs that group digits in Switzerland. */
const padding = /[\s\u00A0\u202F\u2009'’]/gu
const money = /^[€$£]|[€$£%]$|^[A-Z]{3}(?=[-\d])|(?<=\d)[A-Z]{3}$/g
const number = /^[+-]?(?:\d+(?:[.,]\d+)*[.,]?|[.,]\d+)$/

/** A text without what only helps the eye; null where it is no number. */
function bare(text: string): string | null {
  if (text.length > 60) return null
  const digits = text.replace(padding, '').replace('\u2212', '-').replace(money, '')
  return number.test(digits) ? digits : null
}

const count = (text: string, sign: string): number => text.split(sign).length - 1

/** What one text says of its decimals; null where it could be read both ways. */
function decimalIn(digits: string): Decimal | null {
  const [commas, points] = [count(digits, ','), count(digits, '.')]
  if (commas > 0 && points > 0) return digits.lastIndexOf(',') > digits.lastIndexOf('.') ? ',' : '.'
  // What stands twice groups digits.
  if (commas > 1) return '.'
  if (points > 1) return ','
  if (commas + points === 0) return null
  const sign = commas === 1 ? ',' : '.'
  // `1.234` may be either; `1.5` and `0.125` may not.
  return /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(digits) ? null : sign
}

/** The decimal sign of texts that were written by one hand; `usual` where none of them tells. */
export function decimalOf(texts: Iterable<string>, usual: Decimal): Decimal {
  for (const text of texts) {
    const digits = bare(text)
    const found = digits === null ? null : decimalIn(digits)
    if (found) return found
  }
  return usual
}

/** The plain text of a number, `1234.50`: its digits stay as they are; null where it is none. */
export function readNumber(text: string, decimal: Decimal): string | null {
  const digits = bare(text)
  if (digits === null) return null
  const other = decimal === ',' ? '.' : ','
  const own = digits.replaceAll(other, '').replace(decimal, '.').replace(/\.$/, '')
  if (count(own, '.') > 1 || own.includes(',')) return null
  const [sign, rest] = own.startsWith('-') ? ['-', own.slice(1)] : ['', own.replace(/^\+/, '')]
  const whole = rest.startsWith('.') ? `0${rest}` : rest
  return sign + whole.replace(/^0+(?=\d)/, '')
}
