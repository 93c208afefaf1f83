// The theme of the shop's pages: colours, font, corners, the text of the home page and further columns of the footer.
import { isLanguageTag } from '../../foundation/language.js'
import { createLabel, createMessage, getMessage, suggestName } from '../../foundation/message.js'
import { isObject } from '../../foundation/json.js'
import { type Property, Refusal, type UnnamedProperty } from '../../foundation/property/kind.js'
import { nameProperties } from '../../foundation/property/property-map.js'
import { dropdown } from '../properties/dropdown.js'
import { json, type JsonContent } from '../properties/json.js'
import { string } from '../properties/string.js'
import { calculateContrast, minimumContrast } from './contrast.js'

/** A text by language tag, for example `{"en-GB": "Made to measure"}`. */
export type ThemeText = Readonly<Record<string, string>>

export interface ThemeLink {
  readonly title: ThemeText
  readonly link: string
}

/** Every key is optional. A missing key means the default. */
export interface Theme {
  /** `#rrggbb`, for links and buttons. */
  readonly accent?: string
  /** `#rrggbb`, for texts. Lines and grounds are lighter tones of it. */
  readonly neutral?: string
  readonly font?: 'assistant' | 'frank_ruhl_libre' | 'rubik' | 'system'
  readonly radius?: 'large' | 'medium' | 'none' | 'small'
  readonly hero?: { readonly title?: ThemeText; readonly text?: ThemeText; readonly link?: string }
  readonly footer?: readonly { readonly title: ThemeText; readonly links: readonly ThemeLink[] }[]
}

type ThemeProperties = Readonly<Record<string, UnnamedProperty>>

/** The background of texts and links in the light scheme. */
const pageBackground = '#ffffff'

const color = (label: string): UnnamedProperty =>
  string(label, {
    pattern: { expression: '^#[0-9a-fA-F]{6}$', words: createMessage('fields.colorFormat', {}) },
  })

const link = (): UnnamedProperty =>
  string('Link', { pattern: { expression: '^(https://|mailto:|/(?!/))[^\\s]*$', words: createMessage('fields.linkFormat', {}) } })

/** Validates an object by a property map. Refusals name the key. */
function validateObject(value: unknown, map: ThemeProperties, field: string): readonly Refusal[] {
  if (!isObject(value))
    return [new Refusal(createMessage('fields.objectRequired', { field: createLabel('field', field) }), 'WRONG_TYPE')]
  const properties = nameProperties(map)
  return Object.entries(value).flatMap(([key, input]) => {
    const property: Property | undefined = Object.hasOwn(properties, key) ? properties[key] : undefined
    if (property === undefined) {
      const hint = suggestName(key, Object.keys(properties))
      const message = createMessage('fields.unknownThemeKey', { key, field: createLabel('field', field), hint })
      return [new Refusal(message, 'UNKNOWN_FIELD', key)]
    }
    const prepared = property.kind.prepare(input, property)
    if (prepared === null) return []
    return property.kind
      .validate(prepared, property)
      .map(
        (refusal) => new Refusal(getMessage(refusal), refusal.code, refusal.path === undefined ? key : `${key}.${refusal.path}`),
      )
  })
}

const objectContent = (map: ThemeProperties, validateMore?: JsonContent['validate']): JsonContent<unknown, null> => ({
  schema: { type: 'object', additionalProperties: true },
  typeText: 'Readonly<Record<string, unknown>>',
  empty: null,
  validate(value, property) {
    const refusals = validateObject(value, map, property.label)
    return refusals.length > 0 ? refusals : (validateMore?.(value, property) ?? [])
  },
})

const textContent: JsonContent<unknown, null> = {
  schema: { type: 'object', additionalProperties: { type: 'string' } },
  typeText: 'Readonly<Record<string, string>>',
  empty: null,
  validate(value, property) {
    const isValid =
      isObject(value) &&
      Object.entries(value).every(([tag, text]) => isLanguageTag(tag) && typeof text === 'string' && text.length <= 1_000)
    return isValid
      ? []
      : [new Refusal(createMessage('fields.themeTextRequired', { field: createLabel('field', property.label) }))]
  },
}

const text = (label: string): UnnamedProperty => json(label, { content: textContent })

function listContent(map: ThemeProperties, most: number): JsonContent<unknown, null> {
  return {
    schema: { type: 'array', items: { type: 'object', additionalProperties: true }, maxItems: most },
    typeText: 'readonly Readonly<Record<string, unknown>>[]',
    empty: null,
    validate(value, property) {
      const field = createLabel('field', property.label)
      if (!Array.isArray(value)) return [new Refusal(createMessage('fields.listRequired', { field }), 'WRONG_TYPE')]
      if (value.length > most) return [new Refusal(createMessage('fields.tooManyEntries', { field, most, count: value.length }))]
      return value.flatMap((entry: unknown, index) =>
        validateObject(entry, map, property.label).map(
          (refusal) =>
            new Refusal(
              getMessage(refusal),
              refusal.code,
              refusal.path === undefined ? `[${index}]` : `[${index}].${refusal.path}`,
            ),
        ),
      )
    },
  }
}

const footerLinks = { title: text('Title'), link: link() }
const hero = { title: text('Title'), text: text('Text'), link: link() }
const footer = { title: text('Title'), links: json('Links', { content: listContent(footerLinks, 12) }) }

/** The keys of the theme. */
export const themeProperties = {
  accent: color('Accent colour'),
  neutral: color('Neutral tone'),
  font: dropdown('Font', {
    choices: { system: 'System font', rubik: 'Rubik', assistant: 'Assistant', frank_ruhl_libre: 'Frank Ruhl Libre' },
  }),
  radius: dropdown('Corner radius', { choices: { none: 'None', small: 'Small', medium: 'Medium', large: 'Large' } }),
  hero: json('Home page', { content: objectContent(hero) }),
  footer: json('Footer columns', { content: listContent(footer, 4) }),
} satisfies ThemeProperties

/** Refuses colours that are hard to read on the background of the page. Buttons show the background's colour on the accent colour. */
function refusePaleColors(value: unknown): readonly Refusal[] {
  const theme = value as Theme
  return (['accent', 'neutral'] as const).flatMap((key) => {
    const chosen = theme[key]
    if (!chosen) return []
    const ratio = calculateContrast(chosen, pageBackground)
    if (ratio >= minimumContrast) return []
    // Rounded down, so 4.48 does not read as 4.5.
    const measured = (Math.floor(ratio * 10) / 10).toFixed(1)
    const message = createMessage('fields.contrastTooLow', {
      field: createLabel('field', themeProperties[key].label),
      color: chosen,
      ratio: measured,
      least: minimumContrast.toFixed(1),
    })
    return [new Refusal(message, 'INVALID_VALUE', key)]
  })
}

export const themeContent: JsonContent<Theme, null> = {
  ...(objectContent(themeProperties, refusePaleColors) as JsonContent<Theme, null>),
  typeText: 'Readonly<Record<string, unknown>>',
}
