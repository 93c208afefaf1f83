// The addresses of line items: signed at the end of a configuration, and what the host's server asks about them.
import type { App } from '#core/app.js'
import {
  copyLineItem,
  priceLineItem,
  redeemLineItem,
  reopenLineItem,
  serviceOwnsCarts,
  signConfiguration,
} from '#core/commerce/line-item/service.js'
import type { Visit } from '#core/commerce/visit.js'
import { NotFoundError, ServiceError } from '#core/ground/errors.js'
import type { Fields, Route, ServiceRequest } from '../http/mount.js'
import { json, type Reply } from '../http/reply.js'
import { Reader, readQuery } from './input.js'
import { visitOf } from './shopper.js'

const base = '/svc-api/runtime/v1'
const scope = 'orders:write'

class LineItemReader extends Reader {
  constructor(
    private readonly sent: Fields,
    known: readonly string[],
    what: string,
  ) {
    super(sent, known, what)
  }

  lineItem(): string {
    const lineItem = this.text('line_item')
    const isThere = this.sent.line_item !== undefined && this.sent.line_item !== null && this.sent.line_item !== ''
    if (!isThere) this.refuse('line_item', "Field 'line_item' is missing; it takes a line item as it was signed.")
    this.done()
    return lineItem ?? ''
  }

  quantity(): number | undefined {
    const value = this.sent.quantity
    if (value === undefined || value === null) return undefined
    if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value
    this.refuse('quantity', "Field 'quantity' takes a whole number from 1.")
    return undefined
  }
}

/** For the host's server alone: a visitor must not take his own line item. */
function requireServer({ caller }: ServiceRequest): void {
  if (caller?.grant.allows(scope)) return
  throw new ServiceError(
    caller === null ? 'AUTHENTICATION_REQUIRED' : 'INSUFFICIENT_SCOPE',
    `Line items are taken by the host's server, with a token that holds the scope '${scope}'.`,
  )
}

export function lineItemRoutes(app: App): readonly Route[] {
  const unnamed = (request: ServiceRequest): Visit =>
    app.visit({ language: readQuery(request.query, ['language']).get('language') ?? request.language ?? undefined })
  const asked = (name: string, answer: (visit: Visit, lineItem: string) => Promise<unknown>, status = 200): Route => ({
    method: 'POST',
    path: `${base}/line-items/${name}`,
    access: 'optional',
    body: 'fields',
    async handle(request): Promise<Reply> {
      const lineItem = new LineItemReader(request.fields, ['line_item'], `line-items/${name}`).lineItem()
      return json({ data: await answer(unnamed(request), lineItem) }, status)
    },
  })
  const redeem = asked('redeem', redeemLineItem)
  const routes: readonly Route[] = [
    {
      method: 'POST',
      path: `${base}/configurations/:token/line-item`,
      access: 'public',
      body: 'fields-or-none',
      async handle(request) {
        const visit = await visitOf(app, request)
        const reader = new LineItemReader(request.fields, ['quantity'], 'a line item')
        const quantity = reader.quantity()
        reader.done()
        return json({ data: await signConfiguration(visit, request.params.token ?? '', quantity) }, 201)
      },
    },
    asked('price', priceLineItem),
    asked('reopen', reopenLineItem),
    asked('copy', copyLineItem, 201),
    {
      ...redeem,
      handle(request) {
        requireServer(request)
        return redeem.handle(request)
      },
    },
  ]
  return routes.map((route) => ({
    ...route,
    handle(request) {
      if (app.host.adapters.lineItems === undefined) throw new NotFoundError(serviceOwnsCarts)
      return route.handle(request)
    },
  }))
}
