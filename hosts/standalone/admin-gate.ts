// Who may enter the admin pages: an account of the service by the session in its cookie, or whoever holds an API token.
import { momentOf, type AdminGate } from 'product-configurator-service'

/** The cookie of the admin pages, which is sent to them alone. */
const sessionCookie = /(?:^|;) *svc_admin=([\w-]{1,100}) *(?:;|$)/

const text = (value: string | readonly string[] | undefined): string => (typeof value === 'string' ? value.trim() : '')

export const adminGate: AdminGate = {
  keepsAccounts: true,
  async admit(app, headers) {
    const sent = text(headers['authorization'])
    const token = /^bearer +(\S+)$/i.exec(sent)?.[1]
    if (token === undefined) return app.admins.visitor(sessionCookie.exec(text(headers['cookie']))?.[1] ?? '')
    const { versions } = await momentOf(app.context, undefined, ['access'])
    return app.tokens.verify(token, versions.get('access') ?? 0)
  },
}
