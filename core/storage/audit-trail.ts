// The audit trail as people read it: the last entry first, by record if asked, and forgotten after its days.
import { day, formatIsoTime } from '../foundation/clock.js'
import type { Context } from './context.js'
import { forgetBefore } from './database/forget.js'
import { inList, type SqlParameter } from './database/statement.js'

export interface TrailEntry {
  readonly id: number
  /** ISO 8601. */
  readonly at: string
  readonly who: string
  readonly entity: string
  readonly record: number
  readonly deed: 'create' | 'change' | 'delete'
  /** By field: before and after; null where a field is secret or personal. */
  readonly changes: Readonly<Record<string, readonly [before: unknown, after: unknown] | null>>
}

export interface TrailQuery {
  /** Names of entities whose entries may be seen. */
  readonly entities: readonly string[]
  /** Of one record. */
  readonly record?: number | undefined
  /** Entries older than this one. */
  readonly before?: number | undefined
  readonly limit: number
}

export async function listTrail(
  { database }: Context,
  { entities, record, before, limit }: TrailQuery,
): Promise<readonly TrailEntry[]> {
  if (entities.length === 0) return []
  const names = inList(entities)
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
    deed: row.deed as TrailEntry['deed'],
    changes: JSON.parse(String(row.changes)) as TrailEntry['changes'],
  }))
}

/** Deletes what is older than the days of the setting; all of it where none is kept. */
export async function forgetTrail({ database, clock, auditDays }: Context): Promise<void> {
  await forgetBefore(database, 'svc_audit_trail', 'at', formatIsoTime(clock.now() - auditDays * day))
}
