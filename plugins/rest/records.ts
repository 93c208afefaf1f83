// The five record routes: list, read, create, change and delete.
import type { App } from '#core/app.js'
import type { Entity } from '#core/model/entity/define.js'
import type { Moment } from '#core/storage/context.js'
import type { Unit } from '#core/storage/database/unit.js'
import { prepareRichTexts } from '#core/storage/pipeline/rich-texts.js'
import type { RecordResult, WriteResult } from '#core/storage/record/results.js'
import { answerOnce } from '../http/answer-once.js'
import type { Route, ServerFacts, ServiceRequest } from '../http/mount.js'
import { empty, json, type Reply } from '../http/reply.js'
import { isHeld } from '../http/entity-tag.js'
import { etagOf, expectedRevision, precondition } from '../http/record-tag.js'
import { apiRoot } from './address.js'
import { listQuery, recordLanguage } from '../http/record-query.js'
import { requireId, requireTarget } from '../http/record-target.js'

/** Write options of API routes: kinds that JSON cannot represent are unknown fields (domain, "Kinds on the wire"). */
const surfaceWrite = { schemaOnly: true, returning: true } as const

type Findings = WriteResult['findings']

function recordReply(
  result: RecordResult,
  written?: WriteResult,
  location?: string,
  findings: Findings = written?.findings,
): Reply {
  const { entity, id, record } = result
  const body = { data: { entity, id, record }, ...(findings && { meta: { findings } }) }
  const headers = { etag: etagOf(result.revision), ...(location !== undefined && { location }) }
  return json(body, written?.inserted ? 201 : 200, headers)
}

function momentOf(request: ServiceRequest): Moment | undefined {
  return request.moment ?? undefined
}

/** The snapshot for a read after the write. None after a write to the store's own topic, which may have changed the languages. */
function momentAfter(entity: Entity, request: ServiceRequest): Moment | undefined {
  return entity.topic === 'store' ? undefined : momentOf(request)
}

/** Owner of the Idempotency-Keys. */
const actorOf = ({ caller }: ServiceRequest): string => `token:${caller?.id}`

export function recordRoutes(app: App, server: ServerFacts): readonly Route[] {
  async function revisionOf(entity: Entity, id: number, request: ServiceRequest, unit: Unit | undefined): Promise<number> {
    return (await app.read(entity.name, id, { unit, moment: momentOf(request) })).revision
  }

  /**
   * Adds the findings to a reply with an Idempotency-Key. The reply is stored in the writing unit; findings are available after its commit.
   */
  async function withFindings(done: Parameters<typeof recordReply> | null): Promise<Reply | null> {
    const [result, written, location] = done ?? []
    const findings = written ? await app.findings(written) : []
    return result && findings.length > 0 ? recordReply(result, written, location, findings) : null
  }

  async function list(request: ServiceRequest): Promise<Reply> {
    const entity = requireTarget(app, request, 'list')
    const { records, fields, meta } = await app.list(entity.name, listQuery(request), { moment: momentOf(request) })
    return json({ data: { entity: entity.name, records, fields }, meta })
  }

  async function read(request: ServiceRequest): Promise<Reply> {
    const entity = requireTarget(app, request, 'read')
    const id = requireId(entity, request)
    const result = await app.read(entity.name, id, { language: recordLanguage(request), moment: momentOf(request) })
    const etag = etagOf(result.revision)
    return isHeld(etag, request) ? empty(304, { etag }) : recordReply(result)
  }

  async function create(request: ServiceRequest): Promise<Reply> {
    const entity = requireTarget(app, request, 'create')
    const language = recordLanguage(request)
    let done: Parameters<typeof recordReply> | null = null
    const work = async (unit: Unit | undefined): Promise<Reply> => {
      const options = { ...surfaceWrite, language, unit, moment: momentOf(request) }
      const written = await app.write(entity.name, request.fields, options)
      const location = server.pathTo(`${apiRoot}/${entity.name}/${written.id}`, request)
      const read = { language, unit, moment: momentAfter(entity, request) }
      const result = written.written ?? (await app.read(entity.name, written.id, read))
      done = [result, written, location]
      return recordReply(...done)
    }
    await prepareRichTexts(app.context, entity, request.fields)
    return answerOnce(app, request, actorOf(request), work, () => withFindings(done))
  }

  async function change(request: ServiceRequest): Promise<Reply> {
    const entity = requireTarget(app, request, 'update')
    const id = requireId(entity, request)
    const language = recordLanguage(request)
    const condition = precondition(request)
    let done: Parameters<typeof recordReply> | null = null
    const work = async (unit: Unit | undefined): Promise<Reply> => {
      const revision = await expectedRevision(condition, () => revisionOf(entity, id, request, unit))
      const options = { ...surfaceWrite, id, revision, language, unit, moment: momentOf(request) }
      const written = await app.write(entity.name, request.fields, options)
      const read = { language, unit, moment: momentAfter(entity, request) }
      done = [written.written ?? (await app.read(entity.name, id, read)), written]
      return recordReply(...done)
    }
    await prepareRichTexts(app.context, entity, request.fields)
    return answerOnce(app, request, actorOf(request), work, () => withFindings(done))
  }

  async function remove(request: ServiceRequest): Promise<Reply> {
    const entity = requireTarget(app, request, 'delete')
    const id = requireId(entity, request)
    recordLanguage(request)
    const condition = precondition(request)
    return answerOnce(app, request, actorOf(request), async (unit) => {
      const revision = await expectedRevision(condition, () => revisionOf(entity, id, request, unit))
      await app.remove(entity.name, id, { revision, unit })
      return json({ data: { entity: entity.name, id, deleted: true } })
    })
  }

  const collection = `${apiRoot}/:entity`
  const single = `${apiRoot}/:entity/:id`
  return [
    { method: 'GET', path: collection, access: 'bearer', handle: list },
    { method: 'POST', path: collection, access: 'bearer', body: 'fields', handle: create },
    { method: 'GET', path: single, access: 'bearer', handle: read },
    { method: 'PATCH', path: single, access: 'bearer', body: 'fields', handle: change },
    { method: 'DELETE', path: single, access: 'bearer', body: 'fields-or-none', handle: remove },
  ]
}
