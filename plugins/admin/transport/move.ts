// Moves a record before or after a sibling, also one of another owner.
import { prepareInput } from '#core/action/input.js'
import { ValidationError } from '#core/foundation/errors.js'
import { findOrderingParent } from '#core/model/entity/ownership.js'
import { id as idProperty } from '#core/model/properties/id.js'
import { loadRecords } from '#core/storage/record/load.js'
import { requireRecordId, requireTargetEntity } from '../../http/record-target.js'
import { createJsonReply, type Reply } from '../../http/reply.js'
import type { AdminScope } from '../gate/admin-scope.js'
import { isOrderedEntity } from './entity-shape.js'
import { createInputWords } from './session.js'

const moveInput = { before: idProperty('Before'), after: idProperty('After') }

interface PositionedRecord {
  readonly id: number
  readonly ordering: number | null
}

/** The positions to write for this sequence. Only the moved record, if the positions of the others allow it. */
export function calculatePositions(
  sequence: readonly PositionedRecord[],
  moved: number,
): readonly { readonly id: number; readonly ordering: number }[] {
  const others = sequence.filter(({ id }) => id !== moved)
  const rises = others.every(({ ordering }, i) => ordering !== null && (i === 0 || ordering > (others[i - 1]!.ordering ?? 0)))
  const renumbered = sequence.flatMap(({ id, ordering }, i) => (ordering === i + 1 ? [] : [{ id, ordering: i + 1 }]))
  if (!rises) return renumbered
  const at = sequence.findIndex(({ id }) => id === moved)
  const [left, right] = [sequence[at - 1]?.ordering ?? null, sequence[at + 1]?.ordering ?? null]
  const present = sequence[at]!.ordering
  if (present !== null && (left === null || left < present) && (right === null || present < right)) return []
  // Writing a taken position shifts the records in between towards the old position: upwards or downwards.
  if (right !== null && (present === null || present > right)) return [{ id: moved, ordering: right }]
  if (left !== null && (present === null || present < left)) return [{ id: moved, ordering: present === null ? left + 1 : left }]
  return renumbered
}

export async function moveRecord(scope: AdminScope): Promise<Reply> {
  const { app, request } = scope
  const entity = requireTargetEntity(app, request, 'update')
  const id = requireRecordId(entity, request)
  const { before, after } = prepareInput(moveInput, request.fields, createInputWords('the move'))
  const neighbour = before ?? after
  if (!isOrderedEntity(entity)) throw ValidationError.of('id', `Records of ${entity.name} stand in no order that can be changed.`)
  if (neighbour === undefined || (before !== undefined && after !== undefined))
    throw ValidationError.of('before', "Send either 'before' or 'after' with the id of the neighbour.")
  if (neighbour === id) throw ValidationError.of('before', 'A record has no place beside itself.')
  const parent = findOrderingParent(entity)
  const ordering = await app.unit(async (records) => {
    const u = records.unitOfWork
    const find = async (one: number): Promise<Readonly<Record<string, unknown>>> => (await records.read(entity.name, one)).record
    const [moved, beside] = [await find(id), await find(neighbour)]
    const owner = parent === null ? null : beside[parent]
    if (parent !== null && owner !== moved[parent]) await records.write(entity.name, { [parent]: owner }, { id })
    const where = parent === null ? undefined : { column: parent, values: [owner as number] }
    const all = (await loadRecords(u, entity, [], where)).map((one): PositionedRecord => {
      const place = one.values['ordering']
      return { id: one.id, ordering: typeof place === 'number' ? place : null }
    })
    // Records without a position come last, equal positions are sorted by id, as in lists.
    const inOrder = all.toSorted((a, b) => (a.ordering ?? Infinity) - (b.ordering ?? Infinity) || a.id - b.id)
    const others = inOrder.filter((one) => one.id !== id)
    const at = others.findIndex((one) => one.id === neighbour) + (before === undefined ? 1 : 0)
    const sequence = [...others.slice(0, at), all.find((one) => one.id === id)!, ...others.slice(at)]
    const written = calculatePositions(sequence, id)
    // Writes from the end. Otherwise a write could shift a record that is written later.
    for (const place of written.toReversed()) await records.write(entity.name, { ordering: place.ordering }, { id: place.id })
    return (await records.read(entity.name, id)).record['ordering']
  })
  return createJsonReply({ id, ordering })
}
