// Invites a person to the admin pages and prints the link at which they set a password.
import { dropdown, multiselect, string } from '#core/contract.js'
import { emailAddress, grantableScopes, presetsWithScopes } from '#core/surface.js'
import { formatAccountLink, requireOwnAccounts, type AdminAccountLink, createAccountLink } from '../account-link.js'
import { defineCliCommand, withoutStarts } from '../command.js'

/** Skip the choices here. The invitation validates them and distinguishes unknown from not grantable values. */
const unvalidatedChoices = { choices: () => ({}) }

export const adminInvite = defineCliCommand({
  name: 'svc:admin:invite',
  description: 'Creates an admin account and prints a link to set its password. The link is shown only once.',
  positional: ['email'],
  options: {
    email: emailAddress('E-mail address', { required: true }),
    name: string('Name', { trimmed: true, help: 'Of the person; the address if left out.' }),
    preset: multiselect('Set of scopes; may be repeated', unvalidatedChoices, { help: `One of ${presetsWithScopes}.` }),
    scope: multiselect('Scope; may be repeated', unvalidatedChoices, { help: `One of ${grantableScopes.join(', ')}.` }),
    language: dropdown('Language of the pages', { choices: { en: 'English', de: 'Deutsch' }, help: 'English if left out.' }),
  },
  examples: [
    'svc:admin:invite ada@example.org --preset author',
    'svc:admin:invite bob@example.org --name Bob --preset fulfilment --language de',
  ],
  text: (link: AdminAccountLink) => formatAccountLink(`Account ${link.id} created`, link),
  async run({ open, options: { email, name = email, preset = [], scope = [], language } }) {
    const { inProcess } = await import('#core/contract.js')
    const app = await open(withoutStarts)
    requireOwnAccounts(app)
    return createAccountLink(
      app,
      await app.access.admins.invite(inProcess.grant, {
        email,
        name,
        presets: preset,
        scopes: scope,
        ...(language && { language }),
      }),
    )
  },
})
