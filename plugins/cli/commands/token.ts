// Commands for bearer tokens: list, mint and revoke them.
import { type TokenSummary, type MintedToken, id, accessRules } from '#core/surface.js'
import { defineCliCommand, withoutStarts } from '../command.js'
import { formatResult } from '../result-format.js'
import { multiselect, string, createMessage } from '#core/contract.js'

/** Lists all tokens, revoked and expired ones included, without their secrets. */
export const tokenList = defineCliCommand({
  name: 'svc:token:list',
  description: 'Lists all tokens with their scopes, expiry and last use. Secrets are not shown.',
  examples: ['svc:token:list', 'svc:token:list --json'],
  text: (result: readonly TokenSummary[], write) =>
    result.length === 0 ? write(createMessage('commands.noTokens')) : formatResult(result),
  async run({ open }) {
    return (await open(withoutStarts)).access.tokens.list()
  },
})

/** Skip the choices here. Minting validates them and distinguishes unknown from not grantable values. */
const unvalidatedChoices = { choices: () => ({}) }

/** Mints a bearer token and prints it once. */
export const tokenMint = defineCliCommand({
  name: 'svc:token:mint',
  description: 'Creates a token for REST and for assistants over HTTP. It is shown only once.',
  positional: ['name'],
  options: {
    name: string('Name of the token in lists and logs', { required: true }),
    preset: multiselect('Preset of scopes; can be repeated', unvalidatedChoices, {
      help: `One of ${accessRules.presetsWithScopes}.`,
    }),
    scope: multiselect('Scope; may be repeated', unvalidatedChoices, {
      help: `One of ${accessRules.grantableScopes.join(', ')}.`,
    }),
    expires: string('When it ends', {
      help: 'An ISO date (including that day in the time zone of the shop), an ISO time, or a duration such as 30d or 12h. Default: never.',
    }),
  },
  examples: [
    'svc:token:mint "Shop sync" --preset author --expires 90d',
    'svc:token:mint admin --preset everything --scope code:write --json',
  ],
  text({ id, name, scopes, expires, token }: MintedToken, write) {
    const values = { id: String(id), name, scopes: scopes.length > 0 ? scopes : createMessage('commands.readsStoreOnly') }
    const message =
      expires === null
        ? createMessage('commands.tokenMinted', values)
        : createMessage('commands.tokenMintedUntil', { ...values, time: expires })
    return `${write(message)}\n${token}`
  },
  async run({ open, options: { name, preset, scope, expires } }) {
    const app = await open(withoutStarts)
    const minted = await app.access.tokens.mint({ name, presets: preset ?? [], scopes: scope ?? [], expires: expires ?? null })
    return { id: minted.id, name: minted.name, token: minted.token, scopes: minted.scopes, expires: minted.expires }
  },
})

/** Revokes a token at once, in every process of the service. */
export const tokenRevoke = defineCliCommand({
  name: 'svc:token:revoke',
  description: 'Revokes a token immediately. It stays in the list.',
  positional: ['id'],
  options: { id: id('The id that svc:token:list shows', { required: true }) },
  examples: ['svc:token:revoke 3'],
  text: ({ id: tokenId }: { readonly id: number; readonly revoked: boolean }, write) =>
    write(createMessage('commands.tokenRevoked', { id: String(tokenId) })),
  async run({ open, options }) {
    const app = await open(withoutStarts)
    await app.access.tokens.revoke(options.id)
    return { id: options.id, revoked: true }
  },
})
