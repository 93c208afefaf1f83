// Routes of the runtime API: one per verb of the registry, product pictures, payment webhooks, and the OpenAPI document.
import { type App, type MessageText, ValidationError } from '#core/contract.js'
import { createRateLimitCounters } from '#core/surface.js'
import { createRateLimit, type RateLimit } from '../http/rate-limit.js'
import type { Route, ServerInfo } from '../http/mount.js'
import { buildRuntimeDocument } from './runtime-document.js'
import type { RuntimeOptions } from './options.js'
import { createPictureRoute } from './picture-route.js'
import { runtimeBase, createVerbRoute } from './verb-route.js'
import { createWebhookRoutes } from './webhook-routes.js'
import { createJsonReply } from '../http/reply.js'

const secondsPerMinute = 60
const secondsPerHour = 3_600

/** Configurations never return 429: exceeding the limit is a validation error. */
function createTooManyStartsError(message: MessageText): ValidationError {
  return ValidationError.of('configuration', message, 'TOO_MANY')
}

export function createRuntimeRoutes(
  app: App,
  server: ServerInfo,
  { signIns, changes, starts, orders, conversations, messages, failedReports }: Required<RuntimeOptions>,
): readonly Route[] {
  const limit = (kind: string, maxRequests: number, seconds: number, refusal?: (message: MessageText) => Error): RateLimit =>
    createRateLimit(createRateLimitCounters(app.context, kind, seconds * 1000), maxRequests, seconds, refusal)
  const limits = {
    'sign-ins': limit('sign-ins', signIns, secondsPerMinute),
    changes: limit('changes', changes, secondsPerMinute),
    orders: limit('orders', orders, secondsPerHour),
    conversations: limit('conversations', conversations, secondsPerHour),
    messages: limit('messages', messages, secondsPerMinute),
    starts: limit('starts', starts, secondsPerHour, createTooManyStartsError),
  }
  return [
    ...[...app.context.registry.verbs.values()].map((verb) => createVerbRoute(app, server, verb, limits)),
    createPictureRoute(app),
    ...createWebhookRoutes(app, limit('failed-reports', failedReports, secondsPerMinute)),
    {
      method: 'GET',
      path: `${runtimeBase}/openapi.json`,
      access: 'public',
      embedded: true,
      handle: (request) => createJsonReply(buildRuntimeDocument(app.context.registry, server.pathTo(runtimeBase, request))),
    },
  ]
}
