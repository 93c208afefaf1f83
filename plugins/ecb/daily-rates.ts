// Parses the European Central Bank's XML file of daily reference rates. Rejects any other content.

export interface DailyRates {
  /** `2030-01-02` */
  readonly day: string
  /** Units per euro, by ISO code. Includes EUR. */
  readonly perEuro: ReadonlyMap<string, number>
}

const opening = /<Cube time=(?:'(\d{4}-\d\d-\d\d)'|"(\d{4}-\d\d-\d\d)")\s?>/g
const rate = /\s*<Cube currency=['"]([A-Z]{3})['"] rate=['"](\d{1,9}(?:\.\d{1,9})?)['"]\s?\/>/y
const closing = /\s*<\/Cube>\s*<\/Cube>\s*<\/gesmes:Envelope>\s*$/y

/** Matches a sticky pattern exactly at this offset. */
function matchAt(pattern: RegExp, text: string, offset: number): RegExpExecArray | null {
  pattern.lastIndex = offset
  return pattern.exec(text)
}

/** Throws an Error with a sentence about the first fault. */
export function parseDailyRates(text: string): DailyRates {
  const [first, second] = text.matchAll(opening)
  if (!first || second) throw new Error('The file of daily rates must contain exactly one day.')
  const perEuro = new Map([['EUR', 1]])
  let offset = first.index + first[0].length
  for (let match = matchAt(rate, text, offset); match; match = matchAt(rate, text, offset)) {
    const [whole, code = '', units] = match
    if (perEuro.has(code)) throw new Error(`The file of daily rates contains '${code}' twice.`)
    if (Number(units) === 0) throw new Error(`The file of daily rates contains the rate 0 for '${code}'.`)
    perEuro.set(code, Number(units))
    offset += whole.length
  }
  if (perEuro.size === 1 || !matchAt(closing, text, offset)) {
    throw new Error(`The file of daily rates is malformed after ${perEuro.size - 1} currencies.`)
  }
  return { day: first[1] ?? first[2] ?? '', perEuro }
}
