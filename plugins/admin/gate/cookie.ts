// The session cookie: limited to the admin's addresses, hidden from scripts, never sent from other sites.
import type { ServerFacts } from '../../http/mount.js'

const cookie = (server: ServerFacts, value: string, rest = ''): Readonly<Record<string, string>> => {
  const secure = server.baseUrl().startsWith('https:') ? '; Secure' : ''
  return {
    'set-cookie': `svc_admin=${value}; Path=${server.pathTo('/svc-admin/')}; HttpOnly; SameSite=Strict${secure}${rest}`,
  }
}

/** The header that sets the session cookie. It lasts until the browser closes or the server ends the session. */
export const sessionCookie = (server: ServerFacts, token: string): Readonly<Record<string, string>> => cookie(server, token)

/** The header that deletes the cookie. */
export const noCookie = (server: ServerFacts): Readonly<Record<string, string>> => cookie(server, '', '; Max-Age=0')
