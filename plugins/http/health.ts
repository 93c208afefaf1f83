// The two health addresses: alive without any I/O, ready with the database and migrations asked at most once a second.
import type { App, Readiness } from './service.js'
import { HttpRefusal } from './problem.js'
import type { Route } from './mount.js'
import { json } from './reply.js'

const cacheMilliseconds = 1000
const stopped: Readiness = { ready: false, checks: { service: 'The service is stopping.' } }
const unknown: Readiness = { ready: false, checks: { service: 'Asking for the state failed.' } }

/**
 * @param stopping true from the moment when the service was told to stop
 */
export function healthRoutes(app: App, stopping: () => boolean): readonly Route[] {
  let asked = { at: -Infinity, answer: Promise.resolve(stopped) }
  const readiness = (): Promise<Readiness> => {
    const now = performance.now()
    if (now - asked.at >= cacheMilliseconds) asked = { at: now, answer: app.readiness().catch(() => unknown) }
    return asked.answer
  }
  const live = json({ status: 'live' })
  return [
    { method: 'GET', path: '/health/live', access: 'public', prefixed: false, handle: () => live },
    {
      method: 'GET',
      path: '/health/ready',
      access: 'optional',
      prefixed: false,
      async handle(request) {
        const state = stopping() ? stopped : await readiness()
        const details = request.caller?.grant.allows('system:read') ? { checks: state.checks } : {}
        if (state.ready) return json({ status: 'ready', ...details })
        const reasons = 'checks' in details ? ` ${JSON.stringify(details.checks)}` : ''
        throw new HttpRefusal('NOT_READY', `The service is not ready.${reasons}`, { 'retry-after': '1' })
      },
    },
  ]
}
