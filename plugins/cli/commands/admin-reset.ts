// Invalidates the password of an admin account and prints the link for a new one.
import { boolean, NotFoundError, string } from '#core/contract.js'
import { formatAccountLink, requireOwnAccounts, type AdminAccountLink, createAccountLink } from '../account-link.js'
import { defineCliCommand, withoutStarts } from '../command.js'

export const adminReset = defineCliCommand({
  name: 'svc:admin:reset',
  description:
    'Resets the password of an admin account, ends its sessions and prints a link to set a new password. The link is shown only once.',
  positional: ['email'],
  options: {
    email: string('E-mail address', { required: true, trimmed: true }),
    totp: boolean('One-time codes', { help: 'True: they end too, for who has lost the app.' }),
  },
  examples: ['svc:admin:reset ada@example.org', 'svc:admin:reset ada@example.org --totp'],
  text: (link: AdminAccountLink) => formatAccountLink(`The password of account ${link.id} has ended`, link),
  async run({ open, options: { email, totp = false } }) {
    const { toEmailKey } = await import('#core/surface.js')
    const { inProcess } = await import('#core/contract.js')
    const app = await open(withoutStarts)
    requireOwnAccounts(app)
    const accountRecord = (await app.access.admins.list()).find((account) => account.email === toEmailKey(email))
    if (!accountRecord) throw new NotFoundError(`There is no admin account '${email}'. svc:admin:list shows those that exist.`)
    return createAccountLink(app, await app.access.admins.reset(inProcess.grant, accountRecord.id, { totp }))
  },
})
