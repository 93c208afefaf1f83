// Projects an entity to the form model of the admin: labels, controls and their hints on one platform.
import { flatKey } from '../../foundation/language.js'
import type { Property, AppliesWhen } from '../../foundation/property/kind.js'
import type { Entity } from '../entity/define.js'
import type { Registry } from '../registry.js'

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
