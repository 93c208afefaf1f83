// Message templates with placeholders: matches a finished message and extracts the placeholder values from left to right.

type Places = ReadonlyMap<string, string>

interface Template {
  /** Fixed text before, between and after the placeholders. */
  readonly pieces: readonly string[]
  readonly names: readonly string[]
}

/** `Field {field} takes a number.` */
function templateOf(text: string): Template {
  const [first = '', ...rest] = text.split('{')
  const pieces = [first]
  const names: string[] = []
  for (const part of rest) {
    const end = part.indexOf('}')
    names.push(part.slice(0, end))
    pieces.push(part.slice(end + 1))
  }
  return { pieces, names }
}

/** Placeholders with these names match only numbers. */
const figures: ReadonlySet<string> = new Set(['id', 'count', 'count2', 'length', 'row', 'column', 'at'])

/** null if the template does not match. */
function placesIn({ pieces, names }: Template, sentence: string): Places | null {
  const last = pieces.at(-1)!
  if (!sentence.startsWith(pieces[0]!) || !sentence.endsWith(last)) return null
  const found = new Map<string, string>()
  let at = pieces[0]!.length
  const end = sentence.length - last.length
  if (names.length === 0) return sentence === pieces[0] ? found : null
  for (const [index, name] of names.entries()) {
    const isLast = index === names.length - 1
    const next = isLast ? end : sentence.indexOf(pieces[index + 1]!, at)
    if (next < at || next > end) return null
    const text = sentence.slice(at, next)
    if (figures.has(name) && !/^-?[\d.,]+$/.test(text)) return null
    found.set(name, text)
    at = next + pieces[index + 1]!.length
  }
  return found
}

/** A translated message. */
export interface Found {
  readonly words: string
  /** The translation with its placeholders filled. `fill` translates each value. */
  inWords(fill: (name: string, text: string) => string): string
}

/** null for an unknown message. */
export type Translate = (sentence: string) => Found | null

const found = (words: string, places: Places): Found => ({
  words,
  inWords: (fill) =>
    words.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const text = places.get(name)
      return text === undefined ? whole : fill(name, text)
    }),
})

/** If several templates match, the one with the longest fixed text wins. */
export function translator(words: Readonly<Record<string, string>>): Translate {
  const fixed = ({ pieces }: Template): number => pieces.reduce((sum, { length }) => sum + length, 0)
  const known = Object.entries(words)
    .map(([english, other]) => ({ template: templateOf(english), other }))
    .sort((a, b) => fixed(b.template) - fixed(a.template))
  return (sentence) => {
    for (const { template, other } of known) {
      const places = placesIn(template, sentence)
      if (places) return found(other, places)
    }
    return null
  }
}
