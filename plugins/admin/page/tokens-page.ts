// The token screen without script: lists API tokens, creates and revokes them. A new token is shown once.
import { presets, ValidationError } from '#core/contract.js'
import { requireScopes, accessRules } from '#core/surface.js'
import { type Reply, createRedirect } from '../../http/reply.js'
import { loadTimeZone } from '../gate/admin-scope.js'
import { createTokenFromFields, revokeRequestedToken } from '../api/accounts.js'
import type { NewToken } from '../api/shape.js'
import { type PageContext, drawFramedPage } from './page-frame.js'
import { formatPageTime, drawNotice } from './list-page.js'
import { type Markup, markup } from '../../http/markup.js'

type Fields = PageContext['scope']['request']['fields']

interface TokensPageState {
  readonly minted?: NewToken
  readonly problem?: string
  readonly typed?: Fields
}

function drawTokenForm({ texts, csrf, at }: PageContext, { typed = {} }: TokensPageState): Markup {
  const valueOf = (name: string): string => (typeof typed[name] === 'string' ? typed[name] : '')
  const options = Object.entries(presets).map(([name, scopes]) => {
    const chosen = valueOf('preset') === name ? markup` selected` : null
    return markup`<option value="${name}"${chosen}>${name}: ${scopes.join(', ')}</option>`
  })
  return markup`<h2>${texts.mint}</h2><form method="post" action="${at('tokens')}">${csrf}
<p class="field"><label for="name">${texts.name}</label><input id="name" name="name" required maxlength="255" value="${valueOf('name')}"></p>
<p class="field"><label for="preset">${texts.preset}</label><select id="preset" name="preset"><option value="">${texts.none}</option>${options}</select></p>
<p class="field"><label for="scopes">${texts.singleRights}</label><input id="scopes" name="scopes" value="${valueOf('scopes')}" aria-describedby="scopes-help"><small id="scopes-help">${accessRules.grantableScopes.join(' ')}</small></p>
<p class="field"><label for="expires">${texts.expires}</label><input id="expires" name="expires" value="${valueOf('expires')}" aria-describedby="expires-help"><small id="expires-help">${texts.expiresHint}</small></p>
<button class="main">${texts.mint}</button></form>`
}

async function drawTokens(drawing: PageContext, state: TokensPageState, status = 200): Promise<Reply> {
  const { scope, texts, csrf, at } = drawing
  requireScopes(scope.caller.grant, ['system:read'])
  const mayWrite = scope.caller.grant.allows('system:write')
  const timeZone = await loadTimeZone(scope)
  const formatTokenTime = (iso: string | null): string =>
    iso === null ? texts.never : formatPageTime(iso, scope.language, timeZone)
  const rows = (await scope.app.access.tokens.list()).map(({ id, name, scopes, expires, revoked, lastUsed }) => {
    const end = mayWrite
      ? markup`<form method="post" action="${at(`tokens/${id}`)}">${csrf}<button aria-label="${texts.revoke}: ${name}">${texts.revoke}</button></form>`
      : null
    return markup`<tr><td>${id}</td><td>${name}</td><td>${scopes.join(', ') || 'store:read'}</td><td>${formatTokenTime(expires)}</td><td>${formatTokenTime(lastUsed)}</td><td>${revoked === null ? end : texts.isRevoked}</td></tr>`
  })
  const { minted, problem } = state
  const mintedNotice =
    minted &&
    markup`<div class="said" role="status"><p>${texts.minted}</p><output class="token code">${minted.token}</output></div>`
  const refused = problem === undefined ? null : markup`<div class="issues" role="alert"><p>${problem}</p></div>`
  const heads = ['ID', texts.name, texts.rights, texts.expires, texts.lastUsed, ''].map(
    (head) => markup`<th scope="col">${head}</th>`,
  )
  const content = markup`${drawNotice(drawing)}${mintedNotice ?? null}${refused}<p>${texts.tokensHint}</p>
<div class="wide"><table><thead><tr>${heads}</tr></thead><tbody>${rows}</tbody></table></div>${mayWrite ? drawTokenForm(drawing, state) : null}`
  return drawFramedPage(drawing, { title: texts.tokens, content, path: 'tokens', status })
}

export const showTokensPage = (drawing: PageContext): Promise<Reply> => drawTokens(drawing, {})

/** Creates a token. Only this reply shows the secret, and no address leads to it again. */
export async function submitTokenForm(drawing: PageContext, submitted: Fields): Promise<Reply> {
  const { scopes, ...rest } = submitted
  const names = typeof scopes === 'string' ? scopes.split(/[\s,]+/).filter((scopeName) => scopeName !== '') : []
  try {
    return await drawTokens(drawing, {
      minted: await createTokenFromFields(drawing.scope, { ...rest, ...(names.length > 0 && { scopes: names }) }),
    })
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    return drawTokens(drawing, { problem: error.message, typed: submitted }, 422)
  }
}

export async function submitTokenRevocation(drawing: PageContext): Promise<Reply> {
  await revokeRequestedToken(drawing.scope)
  return createRedirect(drawing.at('tokens?done=revoked'))
}
