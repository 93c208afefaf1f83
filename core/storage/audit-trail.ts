// The audit trail: writes entries in the transaction of the change, reads them, and deletes them after the retention period.
import { day, formatIsoTime } from '../foundation/clock.js'
import type { Context } from './context.js'
import { deleteRowsBefore } from './database/table-rows.js'
import { toInList, type SqlParameter } from './database/dialect.js'
import type { Area } from '../foundation/access.js'
import { getCurrentActor } from '../foundation/actor.js'
import type { Entity } from '../model/entity/define.js'
import type { Unit } from './unit-of-work/transaction.js'
import type { LoadedRecord } from './record/load.js'
import type { Draft, WriteTask } from './pipeline/draft.js'

export interface AuditEntry {
  readonly id: number
  /** ISO 8601. */
  readonly at: string
  readonly who: string
  readonly entity: string
  readonly record: number
  readonly action: 'create' | 'change' | 'delete'
  /** Previous and new value by field. null for secret and personal fields. */
  readonly changes: Readonly<Record<string, readonly [before: unknown, after: unknown] | null>>
}

export interface AuditQuery {
  /** The entities that the caller may read. */
  readonly entities: readonly string[]
  /** Limits the entries to one record. */
  readonly record?: number | undefined
  /** Only entries with a lower id. */
  readonly before?: number | undefined
  readonly limit: number
}

export async function listAuditEntries(
  { database }: Context,
  { entities, record, before, limit }: AuditQuery,
): Promise<readonly AuditEntry[]> {
  if (entities.length === 0) return []
  const names = toInList(entities)
  const conditions = [`entity IN ${names.sql}`]
  const params: SqlParameter[] = [...names.params]
  if (record !== undefined) {
    conditions.push('entity_id = ?')
    params.push(record)
  }
  if (before !== undefined) {
    conditions.push('id < ?')
    params.push(before)
  }
  const sql = `SELECT id, at, who, entity, entity_id, deed, changes FROM svc_audit_trail WHERE ${conditions.join(' AND ')} ORDER BY id DESC LIMIT ?`
  const rows = await database.query(sql, [...params, limit])
  return rows.map((row) => ({
    id: Number(row.id),
    at: String(row.at),
    who: String(row.who),
    entity: String(row.entity),
    record: Number(row.entity_id),
    action: row.deed as AuditEntry['action'],
    changes: JSON.parse(String(row.changes)) as AuditEntry['changes'],
  }))
}

/** Deletes entries older than the retention period. Deletes all entries if the period is 0. */
export async function deleteExpiredAuditEntries({ database, clock, auditDays }: Context): Promise<void> {
  await deleteRowsBefore(database, 'svc_audit_trail', 'at', formatIsoTime(clock.now() - auditDays * day))
}

/** The old and new value by field. null if the values are not stored. */
type Changes = Record<string, readonly [before: unknown, after: unknown] | null>

/** The audit trail stores no personal data. After a deletion of the record, no copy of it may remain. */
const personalAreas: ReadonlySet<Area> = new Set(['customers', 'orders', 'conversations'])
/** Maximum characters of a value, and maximum fields of an entry. */
const maximumValueLength = 1_000
const maximumFields = 200

const insertEntry = 'INSERT INTO svc_audit_trail (at, who, entity, entity_id, deed, changes) VALUES (?, ?, ?, ?, ?, ?)'

function truncateValue(value: unknown): unknown {
  const text = JSON.stringify(value ?? null)
  return text.length <= maximumValueLength ? (value ?? null) : `${text.slice(0, maximumValueLength)}…`
}

const isEqualJson = (first: unknown, other: unknown): boolean => JSON.stringify(first ?? null) === JSON.stringify(other ?? null)

/** The property of a key. The key can be the flat key of a translated text. */
const findProperty = ({ properties }: Entity, key: string) =>
  properties[key] ??
  Object.values(properties).find(({ name, translatable }) => translatable === true && key.startsWith(`${name}_`))

function collectChanges(
  entity: Entity,
  keys: Iterable<string>,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Changes {
  const changes: Changes = {}
  let count = 0
  for (const key of keys) {
    if (isEqualJson(before[key], after[key])) continue
    if (++count > maximumFields) break
    const hidden = personalAreas.has(entity.area) || findProperty(entity, key)?.apiSensitive === true
    changes[key] = hidden ? null : [truncateValue(before[key]), truncateValue(after[key])]
  }
  return changes
}

async function insertAuditEntry(
  { clock }: Context,
  u: Unit,
  entity: Entity,
  id: number,
  action: string,
  changes: Changes,
): Promise<void> {
  const actor = getCurrentActor()
  if (actor === null) return
  await u.run(insertEntry, [formatIsoTime(clock.now()), actor, entity.name, id, action, JSON.stringify(changes)])
}

/** Records a created or changed record, if the request has an actor. Call it only if the audit trail is on. */
export async function auditWrite(
  { context, u, entity }: WriteTask,
  { existing, record, changed }: Draft,
  id: number,
): Promise<void> {
  const changes = collectChanges(entity, changed, existing?.values ?? {}, record)
  if (existing && Object.keys(changes).length === 0) return
  await insertAuditEntry(context, u, entity, id, existing ? 'change' : 'create', changes)
}

export interface FieldChange {
  readonly entity: Entity
  readonly id: number
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
}

export async function auditChange(context: Context, u: Unit, { entity, id, before, after }: FieldChange): Promise<void> {
  const changes = collectChanges(entity, Object.keys(after), before, after)
  if (Object.keys(changes).length > 0) await insertAuditEntry(context, u, entity, id, 'change', changes)
}

interface RemovedRecord {
  readonly entity: Entity
  readonly record: LoadedRecord
}

export async function auditRemoval(context: Context, u: Unit, { entity, record }: RemovedRecord): Promise<void> {
  if (context.auditDays === 0) return
  const changes = collectChanges(entity, Object.keys(record.values), record.values, {})
  await insertAuditEntry(context, u, entity, record.id, 'delete', changes)
}
