// Lists the accounts of the admin pages, without secrets.
import type { AdminAccount } from '#core/contract.js'
import { requireOwnAccounts } from '../account-link.js'
import { defineCliCommand, withoutStarts } from '../command.js'
import { formatResult } from '../result-format.js'

export const adminList = defineCliCommand({
  name: 'svc:admin:list',
  description: 'Lists the admin accounts with their scopes and last sign-in.',
  examples: ['svc:admin:list', 'svc:admin:list --json'],
  text: (result: readonly AdminAccount[]) => (result.length === 0 ? 'There are no admin accounts.' : formatResult(result)),
  async run({ open }) {
    const app = await open(withoutStarts)
    requireOwnAccounts(app)
    return app.access.admins.list()
  },
})
