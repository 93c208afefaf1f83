// Who may enter the admin pages: whoever holds an API token, with what the token grants.
import { momentOf, type AdminGate } from 'product-configurator-service'

export const adminGate: AdminGate = {
  async admit(app, headers) {
    const header = headers['authorization']
    const token = /^bearer +(\S+)$/i.exec(typeof header === 'string' ? header.trim() : '')?.[1]
    if (token === undefined) return null
    const { versions } = await momentOf(app.context, undefined, ['access'])
    return app.tokens.verify(token, versions.get('access') ?? 0)
  },
}
