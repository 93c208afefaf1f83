// Health check of the reverse proxy: whether the public address reaches this service, and whether client addresses are passed on.
import { randomBytes } from 'node:crypto'
import {
  defineHealthCheck,
  createWarning,
  type HealthCheck,
  type HealthReport,
  runUntilAborted,
  createSuccess,
} from '#core/contract.js'

/** Milliseconds. */
const probeTimeout = 5_000

async function probeAddress(baseUrl: string): Promise<HealthReport> {
  const requestId = `doctor-${randomBytes(8).toString('hex')}`
  const address = `${baseUrl}/health/live`
  try {
    const end = AbortSignal.timeout(probeTimeout)
    const response = await runUntilAborted(end, async () => {
      const answer = await fetch(address, { headers: { 'x-request-id': requestId }, redirect: 'manual', signal: end })
      await answer.arrayBuffer()
      return answer
    })
    if (response.status !== 200) {
      return createWarning(
        `${address} responds with ${response.status}.`,
        'Configure the proxy to forward all paths below the base URL unchanged.',
      )
    }
    if (response.headers.get('x-request-id') === requestId) return createSuccess(`${address} reaches the service.`)
    const advice =
      "Configure the proxy to forward 'X-Request-Id' in both directions, and check that no other service responds there."
    return createWarning(`${address} responds, but not like this service.`, advice)
  } catch (error) {
    const { message, cause } = error as Error
    const reason = cause instanceof Error ? cause.message : message
    const advice = 'Check that svc:serve runs, that the proxy can reach it, and that the certificate is valid.'
    return createWarning(`${address} cannot be reached from this machine: ${reason}.`, advice)
  }
}

/** @param own proxies from the options of `http()`; default is the setting */
export function createProxyHealthCheck(own?: boolean | number | string | readonly string[]): HealthCheck {
  return defineHealthCheck({
    name: 'proxy',
    description: 'The base URL: whether it reaches the service, and whether the addresses of clients are forwarded.',
    async run({ app: { config } }) {
      if (config.baseUrl === null) return [createSuccess('No base URL is set. Clients connect without a proxy.')]
      const advice =
        'Set SVC_TRUST_PROXY to the number of proxies, or list them as `trustProxy` of http() in svc.config.ts. Otherwise all clients share one rate limit.'
      const untrusted = createWarning('A base URL is set, but no proxy is trusted to forward the addresses of clients.', advice)
      return [await probeAddress(config.baseUrl), ...((own ?? config.trustProxy ?? false) === false ? [untrusted] : [])]
    },
  })
}
