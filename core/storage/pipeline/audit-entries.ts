// Writes audit trail entries in the transaction of the change: actor, fields, old and new values, but no secrets.
import { formatIsoTime } from '../../foundation/clock.js'
import type { Area } from '../../foundation/access/areas.js'
import { getCurrentActor } from '../../foundation/access/actor.js'
import type { Entity } from '../../model/entity/define.js'
import type { Context } from '../context.js'
import type { Unit } from '../unit-of-work/transaction.js'
import type { LoadedRecord } from '../record/load.js'
import type { Draft, WriteTask } from './draft.js'

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

/** True if the audit trail is on and the request has an actor. */
export const isAudited = ({ auditDays }: Context): boolean => auditDays > 0 && getCurrentActor() !== null

export async function auditWrite(
  { context, u, entity }: WriteTask,
  { existing, record, changed }: Draft,
  id: number,
): Promise<void> {
  if (!isAudited(context)) return
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
  if (!isAudited(context)) return
  const changes = collectChanges(entity, Object.keys(record.values), record.values, {})
  await insertAuditEntry(context, u, entity, record.id, 'delete', changes)
}
