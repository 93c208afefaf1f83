// The `focus` kind: what of a picture in another field is seen where it is cropped, as a place in percent from its left and top.
import {
  type Column,
  type JsonSchema,
  type PropertyKind,
  Refusal,
  type Typed,
  type UnnamedProperty,
} from '../../ground/property/kind.js'
import { type Given, isAlwaysRequired } from '../../ground/property/options.js'
import type { Exactly } from '../../ground/property/typing.js'

export interface FocusOptions {
  /** The field of the same entity that holds the picture. */
  readonly of: string
}

/** For authors, where it is a text. */
export const focusHelp = 'What stays in sight where the picture is cropped, from the left and from the top: 30% 60%.'

/** Longest: `100% 100%`. */
const longest = 9
const place = /^(?:100|[1-9]?[0-9])% (?:100|[1-9]?[0-9])%$/

/** Blanks around the figures, and a missing sign, are no other place: `30 60`, `30%  60%`. */
const loose = /^(\d{1,3})%?[ ,;]\s*(\d{1,3})%?$/

export const focusKind: PropertyKind<FocusOptions> = {
  name: 'focus',
  control: 'focus',
  column: (property): Column => ({ type: 'string', length: longest, nullable: !isAlwaysRequired(property) }),
  schema: (property): JsonSchema => ({
    type: isAlwaysRequired(property) ? 'string' : ['string', 'null'],
    pattern: place.source,
    description: `Percent from the left and from the top of the picture in \`${property.options.of}\`, as \`30% 60%\`: what stays in sight where it is cropped. The middle if left out.`,
  }),
  typeText: (property) => (isAlwaysRequired(property) ? 'string' : 'string | null'),
  prepare(value) {
    if (typeof value !== 'string') return value
    const [, left, top] = loose.exec(value.trim()) ?? []
    if (left !== undefined && top !== undefined) return `${Number(left)}% ${Number(top)}%`
    return value.trim() || null
  },
  validate: (value, property) =>
    typeof value === 'string' && place.test(value)
      ? []
      : [
          new Refusal(
            `Field ${property.label} takes two percentages from 0% to 100%, from the left and from the top, such as '30% 60%'.`,
            typeof value === 'string' ? 'INVALID_VALUE' : 'WRONG_TYPE',
          ),
        ],
  present: (value) => (value === '' ? null : value),
  speaksOf: (property) => property.options.of,
  hints: (property) => ({ of: property.options.of }),
}

/** The focal point of the picture in another field. */
export function focus<const G extends Given<FocusOptions>>(
  label: string,
  given: Exactly<G, Given<FocusOptions>>,
): Typed<FocusOptions, G, string>
export function focus(label: string, given: Given<FocusOptions>): UnnamedProperty<FocusOptions> {
  const { of, ...common } = given
  return { kind: focusKind, label, ...common, options: { of } }
}
