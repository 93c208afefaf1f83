// Finds the bearer token in the headers of a request (spec 5.1) and creates the two authentication errors.
import type { IncomingHttpHeaders } from 'node:http'
import { HttpRefusal } from './problem.js'

/** `Bearer <rest>`. The service ignores all other schemes. */
const bearerScheme = /^bearer(?: +(.*))?$/i

/** The text after the Bearer scheme: '' for a scheme without a token, null if the header has no Bearer scheme. */
function bearerOf(header: string | string[] | undefined): string | null {
  const text = Array.isArray(header) ? header[0] : header
  if (text === undefined) return null
  const match = bearerScheme.exec(text.trim())
  return match ? (match[1] ?? '').trim() : null
}

/** Returns the token from `Authorization`, then `X-Redirect-Authorization`, then the raw header list. Returns null if there is none. */
export function bearerToken(headers: IncomingHttpHeaders, rawHeaders: readonly string[]): string | null {
  return bearerOf(headers.authorization) ?? bearerOf(headers['x-redirect-authorization']) ?? fromRawHeaders(rawHeaders)
}

/** Web servers and proxies may rename the header (`Redirect_Http_Authorization`) or repeat it. Only the raw list shows that. */
function fromRawHeaders(rawHeaders: readonly string[]): string | null {
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!.toLowerCase().replaceAll('_', '-')
    if (!name.endsWith('authorization') || !/^(redirect-|http-)*authorization$/.test(name)) continue
    const token = bearerOf(rawHeaders[i + 1])
    if (token !== null) return token
  }
  return null
}

const realm = 'Bearer realm="svc-api"'

export function authenticationRequired(): HttpRefusal {
  return new HttpRefusal(
    'AUTHENTICATION_REQUIRED',
    'This address needs a bearer token. Send the header "Authorization: Bearer <token>".',
    {
      'www-authenticate': realm,
    },
  )
}

/** The same error for malformed, unknown, wrong, revoked and expired tokens. */
export function authenticationFailed(): HttpRefusal {
  return new HttpRefusal(
    'AUTHENTICATION_FAILED',
    'The bearer token was not accepted. Check that the whole token was sent, or mint a new one.',
    {
      'www-authenticate': `${realm}, error="invalid_token"`,
    },
  )
}
