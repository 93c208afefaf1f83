// The addresses of the runtime API: a route for each verb of the registry, the pictures of products, what payment providers report to, and the document.
import type { App } from '#core/app.js'
import { ValidationError } from '#core/ground/errors.js'
import { createLimit } from '../http/limit.js'
import type { Route, ServerFacts } from '../http/mount.js'
import { runtimeDocument } from './openapi.js'
import type { RuntimeOptions } from './options.js'
import { pictureRoute } from './pictures.js'
import { runtimeBase, verbRoute } from './verb-route.js'
import { webhookRoutes } from './webhooks.js'
import { json } from '../http/reply.js'

const minute = 60
const hour = 3_600

/** Configurations answer no 429 (domain §7): what one address has too many of is refused like any other input. */
function tooManyStarted(sentence: string): ValidationError {
  return ValidationError.of('configuration', sentence, 'TOO_MANY')
}

export function runtimeRoutes(
  app: App,
  server: ServerFacts,
  { signIns, changes, starts, orders, conversations, messages, failedReports }: Required<RuntimeOptions>,
): readonly Route[] {
  const limits = {
    'sign-ins': createLimit(signIns, minute),
    changes: createLimit(changes, minute),
    orders: createLimit(orders, hour),
    conversations: createLimit(conversations, hour),
    messages: createLimit(messages, minute),
    starts: createLimit(starts, hour, undefined, tooManyStarted),
  }
  return [
    ...[...app.registry.verbs.values()].map((verb) => verbRoute(app, server, verb, limits)),
    pictureRoute(app),
    ...webhookRoutes(app, createLimit(failedReports, minute)),
    {
      method: 'GET',
      path: `${runtimeBase}/openapi.json`,
      access: 'public',
      embedded: true,
      handle: (request) => json(runtimeDocument(app.registry, server.pathTo(runtimeBase, request))),
    },
  ]
}
