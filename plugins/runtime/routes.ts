// Routes of the runtime API: one per verb of the registry, product pictures, payment webhooks, and the OpenAPI document.
import {
  type App,
  type MessageText,
  ValidationError,
  createMessage,
  NotFoundError,
  type PaymentProviderDeclaration,
  ServiceError,
  type WebhookDeclaration,
} from '#core/contract.js'
import { hostOwnsCommerceMessage, salesPayments } from '#core/surface.js'
import { createInstallationRateLimit, type RateLimit, toNetwork } from '../http/rate-limit.js'
import type { Route, ServerInfo, ServiceRequest } from '../http/mount.js'
import { buildRuntimeDocument } from './runtime-document.js'
import type { RuntimeOptions } from './options.js'
import { runtimeBase, createVerbRoute } from './verb-route.js'
import { createJsonReply, createPictureReply } from '../http/reply.js'

/** Route of the pictures of published products. */
function createPictureRoute(app: App): Route {
  return {
    method: 'GET',
    path: `${runtimeBase}/products/:key/pictures/:name`,
    access: 'public',
    embedded: true,
    handle: async ({ params, address }) =>
      createPictureReply(await app.shop.catalogue.picture(Number(params.key), params.name ?? '', toNetwork(address))),
  }
}

const defaultBodyLimit = 262_144

/** Errors that a stranger can cause. They count against the address, unlike a provider's report about an unknown payment. */
const isCausedByCaller = (error: unknown): boolean =>
  error instanceof ValidationError || (error instanceof ServiceError && error.code === 'PAYLOAD_TOO_LARGE')

async function readBytes(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function parseMethodId({ params }: ServiceRequest): number {
  const { method = '' } = params
  if (!/^[1-9]\d{0,14}$/.test(method)) throw new NotFoundError(createMessage('errors.noWebhook'))
  return Number(method)
}

/** Webhook routes of payment providers: one per provider with a webhook. The payment method in the URL determines the secret. */
function createWebhookRoutes(app: App, failures: RateLimit): readonly Route[] {
  const providers = [...app.context.registry.paymentProviders.values()]
  return providers.flatMap((provider) =>
    provider.webhook ? [createWebhookRoute(app, provider, provider.webhook, failures)] : [],
  )
}

function createWebhookRoute(
  app: App,
  { name }: PaymentProviderDeclaration,
  { path, bodyLimit = defaultBodyLimit }: WebhookDeclaration,
  failures: RateLimit,
): Route {
  /** An unknown payment method also counts against the address: the caller may be probing for one. */
  async function method(request: ServiceRequest): Promise<salesPayments.WebhookMethod> {
    try {
      return await salesPayments.loadWebhookMethod(app.shop.createContext({}), name, parseMethodId(request))
    } catch (error) {
      await failures.countRequest(request.address)
      throw error
    }
  }

  return {
    method: 'POST',
    path: salesPayments.toWebhookPath(name, ':method', { path }),
    access: 'public',
    // Read the body only after the payment method is identified.
    body: 'stream',
    bodyLimit,
    prefixed: false,
    async handle(request) {
      if (!app.host.commerce) throw new NotFoundError(hostOwnsCommerceMessage)
      await failures.rejectExhausted(request.address)
      const reporting = await method(request)
      try {
        const bytes = await readBytes(request.body)
        return createJsonReply({
          data: {
            received: await salesPayments.applyDelivery(app.shop.createContext({}), reporting, {
              bytes,
              headers: request.headers,
            }),
          },
        })
      } catch (error) {
        if (isCausedByCaller(error)) await failures.countRequest(request.address)
        throw error
      }
    },
  }
}

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
    createInstallationRateLimit(app.context, kind, maxRequests, seconds, refusal)
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
