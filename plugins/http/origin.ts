// Refuses requests that a foreign page or a rebound host name sends (routes with `ownOrigin`).
import { ServiceError } from '#core/ground/errors.js'

const localHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

function parsed(url: string): URL | null {
  return URL.canParse(url) ? new URL(url) : null
}

/**
 * Throws ORIGIN_NOT_ALLOWED unless Host, and Origin where it is sent, belong to the base URL or this machine.
 * @param host as the client sent it, through trusted proxies
 */
export function assertOwnOrigin(origin: string | undefined, host: string | undefined, baseUrl: string): void {
  const own = parsed(baseUrl)
  const hostUrl = host === undefined ? null : parsed(`http://${host}`)
  if (hostUrl === null || !(localHosts.has(hostUrl.hostname) || hostUrl.hostname === own?.hostname)) {
    throw new ServiceError(
      'ORIGIN_NOT_ALLOWED',
      `This service does not answer for the host '${shown(host)}'. Call it under '${baseUrl}'.`,
    )
  }
  if (origin === undefined) return
  const sender = parsed(origin)
  if (sender === null || !(localHosts.has(sender.hostname) || sender.origin === own?.origin)) {
    throw new ServiceError(
      'ORIGIN_NOT_ALLOWED',
      `Requests from the origin '${shown(origin)}' are not allowed. Send none, or '${own?.origin ?? baseUrl}'.`,
    )
  }
}

function shown(text: string | undefined): string {
  return (text ?? '').slice(0, 100)
}
