// The published catalogue for shop fronts: the list of products, and one product with all that its configurator shows.
import { createHash } from 'node:crypto'
import type { App } from '#core/app.js'
import type { CatalogueOptions } from '#core/commerce/configuration/catalogue.js'
import type { Route, ServiceRequest } from '../http/mount.js'
import { content, empty, mediaTypes, type Reply } from '../http/reply.js'
import { readQuery } from './input.js'

const base = '/svc-api/runtime/v1/products'

async function optionsOf(app: App, request: ServiceRequest): Promise<CatalogueOptions> {
  const query = readQuery(request.query, ['language', 'currency'])
  const language = query.get('language') ?? request.language ?? undefined
  const currency = query.get('currency')
  const shopper = await app.host.adapters.identity.shopper(app, request.headers)
  return { shopper, ...(language !== undefined && { language }), ...(currency !== undefined && { currency }) }
}

/** The reply with a tag over its bytes: a catalogue that did not change is not sent again. */
function tagged(data: unknown, request: ServiceRequest): Reply {
  const body = JSON.stringify({ data })
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  const headers = { etag, 'cache-control': 'private, no-cache', vary: 'X-Svc-Shopper' }
  const held = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return held?.includes(etag) ? empty(304, headers) : content(body, mediaTypes.json, headers)
}

export function catalogueRoutes(app: App): readonly Route[] {
  const { catalogue } = app
  return [
    {
      method: 'GET',
      path: base,
      access: 'public',
      handle: async (request) => tagged(await catalogue.products(await optionsOf(app, request)), request),
    },
    {
      method: 'GET',
      path: `${base}/:key`,
      access: 'public',
      handle: async (request) =>
        tagged(await catalogue.product(request.params.key ?? '', await optionsOf(app, request)), request),
    },
  ]
}
