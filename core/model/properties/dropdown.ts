// The `dropdown` property kind: one of several choices. A static set is an enum; a dynamic set is checked when a record is written.
import { listQuoted, createLabel, createMessage } from '../../foundation/message.js'
import { isLanguageTag } from '../../foundation/language.js'
import { isTimeZone } from '../../foundation/clock.js'
import {
  type Column,
  type JsonSchema,
  type Property,
  type PropertyKind,
  Refusal,
  type SchemaUse,
  type UnnamedProperty,
  type FactoryOptions,
  isAlwaysRequired,
} from '../../foundation/property/kind.js'
import type { Exactly, HasDefault, TypingOf } from '../../foundation/property/typing.js'
import { validateText } from '../../foundation/property/text.js'
import type { Registry, RegistryScope } from '../registry.js'

/** Choices: stored values with their labels. */
export type StaticChoices = Readonly<Record<string, string>>

/**
 * A fixed set, a set that plugins extend, language tags (any well-formed tag is accepted), or IANA time zones (any name that the
 * runtime supports is accepted).
 */
export type Choices = StaticChoices | DynamicChoices | 'languages' | 'time_zones'

type DynamicChoices = (registry: Registry) => StaticChoices

export interface ChoiceOptions {
  readonly choices: Choices
  /** The noun for choices from plugins, for example `payment provider`. Used in the error message if no plugin adds one. */
  readonly brought?: string
}

/** Maximum length of a stored choice in characters. */
const choiceLength = 100

const choiceCache = new WeakMap<Registry, Map<DynamicChoices, StaticChoices>>()

/** The choices of a registry. Cached because thousands of records may be checked against them. */
function resolveChoices(choices: DynamicChoices, registry: Registry): StaticChoices {
  const byRegistry = choiceCache.get(registry) ?? new Map<DynamicChoices, StaticChoices>()
  choiceCache.set(registry, byRegistry)
  const resolved = byRegistry.get(choices) ?? choices(registry)
  byRegistry.set(choices, resolved)
  return resolved
}

/** The fixed set of a property; null if the choices are only known at run time. */
function staticChoices(options: ChoiceOptions): StaticChoices | null {
  return typeof options.choices === 'object' ? options.choices : null
}

function refuseChoice(label: string, choices: StaticChoices, noun = 'choice'): Refusal {
  if (Object.keys(choices).length === 0) {
    const message = createMessage('fields.noChoices', { field: createLabel('field', label), noun: createLabel('choice', noun) })
    return new Refusal(message, 'NOT_A_CHOICE')
  }
  const values = listQuoted(Object.keys(choices))
  return new Refusal(createMessage('fields.notAChoice', { field: createLabel('field', label), choices: values }), 'NOT_A_CHOICE')
}

/** The choices that a form offers, in order. Language tags are their own labels. */
export function listChoices(
  { choices }: ChoiceOptions,
  registry: Registry,
  languages: readonly string[],
): readonly { readonly value: string; readonly label: string }[] {
  if (choices === 'languages') return languages.map((tag) => ({ value: tag, label: tag }))
  if (choices === 'time_zones')
    return ['UTC', ...Intl.supportedValuesOf('timeZone')].map((name) => ({ value: name, label: name }))
  const staticSet = typeof choices === 'function' ? choices(registry) : choices
  return Object.entries(staticSet).map(([value, label]) => ({ value, label }))
}

/** Hints of a form control: the choices, and which codes they are if the reader needs names for them. */
export const hintChoices = (
  options: ChoiceOptions,
  registry: Registry,
  languages: readonly string[],
): Readonly<Record<string, unknown>> => ({
  choices: listChoices(options, registry, languages),
  ...(typeof options.choices === 'string' && { codes: options.choices }),
})

/** Validates one value without the registry. */
export function validateChoice(label: string, value: unknown, options: ChoiceOptions): readonly Refusal[] {
  const choices = staticChoices(options)
  if (choices) return typeof value === 'string' && Object.hasOwn(choices, value) ? [] : [refuseChoice(label, choices)]
  if (typeof value !== 'string')
    return [new Refusal(createMessage('fields.textRequired', { field: createLabel('field', label) }), 'WRONG_TYPE')]
  if (options.choices === 'time_zones') {
    const message = createMessage('fields.timeZoneRequired', { field: createLabel('field', label) })
    return isTimeZone(value) ? [] : [new Refusal(message, 'NOT_A_CHOICE')]
  }
  if (options.choices !== 'languages') return validateText(label, value, choiceLength)
  return isLanguageTag(value)
    ? []
    : [new Refusal(createMessage('fields.languageRequired', { field: createLabel('field', label) }), 'NOT_A_CHOICE')]
}

/** Validates one value against a set that depends on the registry. */
export function validateDynamicChoice(
  label: string,
  value: unknown,
  options: ChoiceOptions,
  registry: Registry,
): readonly Refusal[] {
  if (typeof options.choices !== 'function') return []
  const choices = resolveChoices(options.choices, registry)
  return typeof value === 'string' && Object.hasOwn(choices, value) ? [] : [refuseChoice(label, choices, options.brought)]
}

/** True if the stored value may be ''. A cleared field with a default falls back to the default. */
function canBeEmpty(property: Property<ChoiceOptions>): boolean {
  return !isAlwaysRequired(property) && property.default === undefined
}

function toEnum(values: readonly string[], property: Property<ChoiceOptions>, use: SchemaUse): readonly (string | null)[] {
  if (use === 'write') return isAlwaysRequired(property) ? values : [...values, '', null]
  return canBeEmpty(property) ? [...values, ''] : values
}

/** The members that all single-choice kinds share. */
export const choiceMembers: Omit<PropertyKind<ChoiceOptions>, 'name' | 'control'> = {
  filter: 'equals',
  column: (): Column => ({ type: 'key', length: choiceLength, nullable: false }),
  schema(property, use): JsonSchema {
    const choices = staticChoices(property.options)
    const type = use === 'write' && !isAlwaysRequired(property) ? ['string', 'null'] : 'string'
    if (choices) return { type, enum: toEnum(Object.keys(choices), property, use) }
    return { type, ...(use === 'write' && isAlwaysRequired(property) ? { minLength: 1 } : {}), maxLength: choiceLength }
  },
  typeText(property, registry?: Registry) {
    const { choices } = property.options
    const dynamic = typeof choices === 'function' && registry ? choices(registry) : {}
    const values = Object.keys(staticChoices(property.options) ?? dynamic)
    if (values.length === 0) return 'string'
    return toEnum(values, property, 'read')
      .map((value) => `'${value}'`)
      .join(' | ')
  },
  hints: (property, registry: Registry, languages) => hintChoices(property.options, registry, languages),
  prepare: (value, property) => (value === '' || value === null ? (property.default ?? null) : value),
  validate: (value, property) => validateChoice(property.label, value, property.options),
  checks: ({ options }) => typeof options.choices === 'function',
  check: (value, property, scope: RegistryScope) =>
    Promise.resolve({ value, issues: validateDynamicChoice(property.label, value, property.options, scope.registry) }),
}

export const dropdownKind: PropertyKind<ChoiceOptions> = { name: 'dropdown', control: 'select', ...choiceMembers }

/** The type of a chosen value: a key of a fixed set, otherwise `string`. */
export type ChoiceValue<C> = C extends StaticChoices ? keyof C & string : string

/** The typing of a choice property. '' means no choice, and is excluded if there is a default. */
export type ChoiceTyping<G extends ChoiceOptions> = TypingOf<
  G,
  ChoiceValue<G['choices']>,
  HasDefault<G> extends true ? ChoiceValue<G['choices']> : ''
>

/** One of several choices, for example `dropdown('Type', { choices: { formula: 'Formula', matrix: 'Matrix' } })`. */
export function dropdown<const G extends FactoryOptions<ChoiceOptions>>(
  label: string,
  propertyOptions: Exactly<G, FactoryOptions<ChoiceOptions>>,
): UnnamedProperty<ChoiceOptions, ChoiceTyping<G>>
export function dropdown(label: string, propertyOptions: FactoryOptions<ChoiceOptions>): UnnamedProperty<ChoiceOptions> {
  const { choices, brought: pluginNoun, ...common } = propertyOptions
  return {
    kind: dropdownKind,
    label,
    ...common,
    options: pluginNoun === undefined ? { choices } : { choices, brought: pluginNoun },
  }
}
