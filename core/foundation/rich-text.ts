// Escapes texts for HTML, and sanitises HTML texts and SVG files of authors with allow-lists of elements, attributes and URL schemes.
import { createRequire } from 'node:module'
import type sanitizeHtml from 'sanitize-html'
import { createLruCache } from './lru-cache.js'
import type { Parser, ParserOptions } from 'htmlparser2'

/** Maximum nesting depth of elements. */
export const maximumMarkupDepth = 200

/** The check of longer texts takes more than a few milliseconds. Other requests should run between two of them. */
export const longMarkup = 8_192

export type MarkupDialect = 'html' | 'xml'

/** The options of the sanitiser's parser. This check uses the same parser and options, so both find the same elements. */
const markupParserOptions: Readonly<Record<MarkupDialect, Omit<ParserOptions, 'Tokenizer'>>> = {
  html: { decodeEntities: true },
  xml: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false, decodeEntities: true },
}

// Most processes never parse markup, so the package is loaded on first use.
let MarkupParser: typeof Parser | undefined

/** True if the text opens so few elements that their depth is within the limit. Each element needs a `<`. */
const hasFewElements = (text: string): boolean => text.split('<', maximumMarkupDepth + 2).length <= maximumMarkupDepth + 1

/** Recent results for HTML. A write checks the same texts several times. */
const results = createLruCache<string, boolean>(128)

/** Parses the text until the first element beyond the limit. */
function exceedsMaximumDepth(text: string, dialect: MarkupDialect): boolean {
  MarkupParser ??= (createRequire(import.meta.url)('htmlparser2') as { readonly Parser: typeof Parser }).Parser
  let depth = 0
  let isTooDeep = false
  const parser = new MarkupParser(
    {
      onopentagname() {
        depth += 1
        if (depth <= maximumMarkupDepth) return
        isTooDeep = true
        parser.pause()
      },
      onclosetag() {
        depth -= 1
      },
    },
    markupParserOptions[dialect],
  )
  parser.write(text)
  return isTooDeep
}

/**
 * Takes linear time for XML. The parser's time for HTML is quadratic in the number of `<svg>` and `<mi>` elements that have no end
 * tag of their own, so callers limit the length of HTML first: 65,535 characters take at most 40 ms.
 */
export function isNestedTooDeep(text: string, dialect: MarkupDialect): boolean {
  if (hasFewElements(text)) return false
  if (dialect === 'xml') return exceedsMaximumDepth(text, dialect)
  const known = results.get(text)
  if (known !== undefined) return known
  const result = exceedsMaximumDepth(text, dialect)
  results.set(text, result)
  return result
}

const htmlEscapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** The text for an HTML element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => htmlEscapes[character]!)
}

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

/** Paragraphs without attributes, other elements and entities. Many texts of authors are of this form. */
const plainParagraphs = /^(?:<p>[^<>&]*<\/p>)+$/

/** True for a text that must be parsed. Sanitizing returns other texts unchanged. */
export const needsSanitizing = (text: string): boolean => markup.test(text) && !plainParagraphs.test(text)

/** Removes everything that could run code or mislead. */
export function sanitizeRichText(html: string): string {
  if (!needsSanitizing(html)) return html
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
function sanitizeMarkup(text: string, allowed: sanitizeHtml.IOptions): string {
  sanitize ??= createRequire(import.meta.url)('sanitize-html') as typeof sanitizeHtml
  return sanitize(text, allowed)
}

type SanitizeOptions = sanitizeHtml.IOptions

const shapes = 'svg g path rect circle ellipse line polyline polygon text tspan textPath title desc defs symbol use marker'
const paint = 'linearGradient radialGradient stop pattern clipPath mask filter'
const effects =
  'feBlend feColorMatrix feComponentTransfer feComposite feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset feTile feTurbulence'

const geometry =
  'x y x1 y1 x2 y2 cx cy r rx ry fx fy dx dy d points width height viewBox preserveAspectRatio transform rotate pathLength refX refY markerWidth markerHeight markerUnits orient offset startOffset textLength lengthAdjust'
const presentation =
  'fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset opacity color display visibility clip-path clip-rule mask filter marker-start marker-mid marker-end stop-color stop-opacity flood-color flood-opacity font-family font-size font-style font-weight text-anchor dominant-baseline alignment-baseline baseline-shift letter-spacing word-spacing text-decoration paint-order vector-effect mix-blend-mode overflow'
const units =
  'gradientUnits gradientTransform spreadMethod patternUnits patternContentUnits patternTransform clipPathUnits maskUnits maskContentUnits filterUnits primitiveUnits in in2 result mode operator k1 k2 k3 k4 values type stdDeviation radius baseFrequency numOctaves seed tableValues slope intercept amplitude exponent'
const naming = 'id class version xmlns xmlns:xlink href xlink:href lang xml:lang xml:space role aria-label style'

const words = (text: string): string[] => text.split(' ')

/** True for a reference to a part of the same file. */
const isOwnReference = (value: string): boolean => /^\s*#/.test(value)

/** True if the value refers only to parts of the same file. Backslashes and comments could hide other references. */
function isHarmless(name: string, value: string): boolean {
  if (/(?:^|:)href$/i.test(name)) return isOwnReference(value)
  if (/[\\@]|\/\*|javascript|expression|image-set|import/i.test(value)) return false
  return value
    .split(/url\(/i)
    .slice(1)
    .every((rest) => /^\s*["']?#/.test(rest))
}

const svgOptions: SanitizeOptions = {
  allowedTags: [shapes, paint, effects].flatMap(words),
  allowedAttributes: { '*': [geometry, presentation, units, naming].flatMap(words) },
  nonTextTags: ['script', 'style', 'foreignObject', 'iframe', 'object', 'embed', 'metadata', 'textarea', 'option', 'noscript'],
  allowedSchemesAppliedToAttributes: [],
  parseStyleAttributes: false,
  disallowedTagsMode: 'discard',
  parser: markupParserOptions.xml,
  transformTags: {
    '*': (tagName, attribs) => ({
      tagName,
      attribs: Object.fromEntries(Object.entries(attribs).filter(([name, value]) => isHarmless(name, value))),
    }),
  },
}

/** Maximum file size in bytes. */
export const svgLimit = 1_048_576

/** The sanitised file; null if nothing is left. */
export function sanitizeSvg(text: string): string | null {
  const clean = sanitizeMarkup(text, svgOptions).trim()
  if (!/^<svg[\s>]/.test(clean)) return null
  return clean.includes('xmlns=') ? clean : clean.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')
}

export interface SvgResult {
  /** True if elements are nested too deeply to be sanitised. */
  readonly isTooDeep: boolean
  /** The sanitised file; null if nothing is left. */
  readonly clean: string | null
}

/** Checks the depth of a file, and sanitises it if the depth is within the limit. A file of 1 MiB takes more than 0.1 s. */
export function checkSvg(text: string): SvgResult {
  const isTooDeep = isNestedTooDeep(text, 'xml')
  return { isTooDeep, clean: isTooDeep ? null : sanitizeSvg(text) }
}

/** The sanitiser interface: small texts are sanitised directly, large ones in a worker. */
export interface Sanitizer {
  /**
   * Sanitises large rich texts in a worker, so `sanitizeRichText` finds their results in its cache. Ignores small texts.
   * Throws NOT_READY if too many texts are waiting or sanitising takes too long.
   */
  prepareRichTexts(texts: readonly string[]): Promise<void>
  /** As `checkSvg`. Throws NOT_READY as above. */
  svg(text: string): Promise<SvgResult>
}
