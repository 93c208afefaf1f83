// API tokens: listing needs system:read, creating and revoking need system:write. No caller can grant scopes that they lack.
import { createMessage, multiselect, NotFoundError, string } from '#core/contract.js'
import { prepareInput, requireGrantableScopes, requireScopes, resolveScopes } from '#core/surface.js'
import { createEmptyReply, createJsonReply, type Reply } from '../../http/reply.js'
import type { AdminScope } from '../gate/admin-scope.js'
import { createInputWords } from './session.js'
import type { MintedToken } from './shape.js'

const mintInput = {
  name: string('Name', { required: true, trimmed: true }),
  preset: string('Preset'),
  scopes: multiselect('Scopes', { choices: () => ({}) }),
  expires: string('Expires'),
}

export async function listTokens({ app, caller }: AdminScope): Promise<Reply> {
  requireScopes(caller.grant, ['system:read'])
  return createJsonReply(await app.access.tokens.list())
}

/** Creates a token. Only this reply contains the secret. */
export async function createTokenFromFields(scope: AdminScope, fields: AdminScope['request']['fields']): Promise<MintedToken> {
  const { app, caller, tries, request } = scope
  requireScopes(caller.grant, ['system:write'])
  await tries.countRequest(request.address)
  const {
    name,
    preset,
    scopes = [],
    expires = null,
  } = prepareInput(mintInput, fields, createInputWords(createMessage('errors.ownerToken')))
  const requestedScopes = resolveScopes({ scopes, presets: preset === undefined ? [] : [preset] })
  requireGrantableScopes(caller.grant, requestedScopes)
  return app.access.tokens.mint({ name, scopes: requestedScopes, expires })
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
