// Invalidates the password of an admin account and prints the link for a new one.
import { boolean } from '#core/model/properties/boolean.js'
import { string } from '#core/model/properties/string.js'
import { NotFoundError } from '#core/foundation/errors.js'
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
    const { toEmailKey } = await import('#core/foundation/email-address.js')
    const { inProcess } = await import('#core/foundation/access/caller.js')
    const { listAccounts, resetAccount } = await import('#core/storage/admin/accounts.js')
    const app = await open(withoutStarts)
    requireOwnAccounts(app)
    const accountRecord = (await listAccounts(app.context)).find((account) => account.email === toEmailKey(email))
    if (!accountRecord) throw new NotFoundError(`There is no admin account '${email}'. svc:admin:list shows those that exist.`)
    return createAccountLink(app, await resetAccount(app.context, inProcess.grant, accountRecord.id, { totp }))
  },
})
