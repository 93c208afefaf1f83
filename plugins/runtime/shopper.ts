// Who sends a request of the runtime API, as the host says, and the routes that exist only where the service keeps the shop.
import type { Shopper } from '#core/shop/shopper.js'
import type { App } from '#core/app.js'
import { hostOwnsCommerce } from '#core/commerce/cart/ownership.js'
import type { Visit } from '#core/commerce/visit.js'
import { NotFoundError } from '#core/ground/errors.js'
import type { Limit } from '../http/limit.js'
import type { Route, ServiceRequest } from '../http/mount.js'
import { readQuery } from './input.js'

export function shopperOf(app: App, request: ServiceRequest): Promise<Shopper> {
  return app.host.adapters.identity.shopper(app, request.headers)
}

/** The shopper's visit; language from the query, else from the URL. */
export async function visitOf(app: App, request: ServiceRequest): Promise<Visit> {
  const language = readQuery(request.query, ['language']).get('language') ?? request.language ?? undefined
  return app.visit({ shopper: await shopperOf(app, request), language })
}

/** Where the host owns cart, checkout and orders, each of the routes says so. What changes something counts on the limit. */
export function commerceRoutes(app: App, limit: Limit, routes: readonly Route[]): readonly Route[] {
  return routes.map((route) => ({
    ...route,
    async handle(request) {
      if (!app.host.commerce) throw new NotFoundError(hostOwnsCommerce)
      if (route.method !== 'GET') limit.take(request.address)
      return route.handle(request)
    },
  }))
}
