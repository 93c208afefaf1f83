// Health check of the reverse proxy: whether the public address reaches this service, and whether client addresses are passed on.
import { randomBytes } from 'node:crypto'
import { defineHealthCheck, doubtful, type HealthCheck, type HealthReport, runUntilAborted, sound } from '#core/contract.js'

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
      return doubtful(
        `${address} answers ${response.status}.`,
        'Let the proxy hand on every address below the base URL, unchanged.',
      )
    }
    if (response.headers.get('x-request-id') === requestId) return sound(`${address} leads to the service.`)
    const advice = "Let the proxy hand on 'X-Request-Id' both ways, and look whether another service answers there."
    return doubtful(`${address} answers, and not as this service does.`, advice)
  } catch (error) {
    const { message, cause } = error as Error
    const reason = cause instanceof Error ? cause.message : message
    const advice = 'Look whether svc:serve runs, whether the proxy finds it, and whether the certificate holds.'
    return doubtful(`${address} cannot be reached from this machine: ${reason}.`, advice)
  }
}

/** @param own proxies from the options of `http()`; default is the setting */
export function createProxyHealthCheck(own?: boolean | number | string | readonly string[]): HealthCheck {
  return defineHealthCheck({
    name: 'proxy',
    description: 'Whether the address that callers use leads to the service, and whether their own addresses come along.',
    async examine({ app: { config } }) {
      if (config.baseUrl === null) return [sound('Callers come without a proxy: no base URL is set.')]
      const advice =
        'Say by SVC_TRUST_PROXY how many proxies there are, or name them as `trustProxy` of http() in svc.config.ts: limits count callers by address, and all would be one.'
      const untold = doubtful('A base URL is set, and no proxy is trusted to say who calls.', advice)
      return [await probeAddress(config.baseUrl), ...((own ?? config.trustProxy ?? false) === false ? [untold] : [])]
    },
  })
}
