// Reads the bank's file of daily rates: one day, and how many units of each currency a euro buys. Whatever else it may hold is refused.

export interface DailyRates {
  /** `2030-01-02` */
  readonly day: string
  /** Units for one euro, by ISO code; the euro itself is among them. */
  readonly perEuro: ReadonlyMap<string, number>
}

const opening = /<Cube time=(?:'(\d{4}-\d\d-\d\d)'|"(\d{4}-\d\d-\d\d)")\s?>/g
const rate = /\s*<Cube currency=['"]([A-Z]{3})['"] rate=['"](\d{1,9}(?:\.\d{1,9})?)['"]\s?\/>/y
const closing = /\s*<\/Cube>\s*<\/Cube>\s*<\/gesmes:Envelope>\s*$/y

/** The pattern at this place of the text, and nowhere behind it. */
function at(pattern: RegExp, text: string, place: number): RegExpExecArray | null {
  pattern.lastIndex = place
  return pattern.exec(text)
}

/** Error with a sentence that says what is wrong. */
export function dailyRates(text: string): DailyRates {
  const [first, second] = text.matchAll(opening)
  if (!first || second) throw new Error('A file of daily rates names one day, and this one does not.')
  const perEuro = new Map([['EUR', 1]])
  let place = first.index + first[0].length
  for (let found = at(rate, text, place); found; found = at(rate, text, place)) {
    const [whole, code = '', units] = found
    if (perEuro.has(code)) throw new Error(`The file of daily rates names '${code}' twice.`)
    if (Number(units) === 0) throw new Error(`The file of daily rates says that '${code}' is worth nothing.`)
    perEuro.set(code, Number(units))
    place += whole.length
  }
  if (perEuro.size === 1 || !at(closing, text, place)) {
    throw new Error(`The file of daily rates does not go on as it should after ${perEuro.size - 1} currencies.`)
  }
  return { day: first[1] ?? first[2] ?? '', perEuro }
}
