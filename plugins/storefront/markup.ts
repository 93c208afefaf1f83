// HTML templates for the server. Values are escaped unless they are markup.

/** Markup built by `markup`, inserted without escaping. */
export class Markup {
  constructor(readonly text: string) {}
}

type MarkupValue = string | number | Markup | null | readonly MarkupValue[]

const characterEscapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function renderValue(value: MarkupValue): string {
  if (value === null) return ''
  if (value instanceof Markup) return value.text
  if (typeof value === 'object') return value.map(renderValue).join('')
  return String(value).replace(/[&<>"']/g, (character) => characterEscapes[character]!)
}

export function markup(parts: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup {
  return new Markup(parts.map((part, index) => (index === 0 ? part : renderValue(values[index - 1]!) + part)).join(''))
}

/** The text without tags, for lists and page descriptions; at most `length` characters, cut at a word. */
export function toPlainExcerpt(text: string, length: number): string {
  const plain = text
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim()
  if (plain.length <= length) return plain
  const cut = plain.slice(0, length)
  const lastBlank = cut.lastIndexOf(' ')
  return `${lastBlank === -1 ? cut : cut.slice(0, lastBlank)} …`
}
