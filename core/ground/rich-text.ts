// Cleans texts that authors write as HTML: an allow-list of tags, attributes and addresses, applied on write.
import { createRequire } from 'node:module'
import type sanitizeHtml from 'sanitize-html'
import { createRecent } from './recent.js'

const options: sanitizeHtml.IOptions = {
  allowedTags: [
    ...[
      'h2',
      'h3',
      'h4',
      'h5',
      'h6',
      'p',
      'br',
      'hr',
      'blockquote',
      'pre',
      'div',
      'span',
      'section',
      'ul',
      'ol',
      'li',
      'dl',
      'dt',
      'dd',
    ],
    ...['a', 'b', 'strong', 'i', 'em', 'u', 's', 'small', 'sub', 'sup', 'code', 'kbd', 'mark', 'abbr', 'q', 'cite', 'time'],
    ...['img', 'figure', 'figcaption', 'table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {
    '*': ['class', 'title', 'lang', 'dir'],
    a: ['href', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height', 'loading'],
    col: ['span'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
    time: ['datetime'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
}

/** A `<` opens markup only before a letter, `/`, `!` or `?` (HTML standard, tag open state); all else is text and stays verbatim. */
const markup = /<[a-zA-Z/!?]/

// The package takes 70 ms to load; most processes never sanitise a text.
let clean: typeof sanitizeHtml | undefined

/** Characters from which a result is remembered: a shorter text costs less than a millisecond. */
const memorable = 256
/** Texts that were sanitised a moment ago, with their results: by a worker, or by the check that precedes the write. */
const sanitized = createRecent<string, string>(128)

/** True for a text that has to be parsed; all others stay as they are. */
export const hasMarkup = (text: string): boolean => markup.test(text)

/** The text with everything removed that could run or mislead; a text without markup comes back as it is. */
export function sanitizeRichText(html: string): string {
  if (!hasMarkup(html)) return html
  const known = sanitized.get(html)
  if (known !== undefined) return known
  const result = cleanMarkup(html, options)
  if (html.length >= memorable) rememberRichText(html, result)
  return result
}

/** A sanitised text stays as it is. */
export function rememberRichText(html: string, result: string): void {
  sanitized.set(html, result)
  sanitized.set(result, result)
}

export const isRichTextKnown = (html: string): boolean => sanitized.peek(html) !== undefined

/** The markup with only what the options allow. */
export function cleanMarkup(text: string, allowed: sanitizeHtml.IOptions): string {
  clean ??= createRequire(import.meta.url)('sanitize-html') as typeof sanitizeHtml
  return clean(text, allowed)
}

export type CleanOptions = sanitizeHtml.IOptions
