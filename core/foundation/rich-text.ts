// Sanitises HTML texts of authors on write, with an allow-list of tags, attributes and URL schemes.
import { createRequire } from 'node:module'
import type sanitizeHtml from 'sanitize-html'
import { createLruCache } from './lru-cache.js'
import { markupParserOptions } from './markup-depth.js'

const options: sanitizeHtml.IOptions = {
  allowedTags: [
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
    'a',
    'b',
    'strong',
    'i',
    'em',
    'u',
    's',
    'small',
    'sub',
    'sup',
    'code',
    'kbd',
    'mark',
    'abbr',
    'q',
    'cite',
    'time',
    'img',
    'figure',
    'figcaption',
    'table',
    'caption',
    'colgroup',
    'col',
    'thead',
    'tbody',
    'tfoot',
    'tr',
    'th',
    'td',
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
  parser: markupParserOptions.html,
}

/** A `<` starts markup only before a letter, `/`, `!` or `?` (HTML standard, tag open state). Other characters are plain text. */
const markup = /<[a-zA-Z/!?]/

// Loading the package takes 70 ms, and most processes never sanitise a text.
let sanitize: typeof sanitizeHtml | undefined

/** Minimum length in characters for caching a result. Shorter texts take less than a millisecond. */
const minimumCachedLength = 256
/** Recently sanitised texts with their results, for example from a worker or a preceding check. */
const cache = createLruCache<string, string>(128)

/** True for a text that must be parsed. Other texts are returned unchanged. */
export const hasMarkup = (text: string): boolean => markup.test(text)

/** Removes everything that could run code or mislead. A text without markup is returned unchanged. */
export function sanitizeRichText(html: string): string {
  if (!hasMarkup(html)) return html
  const cached = cache.get(html)
  if (cached !== undefined) return cached
  const result = sanitizeMarkup(html, options)
  if (html.length >= minimumCachedLength) cacheRichText(html, result)
  return result
}

/** Caches a result. Sanitising a result again returns it unchanged. */
export function cacheRichText(html: string, result: string): void {
  cache.set(html, result)
  cache.set(result, result)
}

export const isRichTextCached = (html: string): boolean => cache.peek(html) !== undefined

/** Removes all markup that the options do not allow. */
export function sanitizeMarkup(text: string, allowed: sanitizeHtml.IOptions): string {
  sanitize ??= createRequire(import.meta.url)('sanitize-html') as typeof sanitizeHtml
  return sanitize(text, allowed)
}

export type SanitizeOptions = sanitizeHtml.IOptions
