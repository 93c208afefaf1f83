// Cleans texts that authors write as HTML: an allow-list of tags, attributes and addresses, applied on write.
import { createRequire } from 'node:module'
import type sanitizeHtml from 'sanitize-html'

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

// The package takes 70 ms to load; most processes never clean a text.
let clean: typeof sanitizeHtml | undefined

/** The text with everything removed that could run or mislead; a text without markup comes back as it is. */
export function sanitizeRichText(html: string): string {
  return markup.test(html) ? cleanMarkup(html, options) : html
}

/** The markup with only what the options allow. */
export function cleanMarkup(text: string, allowed: sanitizeHtml.IOptions): string {
  clean ??= createRequire(import.meta.url)('sanitize-html') as typeof sanitizeHtml
  return clean(text, allowed)
}

export type CleanOptions = sanitizeHtml.IOptions
