// Webhook routes of payment providers: one per provider with a webhook. The payment method in the URL determines the secret.
import type { App } from '#core/app.js'
import { hostOwnsCommerce } from '#core/commerce/cart/ownership.js'
import type { ReportingMethod } from '#core/commerce/payment/webhook.js'
import { NotFoundError, ServiceError, ValidationError } from '#core/foundation/errors.js'
import type { PaymentProviderDeclaration, WebhookDeclaration } from '#core/model/payment/declaration.js'
import type { Limit } from '../http/limit.js'
import type { Route, ServiceRequest } from '../http/mount.js'
import { json } from '../http/reply.js'

const base = '/svc-api/payments'
const defaultBodyLimit = 262_144

/** Errors that a stranger can cause. They count against the address, unlike a provider's report about an unknown payment. */
const isStrangers = (error: unknown): boolean =>
  error instanceof ValidationError || (error instanceof ServiceError && error.code === 'PAYLOAD_TOO_LARGE')

async function gather(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function idOf({ params }: ServiceRequest): number {
  const { method = '' } = params
  if (!/^[1-9]\d{0,14}$/.test(method)) throw new NotFoundError('No payment provider reports here.')
  return Number(method)
}

export function webhookRoutes(app: App, failures: Limit): readonly Route[] {
  const providers = [...app.registry.paymentProviders.values()]
  return providers.flatMap((provider) => (provider.webhook ? [webhookRoute(app, provider, provider.webhook, failures)] : []))
}

function webhookRoute(
  app: App,
  { name }: PaymentProviderDeclaration,
  { path, bodyLimit = defaultBodyLimit }: WebhookDeclaration,
  failures: Limit,
): Route {
  /** An unknown payment method also counts against the address: the caller may be probing for one. */
  async function method(request: ServiceRequest): Promise<ReportingMethod> {
    try {
      return await (await import('#core/commerce/payment/webhook.js')).reportingMethod(app.visit({}), name, idOf(request))
    } catch (error) {
      await failures.take(request.address)
      throw error
    }
  }

  return {
    method: 'POST',
    path: `${base}/${name}/:method/${path}`,
    access: 'public',
    // Read the body only after the payment method is identified.
    body: 'stream',
    bodyLimit,
    prefixed: false,
    async handle(request) {
      if (!app.host.commerce) throw new NotFoundError(hostOwnsCommerce)
      await failures.refuse(request.address)
      const reporting = await method(request)
      try {
        const { receiveDelivery } = await import('#core/commerce/payment/webhook.js')
        const bytes = await gather(request.body)
        return json({ data: { received: await receiveDelivery(app.visit({}), reporting, { bytes, headers: request.headers }) } })
      } catch (error) {
        if (isStrangers(error)) await failures.take(request.address)
        throw error
      }
    },
  }
}
