// Health check of the reverse proxy: whether the public address reaches this service, and whether client addresses are passed on.
import { randomBytes } from 'node:crypto'
import {
  defineHealthCheck,
  createWarning,
  type HealthCheck,
  type HealthReport,
  runUntilAborted,
  createSuccess,
  createMessage,
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
        createMessage('checks.proxyStatus', { address, status: String(response.status) }),
        createMessage('checks.proxyStatusAdvice'),
      )
    }
    if (response.headers.get('x-request-id') === requestId) return createSuccess(createMessage('checks.proxyWorks', { address }))
    return createWarning(createMessage('checks.proxyForeign', { address }), createMessage('checks.proxyForeignAdvice'))
  } catch (error) {
    const { message, cause } = error as Error
    const reason = cause instanceof Error ? cause.message : message
    return createWarning(
      createMessage('checks.proxyUnreachable', { address, reason }),
      createMessage('checks.proxyUnreachableAdvice'),
    )
  }
}

/** @param own proxies from the options of `http()`; default is the setting */
export function createProxyHealthCheck(own?: boolean | number | string | readonly string[]): HealthCheck {
  return defineHealthCheck({
    name: 'proxy',
    description: 'The base URL: whether it reaches the service, and whether the addresses of clients are forwarded.',
    async run({ app: { config } }) {
      if (config.baseUrl === null) return [createSuccess(createMessage('checks.noProxy'))]
      const untrusted = createWarning(createMessage('checks.untrustedProxy'), createMessage('checks.untrustedProxyAdvice'))
      return [await probeAddress(config.baseUrl), ...((own ?? config.trustProxy ?? false) === false ? [untrusted] : [])]
    },
  })
}
