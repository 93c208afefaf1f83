// The addresses of the runtime API: configurations by their token, and the published catalogue (domain §7).
import type { App } from '#core/app.js'
import type { ConfigurationReply, ReplyOptions } from '#core/commerce/configuration/define.js'
import { ServiceError } from '#core/ground/errors.js'
import { authenticationRequired } from '../http/bearer.js'
import { createLimit } from '../http/limit.js'
import type { Route, ServerFacts, ServiceRequest } from '../http/mount.js'
import { json, type Reply } from '../http/reply.js'
import { accountRoutes } from './account-routes.js'
import { cartRoutes } from './cart-routes.js'
import { catalogueRoutes } from './catalogue-routes.js'
import { guidanceRoutes } from './guidance-routes.js'
import type { RuntimeOptions } from './options.js'
import { signInRoutes } from './sign-in-routes.js'
import { shopperOf } from './shopper.js'
import { lineItemRoutes } from './line-item-routes.js'
import { isOn, readChange, readQuery, readStart, readUpload } from './input.js'

export const runtimeBase = '/svc-api/runtime/v1'

/** Bytes; questions may take less. */
const uploadLimit = 20 * 1_048_576

/** `calculations=1` shows what shoppers do not see, so it asks for a token with catalog:read. */
function calculationsWanted(request: ServiceRequest, query: ReadonlyMap<string, string>): boolean {
  if (!isOn(query.get('calculations'))) return false
  if (request.caller === null) throw authenticationRequired()
  if (!request.caller.grant.allows('catalog:read')) {
    throw new ServiceError('INSUFFICIENT_SCOPE', "The values of calculations need a token with the scope 'catalog:read'.")
  }
  return true
}

async function optionsOf(app: App, request: ServiceRequest): Promise<ReplyOptions> {
  const query = readQuery(request.query, ['language'], ['full', 'calculations'])
  const calculations = calculationsWanted(request, query)
  const shopper = await app.host.adapters.identity.shopper(app, request.headers)
  const language = query.get('language') ?? request.language ?? undefined
  return { shopper, calculations, full: isOn(query.get('full')), ...(language !== undefined && { language }) }
}

const reply = (data: ConfigurationReply, status = 200, headers?: Reply['headers']): Reply => json({ data }, status, headers)

/** A token in a path is compared as it came; nothing else about it is read. */
const tokenOf = (request: ServiceRequest): string => request.params.token ?? ''

export function runtimeRoutes(app: App, server: ServerFacts, limits: Required<RuntimeOptions>): readonly Route[] {
  const changes = createLimit(limits.changes, 60)
  const { configurations } = app
  return [
    {
      method: 'POST',
      path: `${runtimeBase}/configurations`,
      access: 'optional',
      body: 'fields',
      async handle(request) {
        const options = await optionsOf(app, request)
        const started = await configurations.start(readStart(request.fields), options)
        return reply(started, 201, { location: `${request.prefix}${runtimeBase}/configurations/${started.configuration}` })
      },
    },
    {
      method: 'GET',
      path: `${runtimeBase}/configurations/:token`,
      access: 'optional',
      handle: async (request) => reply(await configurations.read(tokenOf(request), await optionsOf(app, request))),
    },
    {
      method: 'PATCH',
      path: `${runtimeBase}/configurations/:token`,
      access: 'optional',
      body: 'fields',
      async handle(request) {
        const options = await optionsOf(app, request)
        return reply(await configurations.change(tokenOf(request), readChange(request.fields), options))
      },
    },
    {
      method: 'POST',
      path: `${runtimeBase}/configurations/:token/uploads`,
      access: 'public',
      body: 'stream',
      bodyLimit: uploadLimit,
      async handle(request) {
        const input = readUpload(readQuery(request.query, ['question_id', 'name', 'language']))
        const shopper = await shopperOf(app, request)
        return json({ data: await configurations.upload(tokenOf(request), { ...input, bytes: request.body }, { shopper }) }, 201)
      },
    },
    ...guidanceRoutes(app, runtimeBase),
    {
      method: 'POST',
      path: `${runtimeBase}/configurations/:token/claim`,
      access: 'public',
      body: 'fields-or-none',
      async handle(request) {
        const shopper = await shopperOf(app, request)
        await configurations.claim(tokenOf(request), shopper)
        return reply(await configurations.read(tokenOf(request), { shopper }))
      },
    },
    ...catalogueRoutes(app),
    ...cartRoutes(app, changes),
    ...accountRoutes(app, changes),
    ...lineItemRoutes(app),
    ...signInRoutes(app, server, createLimit(limits.signIns, 60)),
  ]
}
