// One change, or a delete, for many records: each by itself, so that one refusal stops no other; a change can be taken back.
import { randomBytes } from 'node:crypto'
import { structure } from '#core/action/arguments.js'
import { prepareInput } from '#core/action/input.js'
import { hour, isoTime } from '#core/ground/clock.js'
import { digestOf } from '#core/ground/digest.js'
import { NotFoundError, ServiceError, ValidationError } from '#core/ground/errors.js'
import type { Entity } from '#core/model/entity/define.js'
import { boolean } from '#core/model/properties/boolean.js'
import { json as jsonProperty } from '#core/model/properties/json.js'
import { isId } from '#core/model/properties/join.js'
import { string } from '#core/model/properties/string.js'
import { insertRows } from '#core/storage/database/dialect.js'
import { requireTarget } from '../../http/record-target.js'
import { json, type Reply } from '../../http/reply.js'
import { type AdminScope, ownerOf } from '../gate/scope.js'
import { recordOf } from './record.js'
import { requireFields } from './rights.js'
import { changedFields } from './records.js'
import { words } from './session.js'
import type { Bulk, BulkReply, UndoReply, WireRow } from './shape.js'

/** Records that one request changes. */
export const mostRecords = 1_000
/** Milliseconds for which a change can be taken back. */
const undoLifetime = hour

const input = {
  ids: jsonProperty('Ids', { content: structure({ type: 'array' }) }),
  filter: jsonProperty('Filter', { content: structure({ type: 'object' }) }),
  search: string('Search'),
  change: jsonProperty('Change', { content: structure({ type: 'object' }) }),
  delete: boolean('Delete'),
  dry_run: boolean('Dry run'),
}

/** What an undo note keeps of a record: the revision that the change made, and what stood before. */
interface Former {
  readonly id: number
  readonly revision: number
  readonly before: WireRow
}

async function idsOf({ app }: AdminScope, entity: Entity, { ids, filter, search }: Bulk): Promise<readonly number[]> {
  if (ids !== undefined) {
    if (!Array.isArray(ids) || !ids.every(isId)) throw ValidationError.of('ids', "Field 'ids' takes a list of ids.")
    if (ids.length > mostRecords) throw tooMany('ids', ids.length)
    return [...new Set(ids as readonly number[])]
  }
  if (filter === undefined && search === undefined) {
    throw ValidationError.of('ids', "Name the records by 'ids', or by the 'filter' and 'search' of a list.")
  }
  const filters = new Map<string, unknown>(Object.entries(filter ?? {}))
  if (search !== undefined && search !== '') filters.set('search', search)
  const { records, meta } = await app.list(entity.name, { filters, limit: mostRecords, unbounded: true, sort: 'id' })
  if (meta.total > mostRecords) throw tooMany('filter', meta.total)
  return records.map(({ id }) => Number(id))
}

function tooMany(field: string, count: number): ValidationError {
  const most = mostRecords.toLocaleString('en')
  return ValidationError.of(field, `One request changes ${most} records at most, and these are ${count.toLocaleString('en')}.`)
}

/** Why a record stays as it is; what broke on the server is thrown on. */
function refusalOf(id: number, error: unknown): BulkReply['refused'][number] {
  if (!(error instanceof ServiceError) || error.code === 'INTERNAL_ERROR') throw error
  return { id, code: error.code, detail: error.message }
}

export async function bulk(scope: AdminScope): Promise<Reply> {
  const { app, request, visitor } = scope
  const given = prepareInput(input, request.fields, words('the change')) as Bulk
  const { change, delete: deletes = false, dry_run: dryRun = false } = given
  const entity = requireTarget(app, request, deletes ? 'delete' : 'update')
  if ((change !== undefined) === deletes)
    throw ValidationError.of('change', "Send either 'change' with fields, or 'delete': true.")
  if (change) requireFields(app.registry, visitor.grant, entity, change)
  const ids = await idsOf(scope, entity, given)
  const refused: BulkReply['refused'][number][] = []
  const former: Former[] = []
  let changed = 0
  let deleted = 0
  for (const id of ids) {
    try {
      if (change) {
        const before = await changeOne(scope, entity, id, change, dryRun)
        if (before === null) continue
        former.push(before)
        changed += 1
      } else {
        await app.remove(entity.name, id, { dryRun })
        deleted += 1
      }
    } catch (error) {
      refused.push(refusalOf(id, error))
    }
  }
  const undo = former.length === 0 || dryRun ? null : await keep(scope, entity, former)
  return json({ changed, deleted, refused, undo } satisfies BulkReply)
}

/** Changes one record; what stood before, or null where it was so already. */
async function changeOne(
  { app }: AdminScope,
  entity: Entity,
  id: number,
  change: WireRow,
  dryRun: boolean,
): Promise<Former | null> {
  return app.unit(
    async (records) => {
      const unit = records.unitOfWork
      const before = await recordOf(app, entity, id, { unit })
      await records.write(entity.name, change, { id })
      const after = await recordOf(app, entity, id, { unit })
      const fields = changedFields(before.record, after.record).filter((name) => isWritable(entity, name))
      if (fields.length === 0) return null
      const values = Object.fromEntries(fields.map((name) => [name, before.record[name] ?? null]))
      return { id, revision: after.revision, before: values }
    },
    { dryRun },
  )
}

/** True for the keys by which a record is written: those of texts are per language, and the plain one is only shown. */
function isWritable(entity: Entity, name: string): boolean {
  const property = Object.hasOwn(entity.properties, name) ? entity.properties[name]! : null
  if (property) return !property.translatable && !property.readOnly && !property.locked
  return name !== 'id'
}

async function keep({ app, visitor }: AdminScope, entity: Entity, former: readonly Former[]): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  const now = app.context.clock.now()
  const columns = ['digest', 'owner', 'entity', 'records', 'created', 'expires']
  const row = [digestOf(token), ownerOf(visitor), entity.name, JSON.stringify(former), isoTime(now), isoTime(now + undoLifetime)]
  await app.unit(({ unitOfWork }) => unitOfWork.run(insertRows('svc_admin_undo', columns), row))
  return token
}

/** Takes a change back for whoever made it, record by record; what was changed since stays. Good once. */
export async function undo(scope: AdminScope): Promise<Reply> {
  const { app, request, visitor } = scope
  const digest = digestOf(request.params['token'] ?? '')
  const now = isoTime(app.context.clock.now())
  const found = await app.unit(async ({ unitOfWork }) => {
    const sql = 'SELECT entity, records FROM svc_admin_undo WHERE digest = ? AND owner = ? AND expires > ?'
    const [row] = await unitOfWork.query<{ entity: string; records: string }>(sql, [digest, ownerOf(visitor), now])
    if (row) await unitOfWork.run('DELETE FROM svc_admin_undo WHERE digest = ?', [digest])
    return row
  })
  if (!found) throw new NotFoundError('There is nothing to take back here: it is done already, or longer ago than an hour.')
  const entity = requireTarget(
    app,
    Object.create(request, { params: { value: { entity: found.entity } } }) as typeof request,
    'update',
  )
  const left: UndoReply['left'][number][] = []
  let restored = 0
  for (const { id, revision, before } of JSON.parse(found.records) as readonly Former[]) {
    try {
      await app.write(entity.name, before, { id, revision })
      restored += 1
    } catch (error) {
      left.push({ id, detail: refusalOf(id, error).detail })
    }
  }
  return json({ restored, left } satisfies UndoReply)
}
