// Commands for the accounts of the admin pages: list them, invite a person, reset a password.
import {
  dropdown,
  multiselect,
  string,
  boolean,
  createMessage,
  NotFoundError,
  type MessageWriter,
  type AdminAccount,
  type App,
} from '#core/contract.js'
import { inputForms, accessRules, type AdminLink } from '#core/surface.js'
import { defineCliCommand, withoutStarts } from '../command.js'
import { formatResult } from '../result-format.js'

interface AdminAccountLink {
  readonly id: number
  readonly link: string
  /** ISO 8601. */
  readonly expires: string
}

/** Throws NOT_FOUND if the host manages the admin accounts. */
function requireOwnAccounts({ host }: App): void {
  if (host.adapters.adminGate.keepsAccounts === true) return
  throw new NotFoundError(createMessage('commands.hostKeepsAccounts', { name: host.name }))
}

function createAccountLink({ config }: App, { id, secret, expires }: AdminLink): AdminAccountLink {
  const { baseUrl, listenHost, listenPort } = config
  return { id, link: `${baseUrl ?? `http://${listenHost}:${listenPort}`}/svc-admin/invitation?secret=${secret}`, expires }
}

/** @param key the message about the account, with the expiry of the link */
const formatAccountLink = (
  key: 'commands.accountCreated' | 'commands.passwordExpired',
  { id, link, expires }: AdminAccountLink,
  write: MessageWriter,
): string => `${write(createMessage(key, { id: String(id), time: expires }))}\n${link}`

/** Skip the choices here. The invitation validates them and distinguishes unknown from not grantable values. */
const unvalidatedChoices = { choices: () => ({}) }

/** Invites a person to the admin pages and prints the link at which they set a password. */
export const adminInvite = defineCliCommand({
  name: 'svc:admin:invite',
  description: 'Creates an admin account and prints a link to set its password. The link is shown only once.',
  positional: ['email'],
  options: {
    email: inputForms.emailAddress('E-mail address', { required: true }),
    name: string('Name', { trimmed: true, help: 'Name of the person. Default: the e-mail address.' }),
    preset: multiselect('Preset of scopes; can be repeated', unvalidatedChoices, {
      help: `One of ${accessRules.presetsWithScopes}.`,
    }),
    scope: multiselect('Scope; may be repeated', unvalidatedChoices, {
      help: `One of ${accessRules.grantableScopes.join(', ')}.`,
    }),
    language: dropdown('Language of the pages', { choices: { en: 'English', de: 'Deutsch', he: 'עברית' }, help: 'Default: en.' }),
  },
  examples: [
    'svc:admin:invite ada@example.org --preset author',
    'svc:admin:invite bob@example.org --name Bob --preset fulfilment --language de',
  ],
  text: (link: AdminAccountLink, write) => formatAccountLink('commands.accountCreated', link, write),
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

/** Lists the accounts of the admin pages, without secrets. */
export const adminList = defineCliCommand({
  name: 'svc:admin:list',
  description: 'Lists the admin accounts with their scopes and last sign-in.',
  examples: ['svc:admin:list', 'svc:admin:list --json'],
  text: (result: readonly AdminAccount[], write) =>
    result.length === 0 ? write(createMessage('commands.noAccounts')) : formatResult(result),
  async run({ open }) {
    const app = await open(withoutStarts)
    requireOwnAccounts(app)
    return app.access.admins.list()
  },
})

/** Invalidates the password of an admin account and prints the link for a new one. */
export const adminReset = defineCliCommand({
  name: 'svc:admin:reset',
  description:
    'Resets the password of an admin account, ends its sessions and prints a link to set a new password. The link is shown only once.',
  positional: ['email'],
  options: {
    email: string('E-mail address', { required: true, trimmed: true }),
    totp: boolean('One-time codes', { help: 'Also turns off one-time codes, for example after the loss of the app.' }),
  },
  examples: ['svc:admin:reset ada@example.org', 'svc:admin:reset ada@example.org --totp'],
  text: (link: AdminAccountLink, write) => formatAccountLink('commands.passwordExpired', link, write),
  async run({ open, options: { email, totp = false } }) {
    const { toEmailKey } = await import('#core/surface.js')
    const { inProcess } = await import('#core/contract.js')
    const app = await open(withoutStarts)
    requireOwnAccounts(app)
    const accountRecord = (await app.access.admins.list()).find((account) => account.email === toEmailKey(email))
    if (!accountRecord) throw new NotFoundError(createMessage('commands.noAdminAccount', { email }))
    return createAccountLink(app, await app.access.admins.reset(inProcess.grant, accountRecord.id, { totp }))
  },
})
