// Routes of a record's images and files: list, read, store and remove.
import type { App } from '#core/contract.js'
import type { Route, ServerInfo } from '../http/mount.js'
import { createRecordFileHandlers, maxFileBodySize } from '../http/record-file-handlers.js'
import { createJsonReply } from '../http/reply.js'
import { apiRoot } from './api-root.js'

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
