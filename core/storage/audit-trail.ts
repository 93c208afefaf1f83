// Reads the audit trail, newest entry first, optionally for one record, and deletes entries after the retention period.
import { day, formatIsoTime } from '../foundation/clock.js'
import type { Context } from './context.js'
import { deleteRowsBefore } from './database/expired-rows.js'
import { toInList, type SqlParameter } from './database/statement.js'

export interface AuditEntry {
  readonly id: number
  /** ISO 8601. */
  readonly at: string
  readonly who: string
  readonly entity: string
  readonly record: number
  readonly deed: 'create' | 'change' | 'delete'
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
    deed: row.deed as AuditEntry['deed'],
    changes: JSON.parse(String(row.changes)) as AuditEntry['changes'],
  }))
}

/** Deletes entries older than the retention period. Deletes all entries if the period is 0. */
export async function deleteExpiredAuditEntries({ database, clock, auditDays }: Context): Promise<void> {
  await deleteRowsBefore(database, 'svc_audit_trail', 'at', formatIsoTime(clock.now() - auditDays * day))
}
