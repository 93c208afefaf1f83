// Builds names for records without a title, from their owner and the records that they reference.
import type { Grant } from '#core/foundation/access/grant.js'
import type { Entity } from '#core/model/entity/define.js'
import { findOwnerJoins } from '#core/model/entity/ownership.js'
import { type Registry, requireEntity } from '#core/model/registry.js'
import type { Context } from '#core/storage/context.js'
import { loadRecords } from '#core/storage/record/load.js'
import { type AdminScope, momentFor } from '../gate/scope.js'
import { asHeading, type Say, sayIn } from '../wording/label.js'
import { may, titleField } from './entity.js'
import type { WireRow } from './shape.js'

/** The title of a record. null if it is unknown or empty. */
export type TitleOf = (entity: string, id: number) => string | null

export interface Calling {
  readonly registry: Registry
  readonly say: Say
  readonly german: boolean
}

/** Maximum number of referenced records in a name, besides the owner. */
const mostNamed = 3

/** A record with its loaded values. */
export interface Unnamed {
  readonly id: number
  readonly values: WireRow
}

interface Named {
  readonly entity: string
  readonly id: number
}

/** The records that this record references, owner separately. Only properties that reference a single record. */
function referencesOf(
  entity: Entity,
  registry: Registry,
  values: WireRow,
): { readonly owner: Named | null; readonly others: readonly Named[] } {
  const owner = findOwnerJoins(entity).find(({ property }) => typeof values[property] === 'number')
  const others = Object.values(entity.properties).flatMap((property): readonly Named[] => {
    const value = values[property.name]
    if (property.name === owner?.property || typeof value !== 'number') return []
    const found = property.kind.references?.(value, property, registry) ?? []
    return found.slice(0, 1).map((one) => ({ entity: one.entity, id: one.id }))
  })
  return {
    owner: owner ? { entity: owner.entity, id: Number(values[owner.property]) } : null,
    others: others.slice(0, mostNamed),
  }
}

/** `Matrix “Prices”: Width × Drop`. null if neither the owner nor a referenced record has a title. */
export function calledBy(entity: Entity, values: WireRow, titleOf: TitleOf, { registry, say, german }: Calling): string | null {
  const { owner, others } = referencesOf(entity, registry, values)
  const of = owner && titleOf(owner.entity, owner.id)
  const by = others.flatMap(({ entity: other, id }) => titleOf(other, id) ?? [])
  if (!of && by.length === 0) return null
  const quoted = of ? (german ? ` „${of}“` : ` “${of}”`) : ''
  return `${asHeading(say(entity.label))}${quoted}${by.length > 0 ? `: ${by.join(' × ')}` : ''}`
}

/** Names by id, for records without a title. Leaves out records that the caller may not read. */
async function callRecords(
  { database, registry }: Context,
  entity: Entity,
  records: readonly Unnamed[],
  calling: Calling & { readonly grant: Grant; readonly languages: readonly string[] },
): Promise<ReadonlyMap<number, string>> {
  const { grant, languages } = calling
  if (titleField(entity) !== null) return new Map()
  const wanted = new Map<string, Set<number>>()
  for (const { values } of records) {
    const { owner, others } = referencesOf(entity, registry, values)
    for (const one of owner ? [owner, ...others] : others) {
      wanted.set(one.entity, (wanted.get(one.entity) ?? new Set()).add(one.id))
    }
  }
  const titles = new Map<string, string>()
  for (const [name, ids] of wanted) {
    const other = requireEntity(registry, name)
    const field = titleField(other)
    if (field === null || !may(other, 'read', grant)) continue
    for (const { id, values } of await loadRecords(database, other, languages, { column: 'id', values: [...ids] })) {
      const title = values[field]
      if (typeof title === 'number') titles.set(`${name} ${id}`, `${asHeading(calling.say(other.label))} ${title}`)
      else if (typeof title === 'string' && title !== '') titles.set(`${name} ${id}`, title)
    }
  }
  const titleOf: TitleOf = (name, id) => titles.get(`${name} ${id}`) ?? null
  return new Map(
    records.flatMap(({ id, values }) => {
      const called = calledBy(entity, values, titleOf, calling)
      return called === null ? [] : [[id, called] as const]
    }),
  )
}

/** Calls `callRecords` with the language and the rights of the current account. */
export async function callFor(
  scope: AdminScope,
  entity: Entity,
  records: readonly Unnamed[],
): Promise<ReadonlyMap<number, string>> {
  if (titleField(entity) !== null) return new Map()
  const { app, visitor, language } = scope
  const { languages } = (await momentFor(scope)).snapshot
  const calling = { registry: app.registry, say: sayIn(app.registry, language), german: language === 'de' }
  return callRecords(app.context, entity, records, { ...calling, grant: visitor.grant, languages: languages.slice(0, 1) })
}

/** The label of a payment provider. Its technical name if the provider no longer exists. */
export const providerLabel = (registry: Registry, connector: string, say: Say): string =>
  say(registry.paymentProviders.get(connector)?.label ?? connector)
