// Origin checks: reject requests that a page of another site sends, and requests for a host name of another site.
import { createMessage, ServiceError } from '#core/contract.js'
import type { IncomingHttpHeaders } from 'node:http'
import type { AllowedOrigins } from './cors.js'

const localHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Trusted addresses: pages from them may send unsafe requests. */
export interface TrustedOrigins {
  readonly baseUrl: () => string
  /** False if the base URL is only the listening address. Then the address that the browser used counts. */
  readonly isBaseUrlSet: boolean
  readonly embedOrigins: AllowedOrigins
}

function parseUrl(url: string): URL | null {
  return URL.canParse(url) ? new URL(url) : null
}

function shortenForMessage(text: string | undefined): string {
  return (text ?? '').slice(0, 100)
}

/**
 * Throws ORIGIN_NOT_ALLOWED for an unsafe request that a page of another site sends. A proxy of the host may turn the visitor's
 * cookie into an assertion, so a form on another site would otherwise act as the visitor. Servers send neither header and pass.
 * @param host as the client sent it, through trusted proxies
 */
export function assertTrustedOrigin(
  headers: IncomingHttpHeaders,
  host: string | undefined,
  { baseUrl, isBaseUrlSet, embedOrigins }: TrustedOrigins,
): void {
  const { origin } = headers
  if (origin === undefined) return assertNotCrossSite(headers)
  const own = parseUrl(baseUrl())
  if (origin === own?.origin || embedOrigins.has(origin)) return
  const sender = parseUrl(origin)
  if (sender && sender.host === host && (!isBaseUrlSet || localHosts.has(sender.hostname))) return
  throw new ServiceError(
    'ORIGIN_NOT_ALLOWED',
    createMessage('errors.originMayNotChange', { origin: shortenForMessage(origin), own: own?.origin ?? baseUrl() }),
  )
}

/**
 * Throws ORIGIN_NOT_ALLOWED unless Host, and Origin if sent, belong to the base URL or to this machine.
 * @param host as the client sent it, through trusted proxies
 */
export function assertOwnOrigin(headers: IncomingHttpHeaders, host: string | undefined, baseUrl: string): void {
  const own = parseUrl(baseUrl)
  const hostUrl = host === undefined ? null : parseUrl(`http://${host}`)
  if (hostUrl === null || !(localHosts.has(hostUrl.hostname) || hostUrl.hostname === own?.hostname)) {
    throw new ServiceError(
      'ORIGIN_NOT_ALLOWED',
      createMessage('errors.hostNotServed', { host: shortenForMessage(host), own: baseUrl }),
    )
  }
  const { origin } = headers
  if (origin === undefined) return assertNotCrossSite(headers)
  const sender = parseUrl(origin)
  if (sender === null || !(localHosts.has(sender.hostname) || sender.origin === own?.origin)) {
    throw new ServiceError(
      'ORIGIN_NOT_ALLOWED',
      createMessage('errors.originRefused', { origin: shortenForMessage(origin), own: own?.origin ?? baseUrl }),
    )
  }
}

/** Browsers send `Sec-Fetch-Site` even where they omit Origin. */
function assertNotCrossSite(headers: IncomingHttpHeaders): void {
  if (headers['sec-fetch-site'] !== 'cross-site') return
  throw new ServiceError('ORIGIN_NOT_ALLOWED', createMessage('errors.otherSiteRefused'))
}
