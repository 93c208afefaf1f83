// Routes for liveness, which performs no checks, and readiness, which returns the service's state cached for one second.
import type { Readiness } from '#core/app.js'
import { bearerToken } from './bearer.js'
import type { Route, ServiceRequest } from './mount.js'
import { HttpRefusal } from './problem.js'
import { json } from './reply.js'
import type { Service } from './service.js'

const stopped: Readiness = { ready: false, checks: { service: 'The service is stopping.' } }
const unknown: Readiness = { ready: false, checks: { service: 'Asking for the state failed.' } }

/**
 * @param stopping true as soon as the shutdown begins
 */
export function healthRoutes(service: Service, stopping: () => boolean): readonly Route[] {
  const live = json({ status: 'live' })
  return [
    { method: 'GET', path: '/health/live', access: 'public', prefixed: false, handle: () => live },
    {
      method: 'GET',
      path: '/health/ready',
      access: 'public',
      prefixed: false,
      async handle(request) {
        const state = await stateOf(service, stopping)
        const details = (await maySeeDetails(service, request)) ? { checks: state.checks } : {}
        if (state.ready) return json({ status: 'ready', ...details })
        const reasons = 'checks' in details ? ` ${JSON.stringify(details.checks)}` : ''
        throw new HttpRefusal('NOT_READY', `The service is not ready.${reasons}`, { 'retry-after': '1' })
      },
    },
  ]
}

/** Whether the service can handle requests, with the failed checks. */
export async function stateOf(service: Service, stopping: () => boolean): Promise<Readiness> {
  return stopping() ? stopped : service.ready().catch(() => unknown)
}

/** Verifies the token here instead of through `access`: an unavailable database must end as 503, not as a failed look-up. */
async function maySeeDetails(service: Service, request: ServiceRequest): Promise<boolean> {
  const token = bearerToken(request.headers, [])
  if (token === null) return false
  try {
    return (await service.verify(token, await service.moment()))?.grant.allows('system:read') ?? false
  } catch {
    return false
  }
}
