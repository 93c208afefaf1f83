// Admin accounts and API tokens: listing needs system:read, changes need system:write. No caller can grant scopes that they lack.
import { type AdminAccount, boolean, createMessage, multiselect, NotFoundError, string, ValidationError } from '#core/contract.js'
import { requireScopes, inputForms } from '#core/surface.js'
import { createEmptyReply, createJsonReply, type Reply } from '../../http/reply.js'
import { type AdminScope, adminRoot } from '../gate/admin-scope.js'
import { adminLanguageChoice, listIncludedPresets, requireServiceAccounts, createInputWords } from './session.js'
import type { AdminAccountRow, InvitationLink, NewToken } from './account-shape.js'

/** Accepts any value here. The code that assigns scopes validates them, with more specific messages. */
const uncheckedChoices = { choices: () => ({}) }

const rightsInput = { scopes: multiselect('Scopes', uncheckedChoices), presets: multiselect('Presets', uncheckedChoices) }

const toAccountRow = (account: AdminAccount): AdminAccountRow => ({ ...account, presets: listIncludedPresets(account.scopes) })

/** The account's id. Throws NOT_FOUND for text that cannot be an id. */
function requireAccountId({ request }: AdminScope): number {
  const id = request.params['id'] ?? ''
  if (/^[1-9]\d{0,14}$/.test(id)) return Number(id)
  throw new NotFoundError(createMessage('errors.noAdminAccountNamed', { id: id.slice(0, 40) }))
}

/** The page where an invited person sets their password. */
const toInvitationLink = (baseUrl: string, secret: string): string => `${baseUrl}${adminRoot}/invitation?secret=${secret}`

export async function listAdminAccounts(scope: AdminScope): Promise<Reply> {
  requireServiceAccounts(scope)
  requireScopes(scope.caller.grant, ['system:read'])
  return createJsonReply((await scope.app.access.admins.list()).map(toAccountRow))
}

const invitationInput = {
  email: inputForms.emailAddress('E-mail', { required: true }),
  name: string('Name', { required: true, trimmed: true }),
  language: adminLanguageChoice,
  ...rightsInput,
}

export async function inviteAccount(scope: AdminScope): Promise<Reply> {
  requireServiceAccounts(scope)
  requireScopes(scope.caller.grant, ['system:write'])
  const input = inputForms.prepareInput(
    invitationInput,
    scope.request.fields,
    createInputWords(createMessage('errors.ownerInvitation')),
  )
  const { id, secret, expires } = await scope.app.access.admins.invite(scope.caller.grant, input)
  return createJsonReply({ id, link: toInvitationLink(scope.server.baseUrl(), secret), expires } satisfies InvitationLink, 201)
}

const changeInput = { name: string('Name', { trimmed: true }), active: boolean('Active'), ...rightsInput }

/** Users can neither lock themselves out nor change their own rights. */
function refuseOwnAccount({ caller }: AdminScope, id: number, field: string): void {
  if (caller.session?.account.id !== id) return
  throw ValidationError.of(field, createMessage('errors.ownAccount'))
}

export async function changeOtherAccount(scope: AdminScope): Promise<Reply> {
  requireServiceAccounts(scope)
  requireScopes(scope.caller.grant, ['system:write'])
  const id = requireAccountId(scope)
  const change = inputForms.prepareInput(
    changeInput,
    scope.request.fields,
    createInputWords(createMessage('errors.ownerAccount')),
  )
  for (const field of ['active', 'scopes', 'presets'] as const)
    if (change[field] !== undefined) refuseOwnAccount(scope, id, field)
  return createJsonReply(toAccountRow(await scope.app.access.admins.change(scope.caller.grant, id, change)))
}

export async function removeOtherAccount(scope: AdminScope): Promise<Reply> {
  requireServiceAccounts(scope)
  requireScopes(scope.caller.grant, ['system:write'])
  const id = requireAccountId(scope)
  refuseOwnAccount(scope, id, 'id')
  await scope.app.access.admins.remove(scope.caller.grant, id)
  return createEmptyReply(204)
}

export async function resetOtherAccount(scope: AdminScope): Promise<Reply> {
  requireServiceAccounts(scope)
  requireScopes(scope.caller.grant, ['system:write'])
  const id = requireAccountId(scope)
  refuseOwnAccount(scope, id, 'id')
  const input = inputForms.prepareInput(
    { totp: boolean('One-time codes') },
    scope.request.fields,
    createInputWords(createMessage('errors.ownerReset')),
  )
  const { secret, expires } = await scope.app.access.admins.reset(scope.caller.grant, id, input)
  return createJsonReply({ id, link: toInvitationLink(scope.server.baseUrl(), secret), expires } satisfies InvitationLink, 201)
}

const mintInput = {
  name: string('Name', { required: true, trimmed: true }),
  preset: string('Preset'),
  scopes: multiselect('Scopes', { choices: () => ({}) }),
  expires: string('Expires'),
}

/** API tokens: listing needs system:read, creating and revoking need system:write. No caller can grant scopes that they lack. */
export async function listTokens({ app, caller }: AdminScope): Promise<Reply> {
  requireScopes(caller.grant, ['system:read'])
  return createJsonReply(await app.access.tokens.list())
}

/** Creates a token. Only this reply contains the secret. */
export async function createTokenFromFields(scope: AdminScope, fields: AdminScope['request']['fields']): Promise<NewToken> {
  const { app, caller, tries, request } = scope
  requireScopes(caller.grant, ['system:write'])
  await tries.countRequest(request.address)
  const { preset, ...input } = inputForms.prepareInput(mintInput, fields, createInputWords(createMessage('errors.ownerToken')))
  return app.access.tokens.mint({ ...input, presets: preset === undefined ? [] : [preset], grantor: caller.grant })
}

export async function mintToken(scope: AdminScope): Promise<Reply> {
  return createJsonReply(await createTokenFromFields(scope, scope.request.fields), 201)
}

/** Revokes the token immediately. */
export async function revokeRequestedToken({ app, caller, request }: AdminScope): Promise<void> {
  requireScopes(caller.grant, ['system:write'])
  const id = request.params['id'] ?? ''
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new NotFoundError(createMessage('errors.noTokenNamed', { id: id.slice(0, 40) }))
  await app.access.tokens.revoke(Number(id))
}

export async function revokeToken(scope: AdminScope): Promise<Reply> {
  await revokeRequestedToken(scope)
  return createEmptyReply(204)
}
