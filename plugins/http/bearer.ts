// Finds the bearer token in a request's head (spec 5.1) and words the two refusals.
import type { IncomingHttpHeaders } from 'node:http'
import { HttpRefusal } from './problem.js'

/** `Bearer <rest>`; any other scheme is no token for this service. */
const bearerScheme = /^bearer(?: +(.*))?$/i

/** What follows the Bearer scheme ('' for a scheme without token), or null where the header holds none. */
function bearerOf(header: string | string[] | undefined): string | null {
  const text = Array.isArray(header) ? header[0] : header
  if (text === undefined) return null
  const match = bearerScheme.exec(text.trim())
  return match ? (match[1] ?? '').trim() : null
}

/** The token that was sent: `Authorization`, else `X-Redirect-Authorization`, else the raw header list; null for none. */
export function bearerToken(headers: IncomingHttpHeaders, rawHeaders: readonly string[]): string | null {
  return bearerOf(headers.authorization) ?? bearerOf(headers['x-redirect-authorization']) ?? fromRawHeaders(rawHeaders)
}

/** Servers and proxies in front may rename the header (`Redirect_Http_Authorization`) or repeat it; only the raw list shows that. */
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

/** One refusal for malformed, unknown, wrong, revoked and expired tokens. */
export function authenticationFailed(): HttpRefusal {
  return new HttpRefusal(
    'AUTHENTICATION_FAILED',
    'The bearer token was not accepted. Check that the whole token was sent, or mint a new one.',
    {
      'www-authenticate': `${realm}, error="invalid_token"`,
    },
  )
}
