// The published catalogue for shop fronts: the list of products, and one product with all that its configurator shows.
import { createHash } from 'node:crypto'
import type { App } from '#core/app.js'
import { headLength } from '#core/storage/files/file-store.js'
import { sniffedTypes } from '#core/storage/files/media-type.js'
import type { CatalogueOptions, ProductListOptions } from '#core/shop/catalogue/define.js'
import { ValidationError } from '#core/ground/errors.js'
import type { Route, ServiceRequest } from '../http/mount.js'
import { content, empty, mediaTypes, type Reply } from '../http/reply.js'
import { readQuery } from './input.js'

const base = '/svc-api/runtime/v1/products'

async function optionsOf(app: App, request: ServiceRequest, further: readonly string[] = []): Promise<CatalogueOptions> {
  const query = readQuery(request.query, ['language', 'currency', ...further])
  const language = query.get('language') ?? request.language ?? undefined
  const currency = query.get('currency')
  const shopper = await app.host.adapters.identity.shopper(app, request.headers)
  return { shopper, ...(language !== undefined && { language }), ...(currency !== undefined && { currency }) }
}

/** A whole number of the query, or undefined where it is not sent. */
function wholeNumber(request: ServiceRequest, name: string): number | undefined {
  const text = request.query.values.get(name)
  if (text === undefined || /^[0-9]{1,9}$/.test(text)) return text === undefined ? undefined : Number(text)
  throw ValidationError.of(name, `Query parameter '${name}' takes a whole number from 0.`)
}

async function listOptionsOf(app: App, request: ServiceRequest): Promise<ProductListOptions> {
  const options = await optionsOf(app, request, ['limit', 'offset'])
  const limit = wholeNumber(request, 'limit')
  const offset = wholeNumber(request, 'offset')
  return { ...options, ...(limit !== undefined && { limit }), ...(offset !== undefined && { offset }) }
}

/** The reply with a tag over its bytes: a catalogue that did not change is not sent again. */
function tagged(data: unknown, request: ServiceRequest): Reply {
  const body = JSON.stringify({ data })
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  const headers = { etag, 'cache-control': 'private, no-cache', vary: 'X-Svc-Shopper' }
  const held = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return held?.includes(etag) ? empty(304, headers) : content(body, mediaTypes.json, headers)
}

/** A picture by its content; one that could carry a script is only ever saved, never shown as a page. */
async function picture(app: App, request: ServiceRequest): Promise<Reply> {
  const bytes = await app.catalogue.picture(Number(request.params.key), request.params.name ?? '')
  const [type] = await sniffedTypes(bytes.subarray(0, headLength))
  const isPicture = type.startsWith('image/')
  return content(bytes, isPicture ? type : 'application/octet-stream', {
    'cache-control': 'public, max-age=86400',
    'content-security-policy': "default-src 'none'; sandbox",
    ...((type === 'image/svg+xml' || !isPicture) && { 'content-disposition': 'attachment' }),
  })
}

export function catalogueRoutes(app: App): readonly Route[] {
  const { catalogue } = app
  return [
    {
      method: 'GET',
      path: base,
      access: 'public',
      handle: async (request) => tagged(await catalogue.products(await listOptionsOf(app, request)), request),
    },
    {
      method: 'GET',
      path: `${base}/:key`,
      access: 'public',
      handle: async (request) =>
        tagged(await catalogue.product(request.params.key ?? '', await optionsOf(app, request)), request),
    },
    { method: 'GET', path: `${base}/:key/pictures/:name`, access: 'public', handle: (request) => picture(app, request) },
  ]
}
