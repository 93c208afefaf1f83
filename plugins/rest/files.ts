// Routes of a record's images and files: list, read, store and remove (domain §7).
import type { App } from '#core/app.js'
import type { Route, ServerFacts } from '../http/mount.js'
import { createFileAnswers, fileBodyLimit } from '../http/record-files.js'
import { json } from '../http/reply.js'
import { apiRoot } from './address.js'

export function fileRoutes(app: App, server: ServerFacts): readonly Route[] {
  const path = `${apiRoot}/:entity/:id/files`
  const one = `${path}/:field`
  const answers = createFileAnswers(app, server, apiRoot)
  return [
    { method: 'GET', path, access: 'bearer', handle: async (request) => json({ data: await answers.list(request) }) },
    { method: 'GET', path: one, access: 'bearer', handle: (request) => answers.read(request) },
    {
      ...{ method: 'POST', path: one, access: 'bearer', body: 'stream', bodyLimit: fileBodyLimit },
      handle: async (request) => json({ data: await answers.store(request) }, 201),
    },
    {
      ...{ method: 'DELETE', path: one, access: 'bearer', body: 'fields-or-none' },
      handle: async (request) => json({ data: await answers.remove(request) }),
    },
  ]
}
