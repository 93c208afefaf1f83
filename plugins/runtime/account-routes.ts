// The addresses of a signed-in customer's own data: the profile and the addresses.
import type { App } from '#core/app.js'
import type { Limit } from '../http/limit.js'
import type { Route, ServiceRequest } from '../http/mount.js'
import { empty, json } from '../http/reply.js'
import { readProfileChange } from './account-input.js'
import { listAddresses, readAddress, removeAddress, storeAddress } from '#core/commerce/account/addresses.js'
import { changeProfile, readProfile } from '#core/commerce/account/service.js'
import { commerceRoutes, visitOf } from './shopper.js'

const base = '/svc-api/runtime/v1'
const addresses = `${base}/addresses`

/** No address has the id 0: a malformed id is like one that does not exist. */
function idOf(request: ServiceRequest): number {
  const id = request.params.id ?? ''
  return /^[1-9][0-9]{0,14}$/.test(id) ? Number(id) : 0
}

export function accountRoutes(app: App, limit: Limit): readonly Route[] {
  return commerceRoutes(app, limit, [
    {
      method: 'GET',
      path: `${base}/account`,
      access: 'public',
      handle: async (request) => json({ data: await readProfile(await visitOf(app, request)) }),
    },
    {
      method: 'PATCH',
      path: `${base}/account`,
      access: 'public',
      body: 'fields',
      async handle(request) {
        const visit = await visitOf(app, request)
        return json({ data: await changeProfile(visit, readProfileChange(request.fields)) })
      },
    },
    {
      method: 'GET',
      path: addresses,
      access: 'public',
      handle: async (request) => json({ data: { addresses: await listAddresses(await visitOf(app, request)) } }),
    },
    {
      method: 'POST',
      path: addresses,
      access: 'public',
      body: 'fields',
      async handle(request) {
        const made = await storeAddress(await visitOf(app, request), request.fields)
        return json({ data: made }, 201, { location: `${request.prefix}${addresses}/${String(made.id)}` })
      },
    },
    {
      method: 'GET',
      path: `${addresses}/:id`,
      access: 'public',
      handle: async (request) => json({ data: await readAddress(await visitOf(app, request), idOf(request)) }),
    },
    {
      method: 'PATCH',
      path: `${addresses}/:id`,
      access: 'public',
      body: 'fields',
      async handle(request) {
        const visit = await visitOf(app, request)
        return json({ data: await storeAddress(visit, request.fields, idOf(request)) })
      },
    },
    {
      method: 'DELETE',
      path: `${addresses}/:id`,
      access: 'public',
      async handle(request) {
        await removeAddress(await visitOf(app, request), idOf(request))
        return empty(204)
      },
    },
  ])
}
