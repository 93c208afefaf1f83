// Handlers for admin accounts: listing needs the scope system:read, changes need system:write.
import { prepareInput } from '#core/action/input.js'
import { requireScopes } from '#core/foundation/access/require.js'
import { NotFoundError, ValidationError } from '#core/foundation/errors.js'
import { emailAddress } from '#core/model/entity/groups.js'
import { boolean } from '#core/model/properties/boolean.js'
import { multiselect } from '#core/model/properties/multiselect.js'
import { string } from '#core/model/properties/string.js'
import type { AdminAccount } from '#core/storage/admin/define.js'
import { empty, json, type Reply } from '../../http/reply.js'
import { type AdminScope, adminRoot } from '../gate/scope.js'
import { adminLanguageChoice, presetsOf, requireOwnAccounts, words } from './session.js'
import type { AccountRow, InvitationLink } from './shape.js'

/** Accepts any value here. The code that assigns scopes validates them, with more specific messages. */
const judgedLater = { choices: () => ({}) }

const rights = { scopes: multiselect('Scopes', judgedLater), presets: multiselect('Presets', judgedLater) }

const shown = (account: AdminAccount): AccountRow => ({ ...account, presets: presetsOf(account.scopes) })

/** The account's id. Throws NOT_FOUND for text that cannot be an id. */
function idOf({ request }: AdminScope): number {
  const id = request.params['id'] ?? ''
  if (/^[1-9]\d{0,14}$/.test(id)) return Number(id)
  throw new NotFoundError(`There is no admin account '${id.slice(0, 40)}'.`)
}

/** The page where an invited person sets their password. */
export const invitationLink = (baseUrl: string, secret: string): string => `${baseUrl}${adminRoot}/invitation?secret=${secret}`

export async function listAccounts(scope: AdminScope): Promise<Reply> {
  requireOwnAccounts(scope)
  requireScopes(scope.visitor.grant, ['system:read'])
  const accounts = await import('#core/storage/admin/accounts.js')
  return json((await accounts.listAccounts(scope.app.context)).map(shown))
}

const invitationInput = {
  email: emailAddress('E-mail', { required: true }),
  name: string('Name', { required: true, trimmed: true }),
  language: adminLanguageChoice,
  ...rights,
}

export async function inviteAccount(scope: AdminScope): Promise<Reply> {
  requireOwnAccounts(scope)
  requireScopes(scope.visitor.grant, ['system:write'])
  const { invite } = await import('#core/storage/admin/accounts.js')
  const input = prepareInput(invitationInput, scope.request.fields, words('the invitation'))
  const { id, secret, expires } = await invite(scope.app.context, scope.visitor.grant, input)
  return json({ id, link: invitationLink(scope.server.baseUrl(), secret), expires } satisfies InvitationLink, 201)
}

const changeInput = { name: string('Name', { trimmed: true }), active: boolean('Active'), ...rights }

/** Nobody can lock themselves out or change their own rights. */
function refuseOwn({ visitor }: AdminScope, id: number, field: string): void {
  if (visitor.session?.account.id !== id) return
  throw ValidationError.of(field, 'This is your own account. Somebody else with the scope system:write can do this.')
}

export async function changeAccountOf(scope: AdminScope): Promise<Reply> {
  requireOwnAccounts(scope)
  requireScopes(scope.visitor.grant, ['system:write'])
  const id = idOf(scope)
  const change = prepareInput(changeInput, scope.request.fields, words('the account'))
  for (const field of ['active', 'scopes', 'presets'] as const) if (change[field] !== undefined) refuseOwn(scope, id, field)
  const accounts = await import('#core/storage/admin/accounts.js')
  return json(shown(await accounts.changeAccount(scope.app.context, scope.visitor.grant, id, change)))
}

export async function removeAccountOf(scope: AdminScope): Promise<Reply> {
  requireOwnAccounts(scope)
  requireScopes(scope.visitor.grant, ['system:write'])
  const id = idOf(scope)
  refuseOwn(scope, id, 'id')
  const { removeAccount } = await import('#core/storage/admin/accounts.js')
  await removeAccount(scope.app.context, scope.visitor.grant, id)
  return empty(204)
}

export async function resetAccountOf(scope: AdminScope): Promise<Reply> {
  requireOwnAccounts(scope)
  requireScopes(scope.visitor.grant, ['system:write'])
  const id = idOf(scope)
  refuseOwn(scope, id, 'id')
  const input = prepareInput({ totp: boolean('One-time codes') }, scope.request.fields, words('the reset'))
  const { resetAccount } = await import('#core/storage/admin/accounts.js')
  const { secret, expires } = await resetAccount(scope.app.context, scope.visitor.grant, id, input)
  return json({ id, link: invitationLink(scope.server.baseUrl(), secret), expires } satisfies InvitationLink, 201)
}
