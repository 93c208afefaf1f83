// Sanitises SVG files with an allow-list of shapes and attributes. Removes everything that runs, loads or links.
import { isNestedTooDeep, markupParserOptions } from './markup-depth.js'
import { type SanitizeOptions, sanitizeMarkup } from './rich-text.js'

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

const options: SanitizeOptions = {
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
  const clean = sanitizeMarkup(text, options).trim()
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
