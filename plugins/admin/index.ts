// The admin as a mount: its pages at /svc-admin/ and their JSON API below /svc-admin/api/.
import type { Mount } from '../http/mount.js'
import type { AdminOptions } from './routes.js'

export function admin(options: AdminOptions = {}): Mount {
  return {
    name: 'admin',
    page: { label: 'Admin', path: '/svc-admin/' },
    async welcome(app, baseUrl) {
      if (app.host.adapters.adminGate.keepsAccounts !== true) return null
      // If migrations are frozen, the tables may not exist yet.
      if (!(await app.operations.ready()).ready) return null
      const link = await app.access.admins.createFirstLink()
      return link && { label: 'Create the first account', text: `${baseUrl}/svc-admin/first-account?secret=${link.secret}` }
    },
    async routes(app, server) {
      const { createAdminRoutes } = await import('./routes.js')
      return createAdminRoutes(app, server, options)
    },
  }
}
