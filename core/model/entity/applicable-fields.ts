// Decides whether a field of a record is applicable: on this host, and while the condition on its sibling is met.
import type { Property, Platform } from '../../foundation/property/kind.js'
import type { Entity } from './define.js'

/** False if the field is hidden, not required and not read. A condition on an inapplicable field is not met either. */
export function isApplicable(
  entity: Pick<Entity, 'properties'>,
  property: Property,
  record: Readonly<Record<string, unknown>>,
  platform: Platform,
): boolean {
  const { platforms, appliesWhen } = property
  if (platforms && !platforms.includes(platform)) return false
  if (!appliesWhen) return true
  if (!(appliesWhen.values as readonly unknown[]).includes(record[appliesWhen.property])) return false
  const sibling = entity.properties[appliesWhen.property]
  return !sibling || isApplicable(entity, sibling, record, platform)
}

interface ApplicabilityPlan {
  /** Fields that this host never reads. */
  readonly never: readonly string[]
  readonly conditional: readonly Property[]
  /** The fields that the conditions depend on. */
  readonly conditionFields: readonly string[]
  /** Cached results as a trie over the values of `conditionFields`: most of thousands of records share few combinations. */
  readonly results: ResultNode
  /** Number of cached results. */
  count: number
}

interface ResultNode {
  readonly next: Map<unknown, ResultNode>
  inapplicable?: readonly string[]
}

/** Maximum number of cached results per entity and platform. */
const maximumResults = 1_000

const plans = new WeakMap<Entity, Map<Platform, ApplicabilityPlan>>()

/** Most fields are always applicable. Only the others are checked for each record. */
function planFor(entity: Entity, platform: Platform): ApplicabilityPlan {
  const byPlatform = plans.get(entity) ?? new Map<Platform, ApplicabilityPlan>()
  plans.set(entity, byPlatform)
  const cached = byPlatform.get(platform)
  if (cached) return cached
  const properties = Object.values(entity.properties)
  const isNeverApplicable = ({ platforms }: Property): boolean => platforms?.includes(platform) === false
  const conditional = properties.filter((property) => !isNeverApplicable(property) && property.appliesWhen !== undefined)
  const conditionFields = [...new Set(conditional.flatMap(({ appliesWhen }) => dependencyChain(entity, appliesWhen!.property)))]
  const plan = {
    never: properties.filter(isNeverApplicable).map(({ name }) => name),
    conditional,
    conditionFields,
    results: { next: new Map() },
    count: 0,
  }
  byPlatform.set(platform, plan)
  return plan
}

/** The field of a condition, followed by the fields on which that field depends. */
function dependencyChain({ properties }: Entity, name: string): readonly string[] {
  const chain: string[] = []
  for (let next: string | undefined = name; next !== undefined && !chain.includes(next); ) {
    chain.push(next)
    next = properties[next]?.appliesWhen?.property
  }
  return chain
}

/** The names of inapplicable fields of a record. */
export function findInapplicableFields(
  entity: Entity,
  record: Readonly<Record<string, unknown>>,
  platform: Platform,
): readonly string[] {
  const plan = planFor(entity, platform)
  let node: ResultNode | undefined = plan.results
  for (const name of plan.conditionFields) node = node?.next.get(record[name])
  if (node?.inapplicable) return node.inapplicable
  const inapplicable = [...plan.never]
  for (const property of plan.conditional) if (!isApplicable(entity, property, record, platform)) inapplicable.push(property.name)
  cacheResult(plan, record, inapplicable)
  return inapplicable
}

/** Caches a result. Objects are not cached: the map compares them by identity. */
function cacheResult(plan: ApplicabilityPlan, record: Readonly<Record<string, unknown>>, inapplicable: readonly string[]): void {
  const values = plan.conditionFields.map((name) => record[name])
  if (plan.count === maximumResults || values.some((value) => typeof value === 'object' && value !== null)) return
  plan.count++
  let node = plan.results
  for (const value of values) {
    const next: ResultNode = node.next.get(value) ?? { next: new Map() }
    node.next.set(value, next)
    node = next
  }
  node.inapplicable = inapplicable
}
