// Webhook routes of payment providers: one per provider with a webhook. The payment method in the URL determines the secret.
import {
  type App,
  createMessage,
  NotFoundError,
  type PaymentProviderDeclaration,
  ServiceError,
  ValidationError,
  type WebhookDeclaration,
} from '#core/contract.js'
import { applyDelivery, hostOwnsCommerceMessage, loadWebhookMethod, type WebhookMethod } from '#core/surface.js'
import type { RateLimit } from '../http/rate-limit.js'
import type { Route, ServiceRequest } from '../http/mount.js'
import { createJsonReply } from '../http/reply.js'

const webhookBase = '/svc-api/payments'
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

export function createWebhookRoutes(app: App, failures: RateLimit): readonly Route[] {
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
  async function method(request: ServiceRequest): Promise<WebhookMethod> {
    try {
      return await loadWebhookMethod(app.shop.visit({}), name, parseMethodId(request))
    } catch (error) {
      await failures.countRequest(request.address)
      throw error
    }
  }

  return {
    method: 'POST',
    path: `${webhookBase}/${name}/:method/${path}`,
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
          data: { received: await applyDelivery(app.shop.visit({}), reporting, { bytes, headers: request.headers }) },
        })
      } catch (error) {
        if (isCausedByCaller(error)) await failures.countRequest(request.address)
        throw error
      }
    },
  }
}
