// The `focus` property kind: the focal point of a picture in another field, in per cent from the left and top.
import { createLabel, createMessage } from '../../foundation/message.js'
import {
  type Column,
  type JsonSchema,
  type PropertyKind,
  Refusal,
  type Typed,
  type UnnamedProperty,
  type FactoryOptions,
  isAlwaysRequired,
} from '../../foundation/property/kind.js'
import type { Exactly } from '../../foundation/property/typing.js'

export interface FocusOptions {
  /** The field of the same entity with the picture. */
  readonly of: string
}

/** Help text for authors. */
export const focusHelp = 'The part that stays visible when the picture is cropped, in per cent from the left and top: 30% 60%.'

/** Maximum length in characters: `100% 100%`. */
const maximumLength = 9
const focalPoint = /^(?:100|[1-9]?[0-9])% (?:100|[1-9]?[0-9])%$/

/** Accepted variants of spacing and percent signs: `30 60`, `30%  60%`. */
const lenientFocalPoint = /^(\d{1,3})%?[ ,;]\s*(\d{1,3})%?$/

export const focusKind: PropertyKind<FocusOptions> = {
  name: 'focus',
  control: 'focus',
  column: (property): Column => ({ type: 'string', length: maximumLength, nullable: !isAlwaysRequired(property) }),
  schema: (property): JsonSchema => ({
    type: isAlwaysRequired(property) ? 'string' : ['string', 'null'],
    pattern: focalPoint.source,
    description: `Focal point of the picture in \`${property.options.of}\` in percent from the left and top, for example \`30% 60%\`. It stays visible when the picture is cropped. Default: the centre.`,
  }),
  typeText: (property) => (isAlwaysRequired(property) ? 'string' : 'string | null'),
  prepare(value) {
    if (typeof value !== 'string') return value
    const [, horizontal, top] = lenientFocalPoint.exec(value.trim()) ?? []
    if (horizontal !== undefined && top !== undefined) return `${Number(horizontal)}% ${Number(top)}%`
    return value.trim() || null
  },
  validate: (value, property) =>
    typeof value === 'string' && focalPoint.test(value)
      ? []
      : [
          new Refusal(
            createMessage('fields.focusRequired', { field: createLabel('field', property.label) }),
            typeof value === 'string' ? 'INVALID_VALUE' : 'WRONG_TYPE',
          ),
        ],
  empty: null,
  speaksOf: (property) => property.options.of,
  hints: (property) => ({ of: property.options.of }),
}

/** The focal point of the picture in another field. */
export function focus<const G extends FactoryOptions<FocusOptions>>(
  label: string,
  propertyOptions: Exactly<G, FactoryOptions<FocusOptions>>,
): Typed<FocusOptions, G, string>
export function focus(label: string, propertyOptions: FactoryOptions<FocusOptions>): UnnamedProperty<FocusOptions> {
  const { of, ...common } = propertyOptions
  return { kind: focusKind, label, ...common, options: { of } }
}
