// The way back from a delete, and from a change of many records: kept for an hour for whoever made it, and good once.
import { randomBytes } from 'node:crypto'
import { requireScopes } from '#core/foundation/access/require.js'
import { hour, formatIsoTime } from '#core/foundation/clock.js'
import { sha256 } from '#core/foundation/digest.js'
import { NotFoundError } from '#core/foundation/errors.js'
import type { Entity } from '#core/model/entity/define.js'
import { requireEntity } from '#core/model/registry.js'
import { insertRows } from '#core/storage/database/dialect.js'
import { noteLeavings } from '#core/storage/pipeline/leavings.js'
import type { Kept } from '#core/transfer/recreate.js'
import { requireTarget } from '../../http/record-target.js'
import { json, type Reply } from '../../http/reply.js'
import { type AdminScope, ownerOf } from '../gate/scope.js'
import { refusalOf } from './refusal.js'
import type { UndoReply, WireRow } from './shape.js'

/** A record that was changed: the revision that the change made, and what stood before. */
export interface Former {
  readonly id: number
  readonly revision: number
  readonly before: WireRow
}

/** A record that was deleted, with all that went along, in the order in which it went. */
export interface Gone {
  readonly id: number
  readonly kept: readonly Kept[]
}

type Note = Former | Gone

/** Milliseconds for which it can be taken back. */
const lifetime = hour
/** Characters of a note: beyond them nothing can be taken back. */
const longest = 8_000_000

/** The token that takes it back; null where there is nothing, or too much to be kept. */
export async function keepNotes({ app, visitor }: AdminScope, entity: Entity, notes: readonly Note[]): Promise<string | null> {
  const records = JSON.stringify(notes)
  if (notes.length === 0 || records.length > longest) return null
  const token = randomBytes(24).toString('base64url')
  const now = app.context.clock.now()
  const columns = ['digest', 'owner', 'entity', 'records', 'created', 'expires']
  const row = [sha256(token), ownerOf(visitor), entity.name, records, formatIsoTime(now), formatIsoTime(now + lifetime)]
  await app.unit(({ unitOfWork }) => unitOfWork.run(insertRows('svc_admin_undo', columns), row))
  return token
}

interface Removal {
  /** Refused with PRECONDITION_FAILED unless the record still has it. */
  readonly revision?: number | undefined
  readonly dryRun?: boolean
}

/** Deletes one record, and tells all that went along. */
export async function takeOut(
  { app }: AdminScope,
  entity: Entity,
  id: number,
  { revision, dryRun = false }: Removal,
): Promise<Gone> {
  const { keep } = await import('#core/transfer/recreate.js')
  return app.visit({}).transact(
    async (inside) => {
      const work = await inside.at()
      const left = noteLeavings(work.unit)
      await app.remove(entity.name, id, { unit: work.unit, revision })
      return { id, kept: dryRun ? [] : left.map((one) => keep(work, one, work.moment.snapshot.languages)) }
    },
    { dryRun },
  )
}

/** Takes it back record by record, the last one first; what was changed or taken since stays. */
export async function undo(scope: AdminScope): Promise<Reply> {
  const { app, request, visitor } = scope
  const digest = sha256(request.params['token'] ?? '')
  const now = formatIsoTime(app.context.clock.now())
  const found = await app.unit(async ({ unitOfWork }) => {
    const sql = 'SELECT entity, records FROM svc_admin_undo WHERE digest = ? AND owner = ? AND expires > ?'
    const [row] = await unitOfWork.query<{ entity: string; records: string }>(sql, [digest, ownerOf(visitor), now])
    if (row) await unitOfWork.run('DELETE FROM svc_admin_undo WHERE digest = ?', [digest])
    return row
  })
  if (!found) throw new NotFoundError('There is nothing to take back here: it is done already, or longer ago than an hour.')
  const notes = JSON.parse(found.records) as readonly Note[]
  const target = Object.create(request, { params: { value: { entity: found.entity } } }) as typeof request
  const entity = requireTarget(app, target, notes.some((note) => 'kept' in note) ? 'delete' : 'update')
  const left: UndoReply['left'][number][] = []
  let restored = 0
  for (const note of notes.toReversed()) {
    try {
      if ('kept' in note) await bringBack(scope, note)
      else await app.write(entity.name, note.before, { id: note.id, revision: note.revision })
      restored += 1
    } catch (error) {
      left.push({ id: note.id, detail: refusalOf(scope, note.id, error).detail })
    }
  }
  return json({ restored, left: left.toReversed() } satisfies UndoReply)
}

/** What takes a right of its own to be written, as code does, takes it here too. */
async function bringBack({ app, visitor }: AdminScope, { kept }: Gone): Promise<void> {
  for (const { entity } of kept) requireScopes(visitor.grant, requireEntity(app.registry, entity).writeNeeds ?? [])
  const { recreate } = await import('#core/transfer/recreate.js')
  await app.visit({}).transact((work) => recreate(work, kept))
}
