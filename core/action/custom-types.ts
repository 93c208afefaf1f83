// Plugged-in types: by name, with the word whether an installation brought them itself, and what those of its own take.
import type { TermType } from '../engine/calculation/define.js'
import { operatorsOf, orderedOperators } from '../engine/question/value.js'
import type { ConditionType } from '../engine/rule/define.js'
import { nameProperties, type Property, type PropertyMap } from '../ground/property/kind.js'
import { describeProperty } from '../model/schema/description.js'
import type { Registry, Shelf } from '../model/registry.js'

export interface NamedType {
  readonly name: string
  readonly custom: boolean
}

/** An argument of a condition or term, or a field that a question type adds. */
export interface DescribedArgument {
  readonly name: string
  readonly label: string
  /** The property kind's name. */
  readonly type: string
  /** JSON Schema type of what is written. */
  readonly jsonType: unknown
  readonly required: boolean
  /** The values that it takes, where there are only some. */
  readonly enum?: unknown
  /** The entities whose ids it takes; questions and calculations of the same product only. */
  readonly references?: readonly string[]
  readonly description?: string
}

export interface DescribedTerm {
  readonly name: string
  readonly label: string
  readonly arguments: readonly DescribedArgument[]
}

export interface DescribedCondition extends DescribedTerm {
  /** What its operator and value are judged by. */
  readonly operators: readonly string[]
}

/** Every type of a shelf; `custom` is what neither core nor stock brought. */
export function namedTypes(registry: Registry, shelf: Shelf<unknown>): readonly NamedType[] {
  return [...shelf.keys()].map((name) => ({ name, custom: registry.isCustom(shelf.owner(name) ?? '') }))
}

/** The types of a shelf that the installation brought itself. */
export function customTypes<T>(registry: Registry, shelf: Shelf<T>): readonly T[] {
  return [...shelf].flatMap(([name, type]) => (registry.isCustom(shelf.owner(name) ?? '') ? [type] : []))
}

/** What is to be written under each key, but for what no write takes. */
export function describeArguments(properties: PropertyMap): readonly DescribedArgument[] {
  return Object.values(nameProperties(properties)).flatMap(describeArgument)
}

function describeArgument(property: Property): readonly DescribedArgument[] {
  const { name, label, kind } = property
  const schema = kind.schema(property, 'write')
  if (schema === null) return []
  const references = kind.referenceTargets?.(property) ?? []
  const description = describeProperty(property)
  return [
    {
      name,
      label,
      type: kind.name,
      jsonType: schema['type'] ?? ['object', 'null'],
      required: property.required === true,
      ...(schema['enum'] === undefined ? {} : { enum: schema['enum'] }),
      ...(references.length > 0 ? { references } : {}),
      ...(description === '' ? {} : { description }),
    },
  ]
}

/** Conditions that authors write as `{condition: <name>, …arguments, operator, value}`. */
export function customConditions(registry: Registry): readonly DescribedCondition[] {
  return customTypes(registry, registry.conditionTypes).map((type: ConditionType) => ({
    name: type.name,
    label: type.label,
    operators: 'kind' in type ? operatorsOf(type.kind) : orderedOperators,
    arguments: describeArguments(type.properties),
  }))
}

/** Terms that authors write as `{term: <name>, …arguments}`. */
export function customTerms(registry: Registry): readonly DescribedTerm[] {
  return customTypes(registry, registry.termTypes).map(({ name, label, properties }: TermType) => ({
    name,
    label,
    arguments: describeArguments(properties),
  }))
}
