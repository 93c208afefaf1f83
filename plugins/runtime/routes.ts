// Routes of the runtime API: one per verb of the registry, product pictures, payment webhooks, and the OpenAPI document.
import type { App } from '#core/app.js'
import { ValidationError } from '#core/foundation/errors.js'
import { createCounts } from '#core/storage/counts.js'
import { createLimit, type Limit } from '../http/limit.js'
import type { Route, ServerFacts } from '../http/mount.js'
import { runtimeDocument } from './openapi.js'
import type { RuntimeOptions } from './options.js'
import { pictureRoute } from './pictures.js'
import { runtimeBase, verbRoute } from './verb-route.js'
import { webhookRoutes } from './webhooks.js'
import { json } from '../http/reply.js'

const minute = 60
const hour = 3_600

/** Configurations never return 429 (domain §7): exceeding the limit is a validation error. */
function tooManyStarted(sentence: string): ValidationError {
  return ValidationError.of('configuration', sentence, 'TOO_MANY')
}

export function runtimeRoutes(
  app: App,
  server: ServerFacts,
  { signIns, changes, starts, orders, conversations, messages, failedReports }: Required<RuntimeOptions>,
): readonly Route[] {
  const limit = (kind: string, most: number, seconds: number, refusal?: (sentence: string) => Error): Limit =>
    createLimit(createCounts(app.context, kind, seconds * 1000), most, seconds, refusal)
  const limits = {
    'sign-ins': limit('sign-ins', signIns, minute),
    changes: limit('changes', changes, minute),
    orders: limit('orders', orders, hour),
    conversations: limit('conversations', conversations, hour),
    messages: limit('messages', messages, minute),
    starts: limit('starts', starts, hour, tooManyStarted),
  }
  return [
    ...[...app.registry.verbs.values()].map((verb) => verbRoute(app, server, verb, limits)),
    pictureRoute(app),
    ...webhookRoutes(app, limit('failed-reports', failedReports, minute)),
    {
      method: 'GET',
      path: `${runtimeBase}/openapi.json`,
      access: 'public',
      embedded: true,
      handle: (request) => json(runtimeDocument(app.registry, server.pathTo(runtimeBase, request))),
    },
  ]
}
