// HTML of the pages that the server writes: templates that escape values, and the Content-Security-Policy.
import { escapeHtml } from '#core/surface.js'
import { createHash } from 'node:crypto'

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

/** Own resources only, inline scripts only by digest. Each page adds its own `frame-ancestors`. */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
].join('; ')

/** The policy of a page with one inline script. `script` must match the inline text exactly. */
export function createPagePolicy(script: string): string {
  const digest = createHash('sha256').update(script).digest('base64')
  return pagePolicy.replace("script-src 'self'", `$& 'sha256-${digest}'`)
}
