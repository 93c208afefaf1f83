// The routes of records: list, read, create, change and delete, and their images and files.
import type { App } from '#core/contract.js'
import {
  createMessageWriter,
  type Entity,
  type RecordResult,
  type Unit,
  type VersionedSnapshot,
  type WriteResult,
  recordGraphs,
  messageFormat,
} from '#core/surface.js'
import { runIdempotently } from '../http/idempotent-reply.js'
import type { Route, ServerInfo, ServiceRequest } from '../http/mount.js'
import { createEmptyReply, createJsonReply, type Reply } from '../http/reply.js'
import { findErrorLanguage } from '../http/error-language.js'
import { hasMatchingEntityTag, formatRevisionTag, resolveExpectedRevision, parsePrecondition } from '../http/entity-tag.js'
import { apiRoot } from './route-names.js'
import { readListQuery, readRecordLanguage, requireRecordId, requireTargetEntity } from '../http/record-query.js'
import { createRecordFileHandlers, maxFileBodySize } from '../http/record-file-handlers.js'

/** Write options of API routes: kinds that JSON cannot represent are unknown fields (domain, "Kinds on the wire"). */
const apiWriteOptions = { schemaOnly: true, returning: true } as const

type Findings = WriteResult['findings']

interface WrittenRecord {
  readonly result: RecordResult
  readonly writeResult?: WriteResult
  readonly location?: string
}

/** @param findings in the language of the request */
function createRecordReply({ result, writeResult, location }: WrittenRecord, findings?: unknown): Reply {
  const { entity, id, record } = result
  const body = { data: { entity, id, record }, ...(findings !== undefined && { meta: { findings } }) }
  const headers = { etag: formatRevisionTag(result.revision), ...(location !== undefined && { location }) }
  return createJsonReply(body, writeResult?.inserted ? 201 : 200, headers)
}

function getSnapshot(request: ServiceRequest): VersionedSnapshot | undefined {
  return request.versionedSnapshot ?? undefined
}

/** The snapshot for a read after the write. None after a write to the store's own topic, which may have changed the languages. */
function getSnapshotAfterWrite(entity: Entity, request: ServiceRequest): VersionedSnapshot | undefined {
  return entity.topic === 'store' ? undefined : getSnapshot(request)
}

/** Owner of the Idempotency-Keys. */
const getKeyOwner = ({ caller }: ServiceRequest): string => `token:${caller?.id}`

export function createRecordRoutes(app: App, server: ServerInfo): readonly Route[] {
  async function revisionOf(entity: Entity, id: number, request: ServiceRequest, unit: Unit | undefined): Promise<number> {
    return (await app.records.read(entity.name, id, { unit, versionedSnapshot: getSnapshot(request) })).revision
  }

  /** Findings in the language of the request. */
  function writeFindings(findings: Findings, request: ServiceRequest): unknown {
    if (!findings) return undefined
    const { registry } = app.context
    return messageFormat.writeMessages(findings, createMessageWriter(registry, findErrorLanguage(request, registry) ?? 'en'))
  }

  /**
   * Adds the findings to a reply with an Idempotency-Key. The reply is stored in the writing unit; findings are available after its commit.
   */
  async function withFindings(written: WrittenRecord | null, request: ServiceRequest): Promise<Reply | null> {
    const findings = written?.writeResult ? await app.records.findings(written.writeResult) : []
    return written && findings.length > 0 ? createRecordReply(written, writeFindings(findings, request)) : null
  }

  async function list(request: ServiceRequest): Promise<Reply> {
    const entity = requireTargetEntity(app, request, 'list')
    const { records, fields, meta } = await app.records.list(entity.name, readListQuery(request), {
      versionedSnapshot: getSnapshot(request),
    })
    return createJsonReply({ data: { entity: entity.name, records, fields }, meta })
  }

  async function read(request: ServiceRequest): Promise<Reply> {
    const entity = requireTargetEntity(app, request, 'read')
    const id = requireRecordId(entity, request)
    const result = await app.records.read(entity.name, id, {
      language: readRecordLanguage(request),
      versionedSnapshot: getSnapshot(request),
    })
    const etag = formatRevisionTag(result.revision)
    return hasMatchingEntityTag(etag, request) ? createEmptyReply(304, { etag }) : createRecordReply({ result })
  }

  /** Creates or changes a record. */
  async function write(request: ServiceRequest, operation: 'create' | 'update'): Promise<Reply> {
    const entity = requireTargetEntity(app, request, operation)
    const id = operation === 'create' ? undefined : requireRecordId(entity, request)
    const language = readRecordLanguage(request)
    const condition = id === undefined ? null : parsePrecondition(request)
    let written: WrittenRecord | null = null
    const work = async (unit: Unit | undefined): Promise<Reply> => {
      const target =
        id === undefined
          ? {}
          : { id, revision: await resolveExpectedRevision(condition, () => revisionOf(entity, id, request, unit)) }
      const options = { ...apiWriteOptions, ...target, language, unit, versionedSnapshot: getSnapshot(request) }
      const writeResult = await app.records.write(entity.name, request.fields, options)
      const read = { language, unit, versionedSnapshot: getSnapshotAfterWrite(entity, request) }
      const result = writeResult.written ?? (await app.records.read(entity.name, writeResult.id, read))
      const address = `${apiRoot}/${entity.name}/${writeResult.id}`
      written = { result, writeResult, ...(id === undefined && { location: server.pathTo(address, request) }) }
      return createRecordReply(written, writeFindings(writeResult.findings, request))
    }
    await recordGraphs.prepareRichTexts(app.context, entity, request.fields)
    return runIdempotently(app, request, getKeyOwner(request), work, () => withFindings(written, request))
  }

  async function remove(request: ServiceRequest): Promise<Reply> {
    const entity = requireTargetEntity(app, request, 'delete')
    const id = requireRecordId(entity, request)
    readRecordLanguage(request)
    const condition = parsePrecondition(request)
    return runIdempotently(app, request, getKeyOwner(request), async (unit) => {
      const revision = await resolveExpectedRevision(condition, () => revisionOf(entity, id, request, unit))
      await app.records.remove(entity.name, id, { revision, unit })
      return createJsonReply({ data: { entity: entity.name, id, deleted: true } })
    })
  }

  const collection = `${apiRoot}/:entity`
  const single = `${apiRoot}/:entity/:id`
  return [
    { method: 'GET', path: collection, access: 'bearer', handle: list },
    { method: 'POST', path: collection, access: 'bearer', body: 'fields', handle: (request) => write(request, 'create') },
    { method: 'GET', path: single, access: 'bearer', handle: read },
    { method: 'PATCH', path: single, access: 'bearer', body: 'fields', handle: (request) => write(request, 'update') },
    { method: 'DELETE', path: single, access: 'bearer', body: 'fields-or-none', handle: remove },
  ]
}

/** Routes of a record's images and files: list, read, store and remove. */
export function createFileRoutes(app: App, server: ServerInfo): readonly Route[] {
  const path = `${apiRoot}/:entity/:id/files`
  const fieldPath = `${path}/:field`
  const answers = createRecordFileHandlers(app, server, apiRoot)
  return [
    { method: 'GET', path, access: 'bearer', handle: async (request) => createJsonReply({ data: await answers.list(request) }) },
    { method: 'GET', path: fieldPath, access: 'bearer', handle: (request) => answers.read(request) },
    {
      method: 'POST',
      path: fieldPath,
      access: 'bearer',
      body: 'stream',
      bodyLimit: maxFileBodySize,
      handle: async (request) => createJsonReply({ data: await answers.store(request) }, 201),
    },
    {
      method: 'DELETE',
      path: fieldPath,
      access: 'bearer',
      body: 'fields-or-none',
      handle: async (request) => createJsonReply({ data: await answers.remove(request) }),
    },
  ]
}
