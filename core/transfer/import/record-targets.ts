// Decides the id of each record of a package in this shop.
import { createLabel, createMessage, type Message } from '../../foundation/message.js'
import { ValidationError } from '../../foundation/errors.js'
import type { Entity } from '../../model/entity/define.js'
import { quoteName, toInList, splitIntoPortions } from '../../storage/database/dialect.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import type { GraphRecord } from '../graph.js'
import type { ProductImportOptions } from './define.js'
import { toMemberKey } from './parsed-product.js'
import type { ExistingRecords } from './existing-records.js'

export interface RecordTarget {
  /** null: a new id. */
  readonly id: number | null
  /** True if the record exists and belongs to the product. */
  readonly isExisting: boolean
}

export type RecordTargets = ReadonlyMap<string, RecordTarget>

const newRecordTarget: RecordTarget = { id: null, isExisting: false }

/** The target of a record; always a new record for copies. */
export const getRecordTarget = (targets: RecordTargets, { entity, record }: GraphRecord): RecordTarget =>
  targets.size === 0 ? newRecordTarget : targets.get(toMemberKey(entity.name, record.id))!

/** Maximum number of id clashes listed in an error. */
const maxListedClashes = 20

/** Empty for copies. VALIDATION_FAILED on `new_ids` if an id belongs to another product and may not be replaced. */
export async function resolveRecordTargets(
  work: ServiceContext & TransactionContext,
  members: readonly GraphRecord[],
  existingRecords: ExistingRecords,
  { mode, newIds }: ProductImportOptions,
): Promise<RecordTargets> {
  if (mode === 'copy') return new Map()
  const targets = new Map<string, RecordTarget>()
  const clashes: Message[] = []
  const entities = new Set(members.map(({ entity }) => entity))
  for (const entity of entities) {
    const ids = members.filter((member) => member.entity === entity).map(({ record }) => record.id)
    const existingIds = await findExistingIds(work, entity, ids)
    for (const id of ids) {
      const isPresent = existingRecords.has(entity.name, id)
      const isClash = !isPresent && existingIds.has(id) && !existingRecords.isCleared(entity.name, id)
      if (isClash && !newIds)
        clashes.push(createMessage('transfer.numberedRecord', { entity: createLabel('entity', entity.label), id }))
      targets.set(toMemberKey(entity.name, id), { id: isClash ? null : id, isExisting: isPresent })
    }
  }
  if (clashes.length === 0) return targets
  const names = clashes.slice(0, maxListedClashes)
  const count = clashes.length - names.length
  const records = count === 0 ? names : createMessage('transfer.more', { names, count })
  throw ValidationError.of('new_ids', createMessage('transfer.idsTaken', { records }), 'ID_CLASH')
}

async function findExistingIds(
  { unit }: TransactionContext,
  { table }: Entity,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const existingIds = new Set<number>()
  for (const portion of splitIntoPortions(ids)) {
    const { sql, params } = toInList(portion)
    for (const { id } of await unit.query<{ id: number }>(`SELECT id FROM ${quoteName(table)} WHERE id IN ${sql}`, params))
      existingIds.add(id)
  }
  return existingIds
}
