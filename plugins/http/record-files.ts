// Handlers for the images and files of records: list, read, store and remove (domain §7).
import type { App } from '#core/app.js'
import type { Operation } from '#core/model/entity/define.js'
import {
  type FileTarget,
  type RecordFile,
  readRecordFile,
  recordFiles,
  removeRecordFile,
  requireFileField,
} from '#core/storage/files/record-files.js'
import { fileLimit, storeRecordFile } from '#core/storage/files/store-record-file.js'
import { parseUpload } from './body/form.js'
import type { ServerFacts, ServiceRequest } from './mount.js'
import { fileName, noParameters } from './record-query.js'
import { requireId, requireTarget } from './record-target.js'
import { content, type Reply, saved } from './reply.js'

/** Body limit in bytes: the file plus the multipart overhead around it. */
export const fileBodyLimit = fileLimit + 65_536

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** The uploaded file: one part of a form, or the raw body. */
async function fileOf(request: ServiceRequest): Promise<{ readonly name: string; readonly bytes: AsyncIterable<Uint8Array> }> {
  const named = fileName(request)
  const type = request.headers['content-type'] ?? ''
  if (!/^multipart\/form-data\b/i.test(type)) return { name: named ?? '', bytes: request.body }
  const part = await parseUpload(request.body, type, fileBodyLimit)
  return { name: named ?? part.name, bytes: once(part.bytes) }
}

export interface ShownFiles {
  readonly entity: string
  readonly id: number
  readonly files: readonly (Omit<RecordFile, 'stored'> & { readonly url: string })[]
}

/** Creates the handlers for `:entity`, `:id` and `:field` below `root`. */
export function createFileAnswers(app: App, server: ServerFacts, root: string) {
  const target = (request: ServiceRequest, operation: Operation): FileTarget => {
    const entity = requireTarget(app, request, operation)
    return { entity: entity.name, id: requireId(entity, request), field: request.params.field ?? '' }
  }

  async function files(request: ServiceRequest, { entity, id }: FileTarget): Promise<ShownFiles> {
    const base = server.pathTo(`${root}/${entity}/${id}/files`, request)
    const shown = ({ field, name, type, size, width, height }: RecordFile): ShownFiles['files'][number] => {
      return { field, url: `${base}/${field}`, name, type, size, width, height }
    }
    return { entity, id, files: (await recordFiles(app.context, entity, id)).map(shown) }
  }

  return {
    /** Lists all files of the record. */
    list(request: ServiceRequest): Promise<ShownFiles> {
      const wanted = target(request, 'read')
      noParameters(request)
      return files(request, wanted)
    },

    /** Returns the bytes of one file. */
    async read(request: ServiceRequest): Promise<Reply> {
      const wanted = target(request, 'read')
      noParameters(request)
      const { name, type, bytes } = await readRecordFile(app.context, wanted)
      return content(bytes, type, { 'cache-control': 'private, no-cache', ...saved(name) })
    },

    /** Stores the raw body, or the one file part of a form. */
    async store(request: ServiceRequest): Promise<ShownFiles> {
      const wanted = target(request, 'update')
      // Reject unknown fields before the body is read.
      requireFileField(app.registry, wanted)
      await recordFiles(app.context, wanted.entity, wanted.id)
      await storeRecordFile(app.context, wanted, await fileOf(request))
      return files(request, wanted)
    },

    /** Removes the file from its field. */
    async remove(request: ServiceRequest): Promise<ShownFiles> {
      const wanted = target(request, 'update')
      noParameters(request)
      await removeRecordFile(app.context, wanted)
      return files(request, wanted)
    },
  }
}
