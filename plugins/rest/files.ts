// The routes of a record's pictures and files: what there is, the bytes of one, storing and removing it (domain §7).
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
import { parseUpload } from '../http/body/form.js'
import type { Route, ServerFacts, ServiceRequest } from '../http/mount.js'
import { content, json, type Reply } from '../http/reply.js'
import { apiRoot } from './address.js'
import { fileName, noParameters } from './query.js'
import { requireId, requireTarget } from './target.js'

/** What the parts around a file in a form may take. */
const formRoom = 65_536

async function gather(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** The file of the request: one part of a form, or the body as it is. */
async function fileOf(request: ServiceRequest): Promise<{ readonly name: string; readonly bytes: AsyncIterable<Uint8Array> }> {
  const named = fileName(request)
  const type = request.headers['content-type'] ?? ''
  if (!/^multipart\/form-data\b/i.test(type)) return { name: named ?? '', bytes: request.body }
  const part = await parseUpload(await gather(request.body), type)
  return { name: named ?? part.name, bytes: once(part.bytes) }
}

export function fileRoutes(app: App, server: ServerFacts): readonly Route[] {
  const target = (request: ServiceRequest, operation: Operation): FileTarget => {
    const entity = requireTarget(app, request, operation)
    return { entity: entity.name, id: requireId(entity, request), field: request.params.field ?? '' }
  }
  const path = `${apiRoot}/:entity/:id/files`
  const one = `${path}/:field`

  async function files(request: ServiceRequest, { entity, id }: FileTarget, status = 200): Promise<Reply> {
    const base = server.pathTo(`${apiRoot}/${entity}/${id}/files`, request)
    const shown = ({ field, name, type, size, width, height }: RecordFile): object => {
      return { field, url: `${base}/${field}`, name, type, size, width, height }
    }
    return json({ data: { entity, id, files: (await recordFiles(app.context, entity, id)).map(shown) } }, status)
  }

  return [
    {
      method: 'GET',
      path,
      access: 'bearer',
      handle(request) {
        const wanted = target(request, 'read')
        noParameters(request)
        return files(request, wanted)
      },
    },
    {
      method: 'GET',
      path: one,
      access: 'bearer',
      async handle(request) {
        const wanted = target(request, 'read')
        noParameters(request)
        const { name, type, bytes } = await readRecordFile(app.context, wanted)
        return content(bytes, type, {
          'cache-control': 'private, no-cache',
          // Whatever it is, it neither runs nor loads anything.
          'content-security-policy': "default-src 'none'; sandbox",
          'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
        })
      },
    },
    {
      method: 'POST',
      path: one,
      access: 'bearer',
      body: 'stream',
      bodyLimit: fileLimit + formRoom,
      async handle(request) {
        const wanted = target(request, 'update')
        // What is not there is refused before a byte is read.
        requireFileField(app.registry, wanted)
        await recordFiles(app.context, wanted.entity, wanted.id)
        await storeRecordFile(app.context, wanted, await fileOf(request))
        return files(request, wanted, 201)
      },
    },
    {
      method: 'DELETE',
      path: one,
      access: 'bearer',
      body: 'fields-or-none',
      async handle(request) {
        const wanted = target(request, 'update')
        noParameters(request)
        await removeRecordFile(app.context, wanted)
        return files(request, wanted)
      },
    },
  ]
}
