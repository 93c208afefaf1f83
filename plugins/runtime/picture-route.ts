// Route of the pictures of published products.
import type { App } from '#core/contract.js'
import type { Route } from '../http/mount.js'
import { createPictureReply } from '../http/picture-reply.js'
import { runtimeBase } from './verb-route.js'

export function createPictureRoute(app: App): Route {
  return {
    method: 'GET',
    path: `${runtimeBase}/products/:key/pictures/:name`,
    access: 'public',
    embedded: true,
    handle: async ({ params }) => createPictureReply(await app.shop.catalogue.picture(Number(params.key), params.name ?? '')),
  }
}
