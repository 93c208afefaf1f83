// Message templates with placeholders: matches a finished message and extracts the placeholder values from left to right.

type PlaceholderValues = ReadonlyMap<string, string>

interface MessageTemplate {
  /** Fixed text before, between and after the placeholders. */
  readonly pieces: readonly string[]
  readonly names: readonly string[]
}

/** `Field {field} takes a number.` */
function parseTemplate(text: string): MessageTemplate {
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
const numericPlaceholders: ReadonlySet<string> = new Set(['id', 'count', 'count2', 'length', 'row', 'column', 'at'])

/** null if the template does not match. */
function matchTemplate({ pieces, names }: MessageTemplate, sentence: string): PlaceholderValues | null {
  const last = pieces.at(-1)!
  if (!sentence.startsWith(pieces[0]!) || !sentence.endsWith(last)) return null
  const values = new Map<string, string>()
  let at = pieces[0]!.length
  const end = sentence.length - last.length
  if (names.length === 0) return sentence === pieces[0] ? values : null
  for (const [index, name] of names.entries()) {
    const isLast = index === names.length - 1
    const next = isLast ? end : sentence.indexOf(pieces[index + 1]!, at)
    if (next < at || next > end) return null
    const text = sentence.slice(at, next)
    if (numericPlaceholders.has(name) && !/^-?[\d.,]+$/.test(text)) return null
    values.set(name, text)
    at = next + pieces[index + 1]!.length
  }
  return values
}

/** A translated message. */
export interface TemplateMatch {
  readonly words: string
  /** The translation with its placeholders filled. `fill` translates each value. */
  format(fill: (name: string, text: string) => string): string
}

/** null for an unknown message. */
export type TemplateTranslator = (sentence: string) => TemplateMatch | null

const createTemplateMatch = (words: string, places: PlaceholderValues): TemplateMatch => ({
  words,
  format: (fill) =>
    words.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const text = places.get(name)
      return text === undefined ? whole : fill(name, text)
    }),
})

/** If several templates match, the one with the longest fixed text wins. */
export function createTemplateTranslator(words: Readonly<Record<string, string>>): TemplateTranslator {
  const fixed = ({ pieces }: MessageTemplate): number => pieces.reduce((sum, { length }) => sum + length, 0)
  const templates = Object.entries(words)
    .map(([english, other]) => ({ template: parseTemplate(english), other }))
    .sort((a, b) => fixed(b.template) - fixed(a.template))
  return (sentence) => {
    for (const { template, other } of templates) {
      const places = matchTemplate(template, sentence)
      if (places) return createTemplateMatch(other, places)
    }
    return null
  }
}
