// Who sends a request of the runtime API, as the host says, and the routes that exist only where the service keeps the shop.
import type { Shopper } from '#core/shop/shopper.js'
import type { App } from '#core/app.js'
import type { CartOptions } from '#core/commerce/cart/define.js'
import { hostOwnsCommerce } from '#core/commerce/cart/service.js'
import { NotFoundError } from '#core/ground/errors.js'
import type { Limit } from '../http/limit.js'
import type { Route, ServiceRequest } from '../http/mount.js'
import { readQuery } from './input.js'

export function shopperOf(app: App, request: ServiceRequest): Promise<Shopper> {
  return app.host.adapters.identity.shopper(app, request.headers)
}

/** Language from the query, else from the URL. */
export async function cartOptionsOf(app: App, request: ServiceRequest): Promise<CartOptions> {
  const language = readQuery(request.query, ['language']).get('language') ?? request.language ?? undefined
  return { shopper: await shopperOf(app, request), ...(language !== undefined && { language }) }
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
