// Handlers for the images and files of records: list, read, store and remove.
import type { App } from '#core/contract.js'
import {
  type FileTarget,
  type IncomingFile,
  loadRecordFiles,
  maximumFileSize,
  readRecordFile,
  type RecordFile,
  removeRecordFile,
  requireFileField,
  storeRecordFile,
  type accessRules,
} from '#core/surface.js'
import { parseUpload } from './body/body-fields.js'
import type { ServerInfo, ServiceRequest } from './mount.js'
import { readFileName, rejectParameters, requireRecordId, requireTargetEntity } from './record-query.js'
import { createReply, type Reply, createDownloadHeaders } from './reply.js'

/** Body limit in bytes: the file plus the multipart overhead around it. */
export const maxFileBodySize = maximumFileSize + 65_536

async function* toByteStream(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** The uploaded file: one part of a form, or the raw body. */
export async function readIncomingFile(request: ServiceRequest): Promise<IncomingFile> {
  const declaredName = readFileName(request)
  const type = request.headers['content-type'] ?? ''
  if (!/^multipart\/form-data\b/i.test(type)) return { name: declaredName ?? '', bytes: request.body }
  const part = await parseUpload(request.body, type, maxFileBodySize)
  return { name: declaredName ?? part.name, bytes: toByteStream(part.bytes) }
}

export interface RecordFileList {
  readonly entity: string
  readonly id: number
  readonly files: readonly (Omit<RecordFile, 'stored'> & { readonly url: string })[]
}

/** Creates the handlers for `:entity`, `:id` and `:field` below `root`. */
export function createRecordFileHandlers(app: App, server: ServerInfo, root: string) {
  const target = (request: ServiceRequest, operation: accessRules.Operation): FileTarget => {
    const entity = requireTargetEntity(app, request, operation)
    return { entity: entity.name, id: requireRecordId(entity, request), field: request.params.field ?? '' }
  }

  async function files(request: ServiceRequest, { entity, id }: FileTarget): Promise<RecordFileList> {
    const base = server.pathTo(`${root}/${entity}/${id}/files`, request)
    const toFileEntry = ({ field, name, type, size, width, height }: RecordFile): RecordFileList['files'][number] => {
      return { field, url: `${base}/${field}`, name, type, size, width, height }
    }
    return { entity, id, files: (await loadRecordFiles(app.context, entity, id)).map(toFileEntry) }
  }

  return {
    /** Lists all files of the record. */
    list(request: ServiceRequest): Promise<RecordFileList> {
      const fileTarget = target(request, 'read')
      rejectParameters(request)
      return files(request, fileTarget)
    },

    /** Returns the bytes of one file. */
    async read(request: ServiceRequest): Promise<Reply> {
      const fileTarget = target(request, 'read')
      rejectParameters(request)
      const { name, type, bytes } = await readRecordFile(app.context, fileTarget)
      return createReply(bytes, type, { 'cache-control': 'private, no-cache', ...createDownloadHeaders(name) })
    },

    /** Stores the raw body, or the one file part of a form. */
    async store(request: ServiceRequest): Promise<RecordFileList> {
      const fileTarget = target(request, 'update')
      // Reject unknown fields before the body is read.
      requireFileField(app.context.registry, fileTarget)
      await loadRecordFiles(app.context, fileTarget.entity, fileTarget.id)
      await storeRecordFile(app.context, fileTarget, await readIncomingFile(request))
      return files(request, fileTarget)
    },

    /** Removes the file from its field. */
    async remove(request: ServiceRequest): Promise<RecordFileList> {
      const fileTarget = target(request, 'update')
      rejectParameters(request)
      await removeRecordFile(app.context, fileTarget)
      return files(request, fileTarget)
    },
  }
}
