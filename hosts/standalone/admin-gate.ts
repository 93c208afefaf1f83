// Admin access: a signed-in admin account (session cookie) or an API token.
import { getVersionedSnapshot, type AdminGate } from 'product-configurator-service'

/** Session cookie of the admin pages. Browsers send it to the admin's path only. */
const sessionCookie = /(?:^|;) *svc_admin=([\w-]{1,100}) *(?:;|$)/

const text = (value: string | readonly string[] | undefined): string => (typeof value === 'string' ? value.trim() : '')

export const adminGate: AdminGate = {
  keepsAccounts: true,
  async admit(app, headers) {
    const authorization = text(headers['authorization'])
    const token = /^bearer +(\S+)$/i.exec(authorization)?.[1]
    if (token === undefined) return app.access.admins.visitor(sessionCookie.exec(text(headers['cookie']))?.[1] ?? '')
    const { versions } = await getVersionedSnapshot(app.context, undefined, ['access'])
    return app.access.tokens.verify(token, versions.get('access') ?? 0)
  },
}
