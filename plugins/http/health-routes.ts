// Routes for liveness, which performs no checks, and readiness, which returns the service's state cached for one second.
import { findErrorLanguage, writeMessage } from './error-language.js'
import { createMessage, type ServiceReadiness } from '#core/contract.js'
import { findBearerToken } from './bearer-token.js'
import type { Route, ServiceRequest } from './mount.js'
import { HttpError } from './problem-reply.js'
import { createJsonReply } from './reply.js'
import type { Service } from './service.js'

const stoppingReadiness: ServiceReadiness = { ready: false, checks: { service: createMessage('checks.stopping') } }
const unknownReadiness: ServiceReadiness = { ready: false, checks: { service: createMessage('checks.stateUnknown') } }

/**
 * @param stopping true as soon as the shutdown begins
 */
export function createHealthRoutes(service: Service, stopping: () => boolean): readonly Route[] {
  const live = createJsonReply({ status: 'live' })
  return [
    { method: 'GET', path: '/health/live', access: 'public', prefixed: false, handle: () => live },
    {
      method: 'GET',
      path: '/health/ready',
      access: 'public',
      prefixed: false,
      async handle(request) {
        const state = await readServiceReadiness(service, stopping)
        const details = (await canSeeDetails(service, request)) ? { checks: writeChecks(service, request, state) } : {}
        if (state.ready) return createJsonReply({ status: 'ready', ...details })
        const reasons = 'checks' in details ? ` ${JSON.stringify(details.checks)}` : ''
        throw new HttpError('NOT_READY', createMessage('errors.notReady', { reasons }), { 'retry-after': '1' })
      },
    },
  ]
}

/** Whether the service can handle requests, with the failed checks. */
export async function readServiceReadiness(service: Service, stopping: () => boolean): Promise<ServiceReadiness> {
  return stopping() ? stoppingReadiness : service.ready().catch(() => unknownReadiness)
}

/** The checks in the language of the request. */
function writeChecks({ app }: Service, request: ServiceRequest, { checks }: ServiceReadiness): Readonly<Record<string, string>> {
  const { registry } = app.context
  const language = findErrorLanguage(request, registry)
  return Object.fromEntries(Object.entries(checks).map(([name, text]) => [name, writeMessage(text, registry, language)]))
}

/** Verifies the token here instead of through `access`: an unavailable database must end as 503, not as a failed look-up. */
async function canSeeDetails(service: Service, request: ServiceRequest): Promise<boolean> {
  const token = findBearerToken(request.headers, [])
  if (token === null) return false
  try {
    return (await service.verify(token, await service.versionedSnapshot()))?.grant.allows('system:read') ?? false
  } catch {
    return false
  }
}
