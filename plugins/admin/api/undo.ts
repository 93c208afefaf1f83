// Undo of a delete or a bulk change. Valid once, for one hour, and only for the same account.
import { createMessage, hour, NotFoundError, sha256, ServiceError } from '#core/contract.js'
import { baseCurrency, entities, type Entity, formatIsoTime, recordGraphs, requireEntity, requireScopes } from '#core/surface.js'
import { randomBytes } from 'node:crypto'
import { requireTargetEntity } from '../../http/record-query.js'
import { createJsonReply, type Reply } from '../../http/reply.js'
import { type AdminScope, toOwnerKey } from '../gate/admin-scope.js'
import type { UndoReply, WireRow, BulkReply } from './shape.js'
import { createMessageTranslator } from '../wording/message-translator.js'

/** Rethrows internal errors. */
export function toBulkRefusal(
  { app, language }: AdminScope,
  id: number,
  error: unknown,
): Omit<BulkReply['refused'][number], 'title'> {
  const translatedError = createMessageTranslator(app.context.registry, language).error(error)
  if (!(translatedError instanceof ServiceError) || translatedError.code === 'INTERNAL_ERROR') throw error
  return { id, code: translatedError.code, detail: translatedError.message }
}

/** A changed record: the revision after the change, and the values before it. */
export interface ChangeUndo {
  /** Default: the entity of the request. */
  readonly entity?: string
  readonly id: number
  readonly revision: number
  readonly before: WireRow
}

/** A deleted record and all records deleted with it, in the order of deletion. */
export interface DeletionUndo {
  readonly id: number
  readonly kept: Parameters<typeof recordGraphs.recreateRecords>[1]
}

/** A sheet of records that were created, changed and moved together. Undone in one transaction. */
export interface SheetUndo {
  readonly created: readonly { readonly id: number; readonly revision: number }[]
  readonly changed: readonly ChangeUndo[]
  readonly positions: readonly { readonly id: number; readonly revision: number; readonly ordering: number | null }[]
}

/** A changed base currency with all converted amounts. Undone in one transaction. */
interface BaseCurrencyUndo {
  readonly restoration: baseCurrency.BaseCurrencyRestoration
}

/** A change of the base currency writes prices, currencies and discounts. */
export const baseCurrencyScopes = ['catalog:write', 'store:write', 'customers:write'] as const

type UndoNote = BaseCurrencyUndo | ChangeUndo | DeletionUndo | SheetUndo

/** Milliseconds until the undo expires. */
const undoLifetime = hour
/** Maximum size of the undo data in characters. Larger changes cannot be undone. */
const maxUndoLength = 8_000_000

/** False if the notes are too much data. */
export const canStoreUndo = (notes: readonly UndoNote[]): boolean => JSON.stringify(notes).length <= maxUndoLength

/** The undo token. null if there are no records, or too much data. */
export async function storeUndoNotes(
  { app, caller }: AdminScope,
  entity: Entity,
  notes: readonly UndoNote[],
): Promise<string | null> {
  const records = JSON.stringify(notes)
  if (notes.length === 0 || records.length > maxUndoLength) return null
  const token = randomBytes(24).toString('base64url')
  const now = app.context.clock.now()
  const sql = 'INSERT INTO svc_admin_undo (digest, owner, entity, records, created, expires) VALUES (?, ?, ?, ?, ?, ?)'
  const row = [sha256(token), toOwnerKey(caller), entity.name, records, formatIsoTime(now), formatIsoTime(now + undoLifetime)]
  await app.records.unit(({ unitOfWork }) => unitOfWork.run(sql, row))
  return token
}

interface RemovalOptions {
  /** Refuses with PRECONDITION_FAILED unless the record still has this revision. */
  readonly revision?: number | undefined
  readonly dryRun?: boolean
  /** Deletes the contents of the record, too: the pages, questions and answers of a product. */
  readonly contents?: boolean
}

/** Records of other areas, such as customers, are never deleted because of their owner. */
const contentAreas: ReadonlySet<string> = new Set([entities.product.area, entities.settings.area])

/** A product leaves its product lists when it is deleted with its contents. */
export const contentLinks: readonly string[] = [entities.productListAssignment.name]

/** True if a delete of the entity's records can include their contents. */
export const canDeleteContents = ({ area }: Entity): boolean => contentAreas.has(area)

/** Deletes one record. Returns all records deleted with it. */
export async function deleteForUndo(
  { app }: AdminScope,
  entity: Entity,
  id: number,
  { revision, dryRun = false, contents = false }: RemovalOptions,
): Promise<DeletionUndo> {
  return app.shop.createContext({}).transact(
    async (inside) => {
      const work = await inside.at()
      const deletionLog = work.unit.changeSet.startDeletionLog()
      if (contents && canDeleteContents(entity))
        await recordGraphs.removeGraph(app.context, entity.name, id, { unit: work.unit, revision, links: contentLinks })
      else await app.records.remove(entity.name, id, { unit: work.unit, revision })
      return {
        id,
        kept:
          dryRun && !contents
            ? []
            : deletionLog.map((entry) => recordGraphs.serializeRecord(work, entry, work.versionedSnapshot.snapshot.languages)),
      }
    },
    { dryRun },
  )
}

/** Restores record by record, last one first. Skips and reports records that cannot be restored. */
export async function undoChanges(scope: AdminScope): Promise<Reply> {
  const { app, request, caller } = scope
  const digest = sha256(request.params['token'] ?? '')
  const now = formatIsoTime(app.context.clock.now())
  const undoEntry = await app.records.unit(async ({ unitOfWork }) => {
    const sql = 'SELECT entity, records FROM svc_admin_undo WHERE digest = ? AND owner = ? AND expires > ?'
    const [row] = await unitOfWork.query<{ entity: string; records: string }>(sql, [digest, toOwnerKey(caller), now])
    if (row) await unitOfWork.run('DELETE FROM svc_admin_undo WHERE digest = ?', [digest])
    return row
  })
  if (!undoEntry) throw new NotFoundError(createMessage('errors.notUndone'))
  const notes = JSON.parse(undoEntry.records) as readonly UndoNote[]
  const toEntityName = (note: UndoNote): string => ('before' in note ? note.entity : undefined) ?? undoEntry.entity
  for (const note of notes) {
    const entity = toEntityName(note)
    if ('restoration' in note) requireScopes(caller.grant, baseCurrencyScopes)
    if ('created' in note && note.created.length > 0) requireTargetEntity(app, request, 'delete', entity)
    requireTargetEntity(app, request, 'kept' in note ? 'delete' : 'update', entity)
  }
  const unrestored: UndoReply['left'][number][] = []
  let restored = 0
  for (const note of notes.toReversed()) {
    try {
      if ('restoration' in note)
        await app.records.unit((own) => baseCurrency.restoreBaseCurrency(app.context, own, note.restoration))
      else if ('kept' in note) await recreateDeleted(scope, note)
      else if ('created' in note) await restoreSheet(scope, undoEntry.entity, note)
      else await app.records.write(toEntityName(note), note.before, { id: note.id, revision: note.revision })
      restored += 1
    } catch (error) {
      // The undo changed nothing, so the reply is the reason.
      if ('restoration' in note) throw error
      const id = 'created' in note ? 0 : note.id
      unrestored.push({ id, detail: toBulkRefusal(scope, id, error).detail })
    }
  }
  return createJsonReply({ restored, left: unrestored.toReversed() } satisfies UndoReply)
}

/** Throws PRECONDITION_FAILED, and changes nothing, if one of the records was changed since. */
async function restoreSheet({ app }: AdminScope, entity: string, { created, changed, positions }: SheetUndo): Promise<void> {
  await app.records.unit(async (records) => {
    // The revision is checked with the first write to each record.
    const open = new Map([...created, ...changed, ...positions].map(({ id, revision }) => [id, revision]))
    const takeRevision = (id: number): { readonly revision?: number } => {
      const revision = open.get(id)
      open.delete(id)
      return revision === undefined ? {} : { revision }
    }
    for (const { id } of created) await records.remove(entity, id, takeRevision(id))
    for (const { id, before } of changed) await records.write(entity, before, { id, ...takeRevision(id) })
    // Trusted: every changed position is written, so none has to be freed.
    for (const { id, ordering } of positions)
      await records.write(entity, { ordering }, { id, trusted: true, ...takeRevision(id) })
  })
}

/** Records that need a scope of their own to write, such as code, need it for undo too. */
async function recreateDeleted({ app, caller }: AdminScope, { kept: deletedRecords }: DeletionUndo): Promise<void> {
  for (const { entity } of deletedRecords)
    requireScopes(caller.grant, requireEntity(app.context.registry, entity).writeNeeds ?? [])
  await app.shop.createContext({}).transact((work) => recordGraphs.recreateRecords(work, deletedRecords))
}
