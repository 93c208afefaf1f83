// HTML templates for pages that the server writes. Values are escaped unless they are markup.
import { escapeHtml } from '#core/surface.js'

/** Markup built by `markup`, inserted without escaping. */
export class Markup {
  constructor(readonly text: string) {}
}

type MarkupValue = string | number | Markup | null | readonly MarkupValue[]

function renderValue(value: MarkupValue): string {
  if (value === null) return ''
  if (value instanceof Markup) return value.text
  return typeof value === 'object' ? value.map(renderValue).join('') : escapeHtml(String(value))
}

export function markup(parts: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup {
  return new Markup(String.raw({ raw: parts }, ...values.map(renderValue)))
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
