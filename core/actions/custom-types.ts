// Describes registered types for callers: names, whether they come from the installation, and the arguments of its own types.
import type { TermType } from '../engine/calculation/term-type.js'
import { operatorsOf, orderedOperators } from '../engine/question/value.js'
import type { ConditionType } from '../engine/rule/condition-type.js'
import { nameProperties, type Property, type PropertyMap } from '../foundation/property/kind.js'
import { describeProperty } from '../model/schema/describe.js'
import type { Registry, ContributionMap } from '../model/registry.js'

export interface TypeSummary {
  readonly name: string
  readonly custom: boolean
}

/** An argument of a condition or term, or a field that a question type adds to questions. */
export interface ArgumentDescription {
  readonly name: string
  readonly label: string
  /** The name of the property kind. */
  readonly type: string
  /** JSON Schema type of the value to write. */
  readonly jsonType: unknown
  readonly required: boolean
  /** The accepted values, if limited. */
  readonly enum?: unknown
  /** The entities whose ids are accepted. Questions and calculations must belong to the same product. */
  readonly references?: readonly string[]
  readonly description?: string
}

export interface TermDescription {
  readonly name: string
  readonly label: string
  readonly arguments: readonly ArgumentDescription[]
}

export interface ConditionDescription extends TermDescription {
  /** The accepted operators. */
  readonly operators: readonly string[]
}

/** All types of a map. `custom` marks those from neither core nor stock. */
export function summarizeTypes(registry: Registry, types: ContributionMap<unknown>): readonly TypeSummary[] {
  return [...types.keys()].map((name) => ({ name, custom: registry.isCustom(types.owner(name) ?? '') }))
}

/** The types that the installation added. */
export function listCustomTypes<T>(registry: Registry, types: ContributionMap<T>): readonly T[] {
  return [...types].flatMap(([name, type]) => (registry.isCustom(types.owner(name) ?? '') ? [type] : []))
}

/** The arguments that callers write. */
export function describeArguments(properties: PropertyMap): readonly ArgumentDescription[] {
  return Object.values(nameProperties(properties)).flatMap(describeArgument)
}

function describeArgument(property: Property): readonly ArgumentDescription[] {
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

/** Custom conditions, written as `{condition: <name>, …arguments, operator, value}`. */
export function describeCustomConditions(registry: Registry): readonly ConditionDescription[] {
  return listCustomTypes(registry, registry.conditionTypes).map((type: ConditionType) => ({
    name: type.name,
    label: type.label,
    operators: 'kind' in type ? operatorsOf(type.kind) : orderedOperators,
    arguments: describeArguments(type.properties),
  }))
}

/** Custom terms, written as `{term: <name>, …arguments}`. */
export function describeCustomTerms(registry: Registry): readonly TermDescription[] {
  return listCustomTypes(registry, registry.termTypes).map(({ name, label, properties }: TermType) => ({
    name,
    label,
    arguments: describeArguments(properties),
  }))
}
