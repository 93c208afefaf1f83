// The cookie of a session: for the admin's own addresses alone, out of reach of scripts, never sent from other sites.
import type { ServerFacts } from '../../http/mount.js'

const cookie = (server: ServerFacts, value: string, rest = ''): Readonly<Record<string, string>> => {
  const secure = server.baseUrl().startsWith('https:') ? '; Secure' : ''
  return {
    'set-cookie': `svc_admin=${value}; Path=${server.pathTo('/svc-admin/')}; HttpOnly; SameSite=Strict${secure}${rest}`,
  }
}

/** The header that opens a session in a browser; it ends with the browser, or when the service says so. */
export const sessionCookie = (server: ServerFacts, token: string): Readonly<Record<string, string>> => cookie(server, token)

/** The header that takes it out of the browser. */
export const noCookie = (server: ServerFacts): Readonly<Record<string, string>> => cookie(server, '', '; Max-Age=0')
