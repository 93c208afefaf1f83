// API tokens: listing needs system:read, creating and revoking need system:write. Nobody can grant scopes that they lack.
import { prepareInput } from '#core/action/input.js'
import { requireScopes } from '#core/foundation/access/require.js'
import { NotFoundError } from '#core/foundation/errors.js'
import { multiselect } from '#core/model/properties/multiselect.js'
import { string } from '#core/model/properties/string.js'
import { requireGivable } from '#core/storage/admin/accounts.js'
import { judgedScopes } from '#core/storage/mint-input.js'
import { empty, json, type Reply } from '../../http/reply.js'
import type { AdminScope } from '../gate/scope.js'
import { words } from './session.js'
import type { MintedToken } from './shape.js'

const mintInput = {
  name: string('Name', { required: true, trimmed: true }),
  preset: string('Preset'),
  scopes: multiselect('Scopes', { choices: () => ({}) }),
  expires: string('Expires'),
}

export async function listTokens({ app, visitor }: AdminScope): Promise<Reply> {
  requireScopes(visitor.grant, ['system:read'])
  return json(await app.tokens.list())
}

/** Creates a token. Only this reply contains the secret. */
export async function mint(scope: AdminScope, fields: AdminScope['request']['fields']): Promise<MintedToken> {
  const { app, visitor, tries, request } = scope
  requireScopes(visitor.grant, ['system:write'])
  await tries.take(request.address)
  const { name, preset, scopes = [], expires = null } = prepareInput(mintInput, fields, words('the token'))
  const wanted = judgedScopes({ scopes, presets: preset === undefined ? [] : [preset] })
  requireGivable(visitor.grant, wanted)
  return app.tokens.mint({ name, scopes: wanted, expires })
}

export async function mintToken(scope: AdminScope): Promise<Reply> {
  return json(await mint(scope, scope.request.fields), 201)
}

/** Revokes the token immediately. */
export async function revoke({ app, visitor, request }: AdminScope): Promise<void> {
  requireScopes(visitor.grant, ['system:write'])
  const id = request.params['id'] ?? ''
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new NotFoundError(`There is no token '${id.slice(0, 40)}'.`)
  await app.tokens.revoke(Number(id))
}

export async function revokeToken(scope: AdminScope): Promise<Reply> {
  await revoke(scope)
  return empty(204)
}
