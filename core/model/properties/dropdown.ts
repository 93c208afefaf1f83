// The `dropdown` kind: one of a set of choices; a static set is an enum, a dynamic one is judged when the record is written.
import { isLanguageTag } from '../../ground/language/tags.js'
import { isTimeZone } from '../../ground/time-zone.js'
import {
  type Column,
  type JsonSchema,
  type Property,
  type PropertyKind,
  Refusal,
  type SchemaUse,
  type UnnamedProperty,
} from '../../ground/property/kind.js'
import { type Given, isAlwaysRequired } from '../../ground/property/options.js'
import type { Exactly, HasDefault, TypingOf } from '../../ground/property/typing.js'
import { judgeText } from '../../ground/property/text.js'
import type { Registry, RegistryScope } from '../registry.js'

/** Choices by stored value, with what people read. */
export type StaticChoices = Readonly<Record<string, string>>

/**
 * A fixed set, a set that plugins extend, the language tags (any well-formed tag is accepted), or the IANA time zones (any name
 * that the runtime knows is accepted).
 */
export type Choices = StaticChoices | DynamicChoices | 'languages' | 'time_zones'

type DynamicChoices = (registry: Registry) => StaticChoices

export interface ChoiceOptions {
  readonly choices: Choices
  /** What plugins bring as choices, `payment provider`: said where none is plugged in. */
  readonly brought?: string
}

/** Characters of a stored choice. */
const choiceLength = 100

const broughtBy = new WeakMap<Registry, Map<DynamicChoices, StaticChoices>>()

/** What the registry brings: worked out once, because thousands of records may be judged by it. */
function choicesOf(choices: DynamicChoices, registry: Registry): StaticChoices {
  const made = broughtBy.get(registry) ?? new Map<DynamicChoices, StaticChoices>()
  broughtBy.set(registry, made)
  const known = made.get(choices) ?? choices(registry)
  made.set(choices, known)
  return known
}

/** The fixed set of a property, or null where it is known only at run time. */
function staticChoices(options: ChoiceOptions): StaticChoices | null {
  return typeof options.choices === 'object' ? options.choices : null
}

function refuseChoice(label: string, choices: StaticChoices, brought = 'choice'): Refusal {
  if (Object.keys(choices).length === 0) {
    const message = `Field ${label} takes the name of a ${brought} that a plugin brings, and none is plugged in.`
    return new Refusal(message, 'NOT_A_CHOICE')
  }
  const values = Object.keys(choices).map((value) => `'${value}'`)
  return new Refusal(`Field ${label} takes one of ${values.join(', ')}.`, 'NOT_A_CHOICE')
}

/** The choices that a form offers, in order; language tags by themselves. */
export function offeredChoices(
  { choices }: ChoiceOptions,
  registry: Registry,
  languages: readonly string[],
): readonly { readonly value: string; readonly label: string }[] {
  if (choices === 'languages') return languages.map((tag) => ({ value: tag, label: tag }))
  if (choices === 'time_zones')
    return ['UTC', ...Intl.supportedValuesOf('timeZone')].map((name) => ({ value: name, label: name }))
  const offered = typeof choices === 'function' ? choices(registry) : choices
  return Object.entries(offered).map(([value, label]) => ({ value, label }))
}

/** Judges one value as far as that needs no registry. */
export function judgeChoice(label: string, value: unknown, options: ChoiceOptions): readonly Refusal[] {
  const choices = staticChoices(options)
  if (choices) return typeof value === 'string' && Object.hasOwn(choices, value) ? [] : [refuseChoice(label, choices)]
  if (typeof value !== 'string') return [new Refusal(`Field ${label} takes a text.`, 'WRONG_TYPE')]
  if (options.choices === 'time_zones') {
    const message = `Field ${label} takes the IANA name of a time zone, such as Europe/Berlin or UTC.`
    return isTimeZone(value) ? [] : [new Refusal(message, 'NOT_A_CHOICE')]
  }
  if (options.choices !== 'languages') return judgeText(label, value, choiceLength)
  return isLanguageTag(value) ? [] : [new Refusal(`Field ${label} takes a language tag such as en-GB.`, 'NOT_A_CHOICE')]
}

/** Judges one value against a set that only the registry knows. */
export function judgeDynamicChoice(
  label: string,
  value: unknown,
  options: ChoiceOptions,
  registry: Registry,
): readonly Refusal[] {
  if (typeof options.choices !== 'function') return []
  const choices = choicesOf(options.choices, registry)
  return typeof value === 'string' && Object.hasOwn(choices, value) ? [] : [refuseChoice(label, choices, options.brought)]
}

/** True where the stored value may be '': an emptied field falls back to its default if it has one. */
function mayBeEmpty(property: Property<ChoiceOptions>): boolean {
  return !isAlwaysRequired(property) && property.default === undefined
}

function enumOf(values: readonly string[], property: Property<ChoiceOptions>, use: SchemaUse): readonly (string | null)[] {
  if (use === 'write') return isAlwaysRequired(property) ? values : [...values, '', null]
  return mayBeEmpty(property) ? [...values, ''] : values
}

/** What every kind does that holds one choice. */
export const choiceMembers: Omit<PropertyKind<ChoiceOptions>, 'name' | 'control'> = {
  filter: 'equals',
  column: (): Column => ({ type: 'key', length: choiceLength, nullable: false }),
  schema(property, use): JsonSchema {
    const choices = staticChoices(property.options)
    const type = use === 'write' && !isAlwaysRequired(property) ? ['string', 'null'] : 'string'
    if (choices) return { type, enum: enumOf(Object.keys(choices), property, use) }
    return { type, ...(use === 'write' && isAlwaysRequired(property) ? { minLength: 1 } : {}), maxLength: choiceLength }
  },
  typeText(property, registry?: Registry) {
    const { choices } = property.options
    const dynamic = typeof choices === 'function' && registry ? choices(registry) : {}
    const values = Object.keys(staticChoices(property.options) ?? dynamic)
    if (values.length === 0) return 'string'
    return enumOf(values, property, 'read')
      .map((value) => `'${value}'`)
      .join(' | ')
  },
  hints: (property, registry: Registry, languages) => ({ choices: offeredChoices(property.options, registry, languages) }),
  prepare: (value, property) => (value === '' || value === null ? (property.default ?? null) : value),
  validate: (value, property) => judgeChoice(property.label, value, property.options),
  checks: ({ options }) => typeof options.choices === 'function',
  check: (value, property, scope: RegistryScope) =>
    Promise.resolve({ value, issues: judgeDynamicChoice(property.label, value, property.options, scope.registry) }),
}

export const dropdownKind: PropertyKind<ChoiceOptions> = { name: 'dropdown', control: 'select', ...choiceMembers }

/** A choice of the set that the options `G` name: one of its values where it is fixed. */
export type ChosenFrom<C> = C extends StaticChoices ? keyof C & string : string

/** The typing of a choice: '' where nothing is chosen and there is no default. */
export type ChoiceTyping<G extends ChoiceOptions> = TypingOf<
  G,
  ChosenFrom<G['choices']>,
  HasDefault<G> extends true ? ChosenFrom<G['choices']> : ''
>

/** One of several choices, e.g. `dropdown('Type', { choices: { formula: 'Formula', matrix: 'Matrix' } })`. */
export function dropdown<const G extends Given<ChoiceOptions>>(
  label: string,
  given: Exactly<G, Given<ChoiceOptions>>,
): UnnamedProperty<ChoiceOptions, ChoiceTyping<G>>
export function dropdown(label: string, given: Given<ChoiceOptions>): UnnamedProperty<ChoiceOptions> {
  const { choices, brought, ...common } = given
  return { kind: dropdownKind, label, ...common, options: brought === undefined ? { choices } : { choices, brought } }
}
