// Invalidates the in-memory caches of all processes by raising the cache versions.
import { defineAction } from './define-action.js'
import { grantableScopes } from '../foundation/access.js'
import { unit } from '../storage/unit-of-work/transaction.js'

export const clearCache = defineAction({
  name: 'clear-cache',
  description:
    'Clears the catalog, assignment and rendered-string caches of all processes; use it after changes outside the service.',
  input: {},
  maintenance: true,
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  needs: { any: grantableScopes.filter((scope) => scope.endsWith(':write')) },
  command: 'svc:cache:clear',
  outdatesProcesses: true,
  async run({ context }) {
    await unit(context.database, (u) => Promise.resolve(u.changeSet.raiseAllVersions()))
    context.caches.clear()
    return { cleared: true }
  },
})
