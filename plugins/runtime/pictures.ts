// Route of the pictures of published products.
import type { App } from '#core/app.js'
import { headLength } from '#core/storage/files/file-store.js'
import { sniffedTypes } from '#core/storage/files/media-type.js'
import type { Route, ServiceRequest } from '../http/mount.js'
import { content, type Reply } from '../http/reply.js'
import { runtimeBase } from './verb-route.js'

/** Returns a picture by its content hash. Types that can contain scripts are sent as a download, never rendered as a page. */
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

export function pictureRoute(app: App): Route {
  const path = `${runtimeBase}/products/:key/pictures/:name`
  return { method: 'GET', path, access: 'public', embedded: true, handle: (request) => picture(app, request) }
}
