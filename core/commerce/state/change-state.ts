// Changes the state of a record by the transitions of its state machine, under its lock, with its history and all effects in one transaction.
import { createLabel, createMessage, formatValue, listAlternatives } from '../../foundation/message.js'
import { NotFoundError, ValidationError } from '../../foundation/errors.js'
import { payment } from '../../model/entities/orders/payment.js'
import { quote } from '../../model/entities/orders/quote.js'
import { salesOrder } from '../../model/entities/orders/sales-order.js'
import type { EntityDefinition } from '../../model/entity/define.js'
import { type Stateful, type States, transitions, draftStates } from '../../model/state/statuses.js'
import type { TransactionContext, ServiceContext, FieldValues, Actor } from '../../storage/service-context.js'
import type { InitialStateEntity, Effect, StateChange } from './define.js'
import { formatIsoTime } from '../../foundation/clock.js'
import { toInList } from '../../storage/database/dialect.js'

const declarations = { 'sales-order': salesOrder, quote, payment } as const

/** Fields that are written together with the status. */
type AdditionalFields<Name extends Stateful> = Omit<FieldValues<(typeof declarations)[Name]['properties']>, 'status'>

/**
 * `NOT_FOUND` for an unknown record. VALIDATION_FAILED on `status`, with the allowed states, if the transition is not allowed. `also` is
 * written by the same statement, before the effects run.
 */
export async function changeState<Name extends Stateful>(
  work: ServiceContext & TransactionContext,
  entity: Name,
  id: number,
  to: States[Name],
  also?: AdditionalFields<Name>,
): Promise<StateChange<Name> & { readonly from: States[Name] }> {
  const declaration: EntityDefinition = declarations[entity]
  const [record] = await work.lock(declaration, { column: 'id', values: [id] })
  if (!record)
    throw new NotFoundError(
      createMessage('errors.noRecordWithId', { entity: createLabel('entity', declaration.label), id: formatValue(id, 40) }),
    )
  const from = record.values.status as States[Name]
  const allowed: readonly States[Name][] = transitions[entity][from] ?? []
  if (!allowed.includes(to)) throw createTransitionError(declaration.label, id, from, to, allowed)
  await work.write(declaration, { ...also, status: to }, { id, trusted: true })
  const change = { entity, id, from, to }
  await storeStateChange(work, change)
  await runEffects(work, change)
  if (entity === 'sales-order') await work.announce('onSvcSetStatus', { orderId: id, from, to })
  return change
}

/** Sets the first status of a record that was created in this unit, and runs the effects. */
export async function beginState(
  work: ServiceContext & TransactionContext,
  entity: InitialStateEntity,
  id: number,
  to: States[InitialStateEntity],
  also?: AdditionalFields<InitialStateEntity>,
): Promise<StateChange<InitialStateEntity>> {
  const declaration: EntityDefinition = declarations[entity]
  await work.write(declaration, { ...also, status: to }, { id, trusted: true })
  const change = { entity, id, from: null, to }
  await storeStateChange(work, change)
  await runEffects(work, change)
  return change
}

async function runEffects<Name extends Stateful>(
  work: ServiceContext & TransactionContext,
  change: StateChange<Name>,
): Promise<void> {
  for (const effect of work.context.registry.effects.values() as Iterable<Effect<Name>>) {
    if (effect.on === change.entity && (effect.to === undefined || effect.to.includes(change.to))) await effect.run(work, change)
  }
}

function createTransitionError(label: string, id: number, from: string, to: string, allowed: readonly string[]): ValidationError {
  const values = { entity: createLabel('entity', label), id, from, to: formatValue(to, 40) }
  const message =
    allowed.length === 0
      ? createMessage('errors.stateFinal', values)
      : createMessage('errors.stateNotReachable', { ...values, states: listAlternatives(allowed) })
  return ValidationError.of('status', message, 'NOT_ALLOWED')
}

export interface StateHistoryEntry extends Actor {
  /** The id of the record. */
  readonly id: number
  /** ISO 8601. */
  readonly at: string
  /** null for the first state. */
  readonly from: string | null
  readonly to: string
}

const insertStatement =
  'INSERT INTO svc_status_history (at, entity, entity_id, came_from, came_to, doer, who) VALUES (?, ?, ?, ?, ?, ?, ?)'

/** Stores the state change and its actor. Draft states are not stored. */
export async function storeStateChange(
  work: ServiceContext & TransactionContext,
  { entity, id, from, to }: StateChange,
): Promise<void> {
  if (draftStates.has(to)) return
  const { role, who: actorName } = work.role
  await work.unit.run(insertStatement, [formatIsoTime(work.now), entity, id, from, to, role, actorName])
}

/** The state changes of records of one entity, oldest first. */
export async function listStateHistory(
  work: ServiceContext,
  entity: Stateful,
  ids: readonly number[],
): Promise<readonly StateHistoryEntry[]> {
  if (ids.length === 0) return []
  const { sql, params } = toInList(ids)
  const rows = await work.on.query(
    `SELECT entity_id, at, came_from, came_to, doer, who FROM svc_status_history WHERE entity = ? AND entity_id IN ${sql} ORDER BY id`,
    [entity, ...params],
  )
  return rows.map((row) => ({
    id: Number(row.entity_id),
    at: String(row.at),
    from: row.came_from === null ? null : String(row.came_from),
    to: String(row.came_to),
    role: row.doer as Actor['role'],
    who: String(row.who),
  }))
}
