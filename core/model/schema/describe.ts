// Describes an entity and its properties: for API clients, and as the form model of the admin.
import { type Area, type Scope, requiredScopes, type Operation } from '../../foundation/access.js'
import { flatKey } from '../../foundation/language.js'
import {
  type JsonSchema,
  type Property,
  type AppliesWhen,
  isAlwaysRequired,
  type Platform,
} from '../../foundation/property/kind.js'
import { type Entity, isReadable } from '../entity/define.js'
import { collectFilters } from '../entity/filters.js'
import type { Registry } from '../registry.js'

export interface FieldDescription {
  readonly name: string
  readonly label: string
  /** Name of the property kind. */
  readonly type: string
  /** JSON Schema type of a stored value: `string`, or `["integer", "null"]`. */
  readonly jsonType: unknown
  readonly required: boolean
  readonly readOnly: boolean
  /** The keys to write, one per active language. Only for translatable fields. */
  readonly keys?: readonly string[]
  readonly enum?: readonly unknown[]
  /** Accepted values that depend on plugins or on the store. Other values are refused. */
  readonly choices?: readonly unknown[]
  readonly maxLength?: unknown
  readonly default?: unknown
  readonly platformDefaults?: Readonly<Partial<Record<Platform, unknown>>>
  readonly platforms?: readonly Platform[]
  readonly appliesWhen?: AppliesWhen
  /** The entities whose ids the field accepts. */
  readonly references?: readonly string[]
  /** True if the field can be written and is never returned. */
  readonly writeOnly?: true
  readonly description?: string
}

export interface EntityDescription {
  readonly entity: string
  readonly label: string
  readonly area: Area
  readonly scopes: { readonly read: readonly Scope[]; readonly write: readonly Scope[] }
  readonly operations: readonly Operation[]
  readonly singleton: boolean
  readonly languages: readonly string[]
  readonly fields: readonly FieldDescription[]
  /** The keys that a create request must contain. */
  readonly required: readonly string[]
  readonly listing: readonly string[]
  readonly filters: readonly { readonly name: string; readonly description: string }[]
  readonly unsupportedFields: readonly { readonly name: string; readonly label: string; readonly type: string }[]
}

/** True if callers can create or update records of the entity. */
export function isWritable(entity: Entity): boolean {
  return entity.operations.includes('create') || entity.operations.includes('update')
}

/** The keys that a create request must contain, one per language for translatable fields. */
function requiredKeys(entity: Entity, languages: readonly string[]): readonly string[] {
  return Object.values(entity.properties).flatMap((property) => {
    if (!isAlwaysRequired(property) || property.kind.schema(property, 'write') === null) return []
    return property.translatable ? languages.map((tag) => flatKey(property.name, tag)) : [property.name]
  })
}

/** JSON types of a schema without `type`: it refers to a definition, or the value is null. */
const nullableObject = ['object', 'null']

interface Installed {
  readonly languages: readonly string[]
  readonly registry: Registry
}

function valueText(value: string | number | boolean): string {
  return typeof value === 'string' ? `'${value}'` : String(value)
}

/** The help text, then the conditions under which the field applies, as full sentences; '' if there are none. */
export function describeProperty(property: Property): string {
  const { help, locked, platforms, appliesWhen, apiSensitive } = property
  const sentences: string[] = help === undefined ? [] : [help]
  if (locked) sentences.push('Cannot be changed after the record was created.')
  if (appliesWhen) {
    sentences.push(`Used only if ${appliesWhen.property} is ${appliesWhen.values.map(valueText).join(' or ')}.`)
  }
  if (platforms) sentences.push(`Applies on ${platforms.join(', ')} only. On other platforms it is stored but not used.`)
  if (apiSensitive) sentences.push('Never returned.')
  return sentences.join(' ')
}

function describeField(entity: Entity, property: Property, schema: JsonSchema, installed: Installed): FieldDescription {
  const { languages, registry } = installed
  const { name, label, kind } = property
  const description = describeProperty(property)
  const targets = kind.referenceTargets?.(property) ?? []
  const { type, enum: values, maxLength } = schema
  const choices = values === undefined ? kind.hints?.(property, registry, languages)['choices'] : undefined
  return {
    name,
    label,
    type: kind.name,
    jsonType: type ?? nullableObject,
    required: isAlwaysRequired(property),
    readOnly: property.readOnly === true || !isWritable(entity),
    ...(property.translatable ? { keys: languages.map((tag) => flatKey(name, tag)) } : {}),
    ...(Array.isArray(values) ? { enum: values as readonly unknown[] } : {}),
    ...(Array.isArray(choices) ? { choices: choices as readonly unknown[] } : {}),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(property.default === undefined ? {} : { default: property.default }),
    ...(property.platformDefaults ? { platformDefaults: property.platformDefaults } : {}),
    ...(property.platforms ? { platforms: property.platforms } : {}),
    ...(property.appliesWhen ? { appliesWhen: property.appliesWhen } : {}),
    ...(targets.length > 0 ? { references: targets } : {}),
    ...(property.apiSensitive ? { writeOnly: true } : {}),
    ...(description === '' ? {} : { description }),
  }
}

const idField: FieldDescription = { name: 'id', label: 'ID', type: 'id', jsonType: 'integer', required: false, readOnly: true }

/** Describes one entity for a store with these active languages. */
export function toEntityDescription(entity: Entity, languages: readonly string[], registry: Registry): EntityDescription {
  const fields: FieldDescription[] = [idField]
  const unsupported: { name: string; label: string; type: string }[] = []
  for (const property of Object.values(entity.properties)) {
    const schema = property.kind.schema(property, 'read')
    if (schema) fields.push(describeField(entity, property, schema, { languages, registry }))
    else unsupported.push({ name: property.name, label: property.label, type: property.kind.name })
  }
  return {
    entity: entity.name,
    label: entity.label,
    area: entity.area,
    scopes: { read: requiredScopes(entity, 'read'), write: requiredScopes(entity, 'update') },
    operations: entity.operations,
    singleton: entity.singleton,
    languages,
    fields,
    required: isWritable(entity) ? requiredKeys(entity, languages) : [],
    listing: ['id', ...entity.listing.filter((name) => entity.properties[name] && isReadable(entity.properties[name]))],
    filters: [...collectFilters(entity).values()].map(({ name, help }) => ({ name, description: help })),
    unsupportedFields: unsupported,
  }
}

export interface EntityFormField {
  readonly name: string
  readonly label: string
  readonly control: string
  /** Options of this control: choices, scale, the joined entity. */
  readonly hints: Readonly<Record<string, unknown>>
  readonly help?: string
  /** Required while the field is applicable. */
  readonly required: boolean
  /** Input names: one, or one per language. */
  readonly keys: readonly string[]
  /** True for texts that are often the same in several languages, such as units. */
  readonly oftenEqual?: true
  readonly default?: unknown
  /** The field is shown only while this condition is met. */
  readonly appliesWhen?: AppliesWhen
  /** True if the value can be set only on create. */
  readonly locked: boolean
  readonly readOnly: boolean
  /** True if the current value is never sent to the form. */
  readonly sensitive: boolean
}

export interface EntityForm {
  readonly entity: string
  readonly label: string
  readonly pluralLabel: string
  readonly singleton: boolean
  readonly fields: readonly EntityFormField[]
}

/** The initial value of a new record on the registry's platform. */
export function initialValue(property: Property, registry: Registry): unknown {
  const own = property.platformDefaults?.[registry.platform]
  return own === undefined ? property.default : own
}

/** One field of a form: a property of an entity or an argument of an action. */
export function toFormField(property: Property, registry: Registry, languages: readonly string[]): EntityFormField {
  const initial = initialValue(property, registry)
  return {
    name: property.name,
    label: property.label,
    control: property.kind.control,
    hints: property.kind.hints?.(property, registry, languages) ?? {},
    ...(property.help === undefined ? {} : { help: property.help }),
    required: property.required === true,
    keys: property.translatable ? languages.map((tag) => flatKey(property.name, tag)) : [property.name],
    ...(property.oftenEqual ? { oftenEqual: true } : {}),
    ...(initial === undefined ? {} : { default: initial }),
    ...(property.appliesWhen ? { appliesWhen: property.appliesWhen } : {}),
    locked: property.locked === true,
    readOnly: property.readOnly === true,
    sensitive: property.apiSensitive === true,
  }
}

/** The form of one entity, without the fields that do not apply on the registry's platform. */
export function toEntityForm(entity: Entity, registry: Registry, languages: readonly string[]): EntityForm {
  const applicable = Object.values(entity.properties).filter(
    ({ platforms }) => !platforms || platforms.includes(registry.platform),
  )
  const fields = applicable.map((property) => toFormField(property, registry, languages))
  return { entity: entity.name, label: entity.label, pluralLabel: entity.pluralLabel, singleton: entity.singleton, fields }
}
