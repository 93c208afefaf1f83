// Writes audit trail entries in the transaction of the change: actor, fields, old and new values, but no secrets.
import { formatIsoTime } from '../../foundation/clock.js'
import type { Area } from '../../foundation/access/areas.js'
import { getCurrentActor } from '../../foundation/access/actor.js'
import type { Entity } from '../../model/entity/define.js'
import type { Context } from '../context.js'
import type { Unit } from '../database/unit.js'
import type { LoadedRecord } from '../record/load.js'
import type { Draft, WriteTask } from './draft.js'

/** The old and new value by field. null if the values are not stored. */
type Changes = Record<string, readonly [before: unknown, after: unknown] | null>

/** The audit trail stores no personal data. After a deletion of the record, no copy of it may remain. */
const personal: ReadonlySet<Area> = new Set(['customers', 'orders', 'conversations'])
/** Maximum characters of a value, and maximum fields of an entry. */
const longest = 1_000
const most = 200

const insert = 'INSERT INTO svc_audit_trail (at, who, entity, entity_id, deed, changes) VALUES (?, ?, ?, ?, ?, ?)'

function kept(value: unknown): unknown {
  const text = JSON.stringify(value ?? null)
  return text.length <= longest ? (value ?? null) : `${text.slice(0, longest)}…`
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** The property of a key. The key can be the flat key of a translated text. */
const propertyOf = ({ properties }: Entity, key: string) =>
  properties[key] ??
  Object.values(properties).find(({ name, translatable }) => translatable === true && key.startsWith(`${name}_`))

function changesOf(
  entity: Entity,
  keys: Iterable<string>,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Changes {
  const changes: Changes = {}
  let count = 0
  for (const key of keys) {
    if (same(before[key], after[key])) continue
    if (++count > most) break
    const hidden = personal.has(entity.area) || propertyOf(entity, key)?.apiSensitive === true
    changes[key] = hidden ? null : [kept(before[key]), kept(after[key])]
  }
  return changes
}

function note({ clock }: Context, u: Unit, entity: Entity, id: number, deed: string, changes: Changes): void {
  const who = getCurrentActor()
  if (who === null) return
  u.meanwhile(u.run(insert, [formatIsoTime(clock.now()), who, entity.name, id, deed, JSON.stringify(changes)]))
}

/** True if the audit trail is on and the request has an actor. */
export const isNoted = ({ auditDays }: Context): boolean => auditDays > 0 && getCurrentActor() !== null

export function noteWrite({ context, u, entity }: WriteTask, { existing, record, changed }: Draft, id: number): void {
  if (!isNoted(context)) return
  const changes = changesOf(entity, changed, existing?.values ?? {}, record)
  if (existing && Object.keys(changes).length === 0) return
  note(context, u, entity, id, existing ? 'change' : 'create', changes)
}

export interface FieldChange {
  readonly entity: Entity
  readonly id: number
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
}

export function noteChange(context: Context, u: Unit, { entity, id, before, after }: FieldChange): void {
  const changes = changesOf(entity, Object.keys(after), before, after)
  if (Object.keys(changes).length > 0) note(context, u, entity, id, 'change', changes)
}

interface Leaving {
  readonly entity: Entity
  readonly record: LoadedRecord
}

export function noteRemoval(context: Context, u: Unit, { entity, record }: Leaving): void {
  if (!isNoted(context)) return
  note(context, u, entity, record.id, 'delete', changesOf(entity, Object.keys(record.values), record.values, {}))
}
