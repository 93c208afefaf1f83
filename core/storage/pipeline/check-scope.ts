// Read access for property kinds and entities during validation and storage. All reads go through the open transaction.
import { toFoldedColumnName } from '../../foundation/language/fold.js'
import type { Entity } from '../../model/entity/define.js'
import { hasColumn } from '../../model/entity/readable.js'
import { findOwnerJoins, findOwnerPath, type OwnerStep } from '../../model/entity/ownership.js'
import { type RegistryScope, requireEntity } from '../../model/registry.js'
import { quote } from '../database/dialect.js'
import { getFlatKeys } from '../record/flat-keys.js'
import { loadInTransaction } from '../record/identity-map.js'
import { loadRecords, type ColumnCondition } from '../record/load.js'
import { getLayout } from '../record/layout.js'
import { toColumnValue } from '../record/values.js'
import type { PipelineScope } from './draft.js'
import { getCachedOwner, cacheOwner } from './owner-cache.js'
import { findCachedChildren } from './last-position.js'
import { findTextHolders } from './unique-texts.js'

type Values = Readonly<Record<string, unknown>>

/**
 * The scope of one record. `record` reflects its state at the time of each call. `lock` is the locking clause of the reads: with
 * it, the result of a check still holds at commit.
 */
export function createCheckScope(
  place: PipelineScope,
  entity: Entity,
  id: number | null,
  record: Values,
  lock = '',
): RegistryScope {
  const { context, u, snapshot } = place
  const equals = async (target: Entity, key: string, value: unknown, languages: readonly string[]) => {
    const condition = await toEqualsCondition(place, target, key, value)
    return condition.values.length > 0 ? loadRecords(u, target, languages, condition, lock) : []
  }
  return {
    record,
    entity: entity.name,
    id,
    registry: context.registry,
    async read(name, recordId, { texts = true } = {}) {
      const target = requireEntity(context.registry, name)
      const condition = { column: 'id', values: [recordId] }
      const languages = texts && getLayout(target).translatable.length > 0 ? snapshot.languages : []
      const [loadedRecord] = await loadInTransaction(u, target, condition, lock === '' ? null : lock, languages)
      return loadedRecord ? Object.freeze(loadedRecord.values) : null
    },
    async find(name, property, value, { texts = true } = {}) {
      const target = requireEntity(context.registry, name)
      const languages = texts ? snapshot.languages : []
      const records =
        findCachedChildren(u, target, property, value, languages) ?? (await equals(target, property, value, languages))
      return records.map((match) => Object.freeze(match.values))
    },
    ownerId: (ancestor) => findOwnerId(place, entity, id, record, ancestor),
  }
}

/** Selects records by a column's value, by a folded column such as `email_folded`, or by the text of a flat key such as `label_en_GB`. */
async function toEqualsCondition(
  { u, snapshot }: PipelineScope,
  entity: Entity,
  key: string,
  value: unknown,
): Promise<ColumnCondition> {
  const property = Object.hasOwn(entity.properties, key) ? entity.properties[key] : undefined
  if (property && hasColumn(property)) return { column: property.name, values: [toColumnValue(property, value)] }
  if (getLayout(entity).folded.some(({ name }) => toFoldedColumnName(name) === key))
    return { column: key, values: [String(value)] }
  const text = getFlatKeys(entity, snapshot.languages).get(key)
  if (text) return { column: 'id', values: await findTextHolders(u, entity, text, String(value)) }
  throw new TypeError(`Records of ${entity.name} cannot be found by '${key}'.`)
}

/** A lookup of one owner: an SQL expression with one parameter, the id for that parameter, and a cache key for both. */
export interface OwnerLookup {
  readonly sql: string
  readonly parent: number
  readonly key: string
  /** The tables that the expression reads. The parent's table comes first. */
  readonly tables: readonly string[]
}

/** Nests from the inside out: (SELECT product_id FROM svc_page WHERE id = (SELECT page_id FROM svc_question WHERE id = <inner>)) */
function formatOwnerExpression(path: readonly OwnerStep[], inner: string): string {
  return path
    .slice(1)
    .reduce((id, step) => `(SELECT ${quote(step.property)} AS owner FROM ${quote(step.table)} WHERE id = ${id})`, inner)
}

/**
 * An SQL column that reads the owner together with an existing record, which saves a separate query. null if the owner cannot be
 * read this way. If writes of the entity lock that owner first, the same statement locks it.
 */
export function formatOwnerColumn({ context, u }: PipelineScope, entity: Entity, ancestor: string): string | null {
  const [join, secondJoin] = findOwnerJoins(entity)
  if (!join || secondJoin) return null
  const path = findOwnerPath(context.registry.entities, entity, ancestor, join.property)
  if (!path || path.length < 2) return null
  const owner = formatOwnerExpression(path, `${quote(entity.table)}.${quote(join.property)}`)
  if (entity.exclusive !== ancestor) return `${owner} AS owner`
  const { table } = requireEntity(context.registry, ancestor)
  return `(SELECT id FROM ${quote(table)} WHERE id = ${owner} ${u.dialect.forUpdate}) AS owner`
}

/** Stores the owner that was read through `formatOwnerColumn`. */
export function cacheLoadedOwner(place: PipelineScope, entity: Entity, record: Values, ancestor: string, owner: unknown): void {
  const [path] = listOwnerLookups(place, entity, record, ancestor)
  if (!path || typeof owner !== 'number') return
  place.owners?.set(path.key, owner)
  if (entity.exclusive === ancestor) place.locked?.add(path.key)
}

interface OwnerSql {
  readonly sql: string
  readonly tables: readonly string[]
  readonly prefix: string
}

const ownerSqlCache = new WeakMap<readonly OwnerStep[], OwnerSql>()

/** Memoized, because each write needs the expression several times. */
function getOwnerSql(path: readonly OwnerStep[], ancestor: string): OwnerSql {
  const cachedSql = ownerSqlCache.get(path)
  if (cachedSql) return cachedSql
  const tables = path.slice(1).map(({ table }) => table)
  const ownerSql = { sql: formatOwnerExpression(path, '?'), tables, prefix: `${ancestor} ${tables.join(' ')} ` }
  ownerSqlCache.set(path, ownerSql)
  return ownerSql
}

/** All lookups that lead to an owner of the entity `ancestor`. */
export function listOwnerLookups(
  { context }: PipelineScope,
  entity: Entity,
  record: Values,
  ancestor: string,
): readonly OwnerLookup[] {
  return findOwnerJoins(entity).flatMap((join) => {
    const parent = record[join.property]
    const path = typeof parent === 'number' && findOwnerPath(context.registry.entities, entity, ancestor, join.property)
    if (typeof parent !== 'number' || !path) return []
    const { sql, tables, prefix } = getOwnerSql(path, ancestor)
    return [{ sql, parent, key: prefix + parent, tables }]
  })
}

/** The id of the record of `ancestor` that owns this record, or the record's own id if it is of `ancestor`. null if there is none. */
export async function findOwnerId(
  place: PipelineScope,
  entity: Entity,
  id: number | null,
  record: Values,
  ancestor: string,
): Promise<number | null> {
  if (entity.name === ancestor) return id
  for (const { sql, parent, key, tables } of listOwnerLookups(place, entity, record, ancestor)) {
    if (sql === '?') return parent
    const cachedOwnerId = place.owners?.get(key) ?? getCachedOwner(place.u, ancestor, tables, parent)
    if (cachedOwnerId !== undefined) return cachedOwnerId
    const [row] = await place.u.query<{ owner: number | null }>(sql.slice(1, -1), [parent])
    if (!row || row.owner === null) continue
    place.owners?.set(key, row.owner)
    cacheOwner(place.u, ancestor, tables, [parent], row.owner)
    return row.owner
  }
  return null
}
