// The session cookie: limited to the admin's addresses, hidden from scripts, never sent from other sites.
import type { ServerInfo } from '../../http/mount.js'

const createCookieHeader = (server: ServerInfo, value: string, rest = ''): Readonly<Record<string, string>> => {
  const secure = server.baseUrl().startsWith('https:') ? '; Secure' : ''
  return {
    'set-cookie': `svc_admin=${value}; Path=${server.pathTo('/svc-admin/')}; HttpOnly; SameSite=Strict${secure}${rest}`,
  }
}

/** The header that sets the session cookie. It lasts until the browser closes or the server ends the session. */
export const createSessionCookie = (server: ServerInfo, token: string): Readonly<Record<string, string>> =>
  createCookieHeader(server, token)

/** The header that deletes the cookie. */
export const createExpiredCookie = (server: ServerInfo): Readonly<Record<string, string>> =>
  createCookieHeader(server, '', '; Max-Age=0')
