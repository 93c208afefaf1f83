// Finds the bearer token in the headers of a request and creates the two authentication errors.
import { createMessage } from '#core/contract.js'
import type { IncomingHttpHeaders } from 'node:http'
import { HttpError } from './problem-reply.js'

/** `Bearer <rest>`. The service ignores all other schemes. */
const bearerPattern = /^bearer(?: +(.*))?$/i

/** The text after the Bearer scheme: '' for a scheme without a token, null if the header has no Bearer scheme. */
function parseBearerHeader(header: string | string[] | undefined): string | null {
  const text = Array.isArray(header) ? header[0] : header
  if (text === undefined) return null
  const match = bearerPattern.exec(text.trim())
  return match ? (match[1] ?? '').trim() : null
}

/** Returns the token from `Authorization`, then `X-Redirect-Authorization`, then the raw header list. Returns null if there is none. */
export function findBearerToken(headers: IncomingHttpHeaders, rawHeaders: readonly string[]): string | null {
  return (
    parseBearerHeader(headers.authorization) ??
    parseBearerHeader(headers['x-redirect-authorization']) ??
    findTokenInRawHeaders(rawHeaders)
  )
}

/** Web servers and proxies may rename the header (`Redirect_Http_Authorization`) or repeat it. Only the raw list shows that. */
function findTokenInRawHeaders(rawHeaders: readonly string[]): string | null {
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!.toLowerCase().replaceAll('_', '-')
    if (!name.endsWith('authorization') || !/^(redirect-|http-)*authorization$/.test(name)) continue
    const token = parseBearerHeader(rawHeaders[i + 1])
    if (token !== null) return token
  }
  return null
}

const bearerRealm = 'Bearer realm="svc-api"'

export function createAuthenticationRequiredError(): HttpError {
  return new HttpError('AUTHENTICATION_REQUIRED', createMessage('errors.bearerTokenRequired'), {
    'www-authenticate': bearerRealm,
  })
}

/** The same error for malformed, unknown, wrong, revoked and expired tokens. */
export function createAuthenticationFailedError(): HttpError {
  return new HttpError('AUTHENTICATION_FAILED', createMessage('errors.bearerTokenRefused'), {
    'www-authenticate': `${bearerRealm}, error="invalid_token"`,
  })
}
