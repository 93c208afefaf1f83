// The addresses by which people register and sign in, where the service keeps the accounts itself.
import type { App } from '#core/app.js'
import { login, logout, register, requestReset, resetPassword } from '#core/commerce/account/service.js'
import type { Visit } from '#core/commerce/visit.js'
import { NotFoundError, ServiceError } from '#core/ground/errors.js'
import type { Limit } from '../http/limit.js'
import type { Route, ServerFacts, ServiceRequest } from '../http/mount.js'
import { empty, json } from '../http/reply.js'
import { readLogin, readNewPassword, readRegistration, readResetRequest } from './account-input.js'
import { commerceRoutes } from './shopper.js'

const base = '/svc-api/runtime/v1'
/** What a reply that carries a session must not be kept by. */
const unkept = { 'cache-control': 'no-store' }

function sessionOf(request: ServiceRequest): string {
  const session = request.headers['x-svc-shopper']
  if (typeof session === 'string' && session !== '') return session
  throw new ServiceError('AUTHENTICATION_REQUIRED', "Send the session that is to end in the header 'X-Svc-Shopper'.")
}

export function signInRoutes(app: App, server: ServerFacts, limit: Limit): readonly Route[] {
  const visit = (): Visit => app.visit({})
  const resetLink = (token: string): string => `${server.baseUrl()}/account/password?token=${token}`
  const routes: readonly Route[] = [
    {
      method: 'POST',
      path: `${base}/accounts`,
      access: 'public',
      body: 'fields',
      handle: async ({ fields }) => json({ data: await register(visit(), readRegistration(fields)) }, 201, unkept),
    },
    {
      method: 'POST',
      path: `${base}/sessions`,
      access: 'public',
      body: 'fields',
      handle: async ({ fields }) => json({ data: await login(visit(), readLogin(fields)) }, 201, unkept),
    },
    {
      method: 'DELETE',
      path: `${base}/sessions/current`,
      access: 'public',
      async handle(request) {
        await logout(visit(), sessionOf(request))
        return empty(204)
      },
    },
    {
      method: 'POST',
      path: `${base}/password-resets`,
      access: 'public',
      body: 'fields',
      async handle({ fields }) {
        await requestReset(visit(), readResetRequest(fields), resetLink)
        return json(
          { data: { message: 'If there is an account with this address, a mail with a link is on its way to it.' } },
          202,
        )
      },
    },
    {
      method: 'POST',
      path: `${base}/password-resets/:token`,
      access: 'public',
      body: 'fields',
      async handle({ params, fields }) {
        await resetPassword(visit(), params.token ?? '', readNewPassword(fields))
        return empty(204)
      },
    },
  ]
  return commerceRoutes(
    app,
    limit,
    routes.map((route) => ({
      ...route,
      handle(request) {
        if (!app.host.adapters.identity.keepsAccounts)
          throw new NotFoundError('The host owns its accounts: people sign in there.')
        return route.handle(request)
      },
    })),
  )
}
