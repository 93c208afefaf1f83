// Keeps a calculation consistent with its body: at most one body exists, and the calculation's type names it.
import { createMessage } from '../../foundation/message.js'
import { calculationBodies } from '../../engine/calculation/bodies.js'
import { type CheckScope, Refusal } from '../../foundation/property/kind.js'
import { readId } from '../properties/join.js'
import type { FieldRefusal, StoreScope } from './define.js'

/** The body entity of each calculation type. */
export const bodyEntities: Readonly<Record<string, string>> = Object.freeze(
  Object.fromEntries(Object.keys(calculationBodies).map((type) => [type, `calculation-${type}`])),
)

/** Refuses another type while a body of the current type exists. */
export async function refuseTypeChange(scope: CheckScope): Promise<readonly FieldRefusal[]> {
  if (scope.id === null) return []
  for (const [type, entity] of Object.entries(bodyEntities)) {
    if (type === scope.record.type || (await scope.find(entity, 'calculation_id', scope.id)).length === 0) continue
    const message = createMessage('fields.typeFixedByBody', { type: String(scope.record.type), body: type })
    return [{ field: 'type', refusal: new Refusal(message) }]
  }
  return []
}

/** Refuses a second body of the same kind. */
export async function refuseSecondBody(scope: CheckScope): Promise<readonly FieldRefusal[]> {
  const bodies = await scope.find(scope.entity, 'calculation_id', scope.record.calculation_id)
  const other = bodies.find((body) => body.id !== scope.id)
  if (!other) return []
  const message = createMessage('fields.secondBody', {
    id: String(scope.record.calculation_id),
    body: scope.entity,
    other: String(other.id),
  })
  return [{ field: 'calculation_id', refusal: new Refusal(message, 'NOT_UNIQUE') }]
}

/** After a body was written: removes bodies of other kinds and sets the calculation's type. */
export async function replaceOtherBodies(scope: StoreScope): Promise<void> {
  const calculationId = readId(scope.record, 'calculation_id')
  if (calculationId === null) return
  let ownType: string | undefined
  for (const [type, entity] of Object.entries(bodyEntities)) {
    if (entity === scope.entity) ownType = type
    else for (const body of await scope.find(entity, 'calculation_id', calculationId)) await scope.remove(entity, body.id)
  }
  const calculation = await scope.read('calculation', calculationId)
  if (calculation?.type !== ownType) await scope.write('calculation', { type: ownType }, calculationId)
}
