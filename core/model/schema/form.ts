// What the admin needs to draw an entity's form and list: labels, controls and their hints, on one platform.
import { flatKey } from '../../ground/language/tags.js'
import type { Property } from '../../ground/property/kind.js'
import type { AppliesWhen } from '../../ground/property/options.js'
import type { Entity } from '../entity/define.js'
import type { Registry } from '../registry.js'

export interface FormField {
  readonly name: string
  readonly label: string
  readonly control: string
  /** What only this control needs: choices, scale, the joined entity. */
  readonly hints: Readonly<Record<string, unknown>>
  readonly help?: string
  /** Required while it applies. */
  readonly required: boolean
  /** The keys of its inputs: one, or one per language. */
  readonly keys: readonly string[]
  readonly default?: unknown
  /** Shown only while it holds. */
  readonly appliesWhen?: AppliesWhen
  /** Taken on create only. */
  readonly locked: boolean
  readonly readOnly: boolean
  /** Never filled in from the record. */
  readonly sensitive: boolean
}

export interface Form {
  readonly entity: string
  readonly label: string
  readonly pluralLabel: string
  readonly singleton: boolean
  readonly fields: readonly FormField[]
}

/** The starting value of a new record on the registry's platform. */
export function startValue(property: Property, registry: Registry): unknown {
  const own = property.platformDefaults?.[registry.platform]
  return own === undefined ? property.default : own
}

/** One field of a form: of an entity, or an argument of an action. */
export function fieldOf(property: Property, registry: Registry, languages: readonly string[]): FormField {
  const start = startValue(property, registry)
  return {
    name: property.name,
    label: property.label,
    control: property.kind.control,
    hints: property.kind.hints?.(property, registry, languages) ?? {},
    ...(property.help === undefined ? {} : { help: property.help }),
    required: property.required === true,
    keys: property.translatable ? languages.map((tag) => flatKey(property.name, tag)) : [property.name],
    ...(start === undefined ? {} : { default: start }),
    ...(property.appliesWhen ? { appliesWhen: property.appliesWhen } : {}),
    locked: property.locked === true,
    readOnly: property.readOnly === true,
    sensitive: property.apiSensitive === true,
  }
}

/** The form of one entity; fields that do not count on the registry's platform are left out. */
export function formOf(entity: Entity, registry: Registry, languages: readonly string[]): Form {
  const shown = Object.values(entity.properties).filter(({ platforms }) => !platforms || platforms.includes(registry.platform))
  const fields = shown.map((property) => fieldOf(property, registry, languages))
  return { entity: entity.name, label: entity.label, pluralLabel: entity.pluralLabel, singleton: entity.singleton, fields }
}
