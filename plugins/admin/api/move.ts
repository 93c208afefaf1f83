// Moves a record before or after a sibling, also one of another owner.
import { createLabel, createMessage, ValidationError } from '#core/contract.js'
import { id as idProperty, entityModel, recordGraphs, inputForms } from '#core/surface.js'
import { requireRecordId, requireTargetEntity } from '../../http/record-query.js'
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
function calculatePositions(
  sequence: readonly PositionedRecord[],
  targetId: number,
): readonly { readonly id: number; readonly ordering: number }[] {
  const remaining = sequence.filter(({ id }) => id !== targetId)
  const rises = remaining.every(
    ({ ordering }, i) => ordering !== null && (i === 0 || ordering > (remaining[i - 1]!.ordering ?? 0)),
  )
  const renumbered = sequence.flatMap(({ id, ordering }, i) => (ordering === i + 1 ? [] : [{ id, ordering: i + 1 }]))
  if (!rises) return renumbered
  const at = sequence.findIndex(({ id }) => id === targetId)
  const [previous, right] = [sequence[at - 1]?.ordering ?? null, sequence[at + 1]?.ordering ?? null]
  const present = sequence[at]!.ordering
  if (present !== null && (previous === null || previous < present) && (right === null || present < right)) return []
  // Writing a taken position shifts the records in between towards the old position: upwards or downwards.
  if (right !== null && (present === null || present > right)) return [{ id: targetId, ordering: right }]
  if (previous !== null && (present === null || present < previous))
    return [{ id: targetId, ordering: present === null ? previous + 1 : previous }]
  return renumbered
}

export async function moveRecord(scope: AdminScope): Promise<Reply> {
  const { app, request } = scope
  const entity = requireTargetEntity(app, request, 'update')
  const id = requireRecordId(entity, request)
  const { before, after } = inputForms.prepareInput(
    moveInput,
    request.fields,
    createInputWords(createMessage('errors.ownerMove')),
  )
  const neighbour = before ?? after
  if (!isOrderedEntity(entity))
    throw ValidationError.of('id', createMessage('errors.noOrder', { entity: createLabel('entity', entity.name) }))
  if (neighbour === undefined || (before !== undefined && after !== undefined))
    throw ValidationError.of('before', createMessage('errors.neighbourRequired'))
  if (neighbour === id) throw ValidationError.of('before', createMessage('errors.ownNeighbour'))
  const parent = entityModel.findOrderingParent(entity)
  const ordering = await app.records.unit(async (records) => {
    const u = records.unitOfWork
    const find = async (recordId: number): Promise<Readonly<Record<string, unknown>>> =>
      (await records.read(entity.name, recordId)).record
    const [targetRecord, neighbourRecord] = [await find(id), await find(neighbour)]
    const owner = parent === null ? null : neighbourRecord[parent]
    if (parent !== null && owner !== targetRecord[parent]) await records.write(entity.name, { [parent]: owner }, { id })
    const filter = parent === null ? undefined : { column: parent, values: [owner as number] }
    const all = (await recordGraphs.loadRecords(u, entity, [], filter)).map((sibling): PositionedRecord => {
      const place = sibling.values['ordering']
      return { id: sibling.id, ordering: typeof place === 'number' ? place : null }
    })
    // Records without a position come last, equal positions are sorted by id, as in lists.
    const inOrder = all.toSorted((a, b) => (a.ordering ?? Infinity) - (b.ordering ?? Infinity) || a.id - b.id)
    const otherSiblings = inOrder.filter((candidate) => candidate.id !== id)
    const at = otherSiblings.findIndex((candidate) => candidate.id === neighbour) + (before === undefined ? 1 : 0)
    const sequence = [...otherSiblings.slice(0, at), all.find((candidate) => candidate.id === id)!, ...otherSiblings.slice(at)]
    const positions = calculatePositions(sequence, id)
    // Writes from the end. Otherwise a write could shift a record that is written later.
    for (const place of positions.toReversed()) await records.write(entity.name, { ordering: place.ordering }, { id: place.id })
    return (await records.read(entity.name, id)).record['ordering']
  })
  return createJsonReply({ id, ordering })
}
