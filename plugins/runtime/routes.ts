// The addresses of the runtime API: a route for each verb of the registry, the pictures of products, and the API's own document.
import type { App } from '#core/app.js'
import { createLimit } from '../http/limit.js'
import type { Route, ServerFacts } from '../http/mount.js'
import { runtimeDocument } from './openapi.js'
import type { RuntimeOptions } from './options.js'
import { pictureRoute } from './pictures.js'
import { runtimeBase, verbRoute } from './verb-route.js'
import { json } from '../http/reply.js'

const minute = 60

export function runtimeRoutes(app: App, server: ServerFacts, { signIns, changes }: Required<RuntimeOptions>): readonly Route[] {
  const limits = { 'sign-ins': createLimit(signIns, minute), changes: createLimit(changes, minute) }
  return [
    ...[...app.registry.verbs.values()].map((verb) => verbRoute(app, server, verb, limits)),
    pictureRoute(app),
    {
      method: 'GET',
      path: `${runtimeBase}/openapi.json`,
      access: 'public',
      handle: ({ prefix }) => json(runtimeDocument(app.registry, `${server.basePath}${prefix}${runtimeBase}`)),
    },
  ]
}
