// The `string` kind: one text, of 255 characters where nothing else is said; long texts and rich texts are options of it.
import {
  Refusal,
  type Column,
  type JsonSchema,
  type Property,
  type PropertyKind,
  type SchemaUse,
  type UnnamedProperty,
  type Typed,
} from '../../ground/property/kind.js'
import { isAlwaysRequired, type Given } from '../../ground/property/options.js'
import type { Exactly, NoOptions } from '../../ground/property/typing.js'
import { deepestMarkup, isNestedTooDeep } from '../../ground/markup-depth.js'
import { characters, judgeText, longText, shortText } from '../../ground/property/text.js'
import { sanitizeRichText } from '../../ground/rich-text.js'

export interface StringOptions {
  /** Characters at most; 255, or 65,535 for a long text, if left out. */
  readonly length?: number
  /** Stored in a text column, written in several lines. */
  readonly long?: boolean
  /** May have line breaks although it is short. Long texts and HTML always may. */
  readonly lines?: boolean
  /** HTML, cleaned on write. */
  readonly html?: boolean
  /** Compared byte by byte and indexed as it is: codes and tokens. */
  readonly key?: boolean
  /** The empty text is a value like any other: with `required` it must be sent, but may be ''. */
  readonly blank?: boolean
  /** Blanks around it are taken off on the way in: what is looked up by name. */
  readonly trimmed?: boolean
  /** NULL while it is empty, so that several records may lack a text that is unique. */
  readonly sparse?: boolean
  /** What the whole text must look like, and that in words: `three capital letters such as EUR`. */
  readonly pattern?: { readonly expression: string; readonly words: string }
  /** A form that no pattern tells: how a text is kept, or why it is refused. */
  readonly form?: (text: string) => TextForm
}

/** What is made of a text: the way of writing that is kept, or full sentences that refuse it. */
export type TextForm = { readonly text: string } | { readonly refusal: string }

export function stringLength(property: Property<StringOptions>): number {
  return property.options.length ?? (property.options.long ? longText : shortText)
}

type Pattern = NonNullable<StringOptions['pattern']>
const expressions = new WeakMap<Pattern, RegExp>()

/** A pattern's expression, compiled once. */
function compiled(pattern: Pattern): RegExp {
  const expression = expressions.get(pattern) ?? new RegExp(pattern.expression, 'u')
  expressions.set(pattern, expression)
  return expression
}

/** The ends of lines of text files and forms. U+2028 and U+2029 are stored and escaped where they are written. */
export const lineBreak = /[\n\v\f\r]/

export const isSingleLine = ({ long, lines, html }: StringOptions): boolean => !long && !lines && !html

/** As it is kept; what is refused stays as it was sent, so that the refusal speaks of that. */
function formed(given: string, { trimmed, form }: StringOptions): string {
  const text = trimmed ? given.trim() : given
  const judged = form?.(text)
  return judged && 'text' in judged ? judged.text : text
}

/** True for HTML that is short and flat enough to be parsed; `validate` refuses what is not. */
function isSanitizable(value: unknown, property: Property<StringOptions>): value is string {
  if (!property.options.html || typeof value !== 'string') return false
  return characters(value) <= stringLength(property) && !isNestedTooDeep(value, 'html')
}

export const stringKind: PropertyKind<StringOptions> = {
  name: 'string',
  control: 'text',
  filter: 'search',
  column(property): Column {
    const { long, key, sparse = false } = property.options
    return long
      ? { type: 'text', nullable: false }
      : { type: key ? 'key' : 'string', length: stringLength(property), nullable: sparse }
  },
  schema(property, use: SchemaUse): JsonSchema {
    const required = isAlwaysRequired(property)
    const { pattern } = property.options
    return {
      type: use === 'write' && !required ? ['string', 'null'] : 'string',
      ...(use === 'write' && required && !property.options.blank ? { minLength: 1 } : {}),
      maxLength: stringLength(property),
      ...(property.options.html ? { contentMediaType: 'text/html' } : {}),
      ...(use === 'write' && pattern ? { pattern: required ? pattern.expression : `^$|${pattern.expression}` } : {}),
    }
  },
  typeText: () => 'string',
  prepare(given, property) {
    const value = typeof given === 'string' ? formed(given, property.options) : given
    if (value === '') return property.options.blank ? value : null
    // Where a text must be given, blanks give none.
    if (typeof value === 'string' && isAlwaysRequired(property) && !property.options.blank && value.trim() === '') return null
    return isSanitizable(value, property) ? sanitizeRichText(value) || null : value
  },
  sanitizes: isSanitizable,
  present: (stored) => stored ?? '',
  validate(value, property) {
    if (typeof value !== 'string') return [new Refusal(`Field ${property.label} takes a text.`, 'WRONG_TYPE')]
    const refusals = judgeText(property.label, value, stringLength(property))
    const { pattern, form } = property.options
    if (refusals.length > 0) return refusals
    if (property.options.html && isNestedTooDeep(value, 'html')) {
      return [new Refusal(`Field ${property.label} takes HTML that is nested at most ${deepestMarkup} levels deep.`)]
    }
    if (isSingleLine(property.options) && lineBreak.test(value)) {
      return [new Refusal(`Field ${property.label} takes a single line; this text has a line break.`)]
    }
    if (pattern && !compiled(pattern).test(value)) return [new Refusal(`Field ${property.label} takes ${pattern.words}.`)]
    const judged = form?.(value)
    return judged && 'refusal' in judged ? [new Refusal(`Field ${property.label}: ${judged.refusal}`)] : []
  },
  lookUp: (property) => (property.options.trimmed || property.options.key) === true,
  hints: (property) => ({
    length: stringLength(property),
    long: property.options.long ?? false,
    html: property.options.html ?? false,
  }),
}

/** A text; '' and null are the same, and are read as ''. */
export function string<const G extends Given<StringOptions> = NoOptions>(
  label: string,
  given?: Exactly<G, Given<StringOptions>>,
): Typed<StringOptions, G, string, ''>
export function string(label: string, given: Given<StringOptions> = {}): UnnamedProperty<StringOptions> {
  const { length, long, lines, html, key, blank, trimmed, sparse, pattern, form, ...common } = given
  return {
    kind: stringKind,
    label,
    ...common,
    options: { length, long, lines, html, key, blank, trimmed, sparse, pattern, form },
  }
}
