// Changes the state of a record by the transitions of its state machine, under its lock, with all effects in the same transaction.
import { createLabel, createMessage } from '../../foundation/message.js'
import { NotFoundError, ValidationError } from '../../foundation/errors.js'
import { formatValue, listAlternatives } from '../../foundation/message-values.js'
import { payment } from '../../model/entities/orders/payment.js'
import { quote } from '../../model/entities/orders/quote.js'
import { salesOrder } from '../../model/entities/orders/sales-order.js'
import type { EntityDefinition } from '../../model/entity/define.js'
import { type Stateful, type States, transitions } from '../../model/state/statuses.js'
import type { TransactionContext, ServiceContext, FieldValues } from '../../storage/service-context.js'
import type { InitialStateEntity, Effect, StateChange } from './define.js'
import { storeStateChange } from './history.js'

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
