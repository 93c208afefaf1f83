// Route of the pictures of published products.
import type { App } from '#core/contract.js'
import { detectMediaTypes, headLength } from '#core/surface.js'
import type { Route, ServiceRequest } from '../http/mount.js'
import { createReply, type Reply } from '../http/reply.js'
import { runtimeBase } from './verb-route.js'

/** Returns a picture by its content hash. Types that can contain scripts are sent as a download, never rendered as a page. */
async function replyWithPicture(app: App, request: ServiceRequest): Promise<Reply> {
  const bytes = await app.shop.catalogue.picture(Number(request.params.key), request.params.name ?? '')
  const [type] = await detectMediaTypes(bytes.subarray(0, headLength))
  const isPicture = type.startsWith('image/')
  return createReply(bytes, isPicture ? type : 'application/octet-stream', {
    'cache-control': 'public, max-age=86400',
    'content-security-policy': "default-src 'none'; sandbox",
    ...((type === 'image/svg+xml' || !isPicture) && { 'content-disposition': 'attachment' }),
  })
}

export function createPictureRoute(app: App): Route {
  const path = `${runtimeBase}/products/:key/pictures/:name`
  return { method: 'GET', path, access: 'public', embedded: true, handle: (request) => replyWithPicture(app, request) }
}
