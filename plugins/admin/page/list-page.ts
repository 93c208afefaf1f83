// Pages without script: the home page, lists of records with search, sort order and pages, and the list of API tokens.
import { ValidationError, type WireRecord, presets } from '#core/contract.js'
import { requireTargetEntity } from '../../http/record-query.js'
import { type Reply, createRedirect } from '../../http/reply.js'
import { type AdminScope, loadSettingsSnapshot, loadTimeZone } from '../gate/admin-scope.js'
import { loadChoicesById } from '../api/choices.js'
import { toEntityShape, canPerform } from '../api/entity-shape.js'
import { parseRecordListQuery } from '../api/record-list.js'
import type { ListColumn, EntityShape } from '../api/shape.js'
import type { NewToken } from '../api/account-shape.js'
import { toHeading } from '../wording/label-translator.js'
import { type PageContext, drawFramedPage } from './page-frame.js'
import { type Markup, markup } from '../../http/markup.js'
import { requireScopes, accessRules } from '#core/surface.js'
import { createTokenFromFields, revokeRequestedToken } from '../api/accounts.js'

/** Rows per page. */
const rows = 25
/** Maximum characters of a cell. */
const maxCellLength = 80

export function showHomePage(drawing: PageContext): Promise<Reply> {
  return drawFramedPage(drawing, {
    title: drawing.texts.admin,
    content: markup`<p class="hint">${drawing.texts.chooseInMenu}</p>`,
  })
}

/** The notice on screens that need script. */
export function showScriptNotice(drawing: PageContext): Promise<Reply> {
  return drawFramedPage(drawing, { title: drawing.texts.admin, content: markup`<p>${drawing.texts.needsScript}</p>` })
}

/** Names of the records that a list references, by entity and id. */
type RecordNames = ReadonlyMap<string, string>

interface ListFacts {
  readonly names: RecordNames
  readonly timeZone: string
}

const getTargetEntity = ({ hints }: ListColumn): string | null => (typeof hints['entity'] === 'string' ? hints['entity'] : null)

/** Leaves out records that the caller may not read. */
async function loadRecordNames(
  scope: AdminScope,
  { columns }: EntityShape,
  records: readonly WireRecord[],
): Promise<RecordNames> {
  const names = new Map<string, string>()
  for (const column of columns) {
    const target = scope.app.context.registry.entities.get(getTargetEntity(column) ?? '')
    if (!target || !canPerform(target, 'read', scope.caller.grant)) continue
    const ids = records.flatMap((record) => (typeof record[column.field] === 'number' ? [Number(record[column.field])] : []))
    for (const { id, label } of await loadChoicesById(scope, target, ids)) names.set(`${target.name} ${id}`, label)
  }
  return names
}

/** A time in the shop's time zone, with the zone's name. */
const formatPageTime = (iso: string, language: string, timeZone: string): string =>
  `${new Date(iso).toLocaleString(language === 'en' ? 'en-GB' : language, { dateStyle: 'medium', timeStyle: 'short', timeZone })} ${timeZone}`

function cell({ scope, texts }: PageContext, { names, timeZone }: ListFacts, column: ListColumn, value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  if (column.control === 'datetime') return formatPageTime(String(value), scope.language, timeZone)
  if (typeof value === 'number' && getTargetEntity(column) !== null)
    return names.get(`${getTargetEntity(column)} ${value}`) ?? '–'
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  const { choices } = column.hints as { readonly choices?: readonly { readonly value: string; readonly label: string }[] }
  const toLabel = (item: unknown): string => choices?.find((option) => option.value === item)?.label ?? String(item)
  // Structured values are shown in the record only.
  const text = Array.isArray(value)
    ? value
        .filter((item) => typeof item !== 'object')
        .map(toLabel)
        .join(', ')
    : toLabel(value)
  return text.length > maxCellLength ? `${text.slice(0, maxCellLength)}…` : text
}

/** The list's query with other values. Empty ones are left out. */
function changeQuery({ scope }: PageContext, changes: Readonly<Record<string, string>>): string {
  const { values, filters } = scope.request.query
  const all = { ...Object.fromEntries(values), ...changes }
  const pairs = [...Object.entries(all), ...[...filters].map(([name, value]) => [`filter[${name}]`, value] as const)]
  const query = new URLSearchParams(pairs.filter(([, value]) => value !== '').map(([name, value]) => [name, value])).toString()
  return query === '' ? '' : `?${query}`
}

function drawColumnHeads(drawing: PageContext, { columns, name }: EntityShape): readonly Markup[] {
  const sort = drawing.scope.request.query.values.get('sort') ?? ''
  return columns.map(({ field, label }) => {
    const [rising, falling] = [sort === field, sort === `-${field}`]
    const order = rising ? markup` aria-sort="ascending"` : falling ? markup` aria-sort="descending"` : null
    const to = drawing.at(`records/${name}`) + changeQuery(drawing, { sort: rising ? `-${field}` : field, offset: '' })
    return markup`<th scope="col"${order}><a href="${to}">${label}</a></th>`
  })
}

function row(drawing: PageContext, { columns, name }: EntityShape, facts: ListFacts, record: WireRecord): Markup {
  const to = drawing.at(`records/${name}/${String(record['id'])}`)
  const cells = columns.map((column, index) => {
    const text = cell(drawing, facts, column, record[column.field])
    if (index > 0) return markup`<td>${text}</td>`
    return markup`<td><a href="${to}">${text === '' ? drawing.texts.open : text}</a></td>`
  })
  return markup`<tr><td>${String(record['id'])}</td>${cells}</tr>`
}

function drawPager(
  drawing: PageContext,
  name: string,
  { total, offset }: { readonly total: number; readonly offset: number },
): Markup | null {
  const { texts, at } = drawing
  if (total <= rows) return null
  const link = (to: number, label: string): Markup =>
    markup`<a href="${at(`records/${name}`)}${changeQuery(drawing, { offset: to === 0 ? '' : String(to) })}">${label}</a>`
  return markup`<p class="bar">${offset > 0 ? link(Math.max(0, offset - rows), texts.previous) : null}
<span>${offset + 1}–${Math.min(total, offset + rows)} / ${total}</span>
${offset + rows < total ? link(offset + rows, texts.next) : null}</p>`
}

/** The message after a redirect: saved, removed or revoked. */
export function drawNotice({ scope, texts }: PageContext): Markup | null {
  const outcome = scope.request.query.values.get('done')
  const notice =
    outcome === 'saved' ? texts.saved : outcome === 'removed' ? texts.removed : outcome === 'revoked' ? texts.revoked : null
  return notice === null ? null : markup`<p class="said" role="status">${notice}</p>`
}

/** The records of an entity. The query is the same as in the client and the API. */
export async function showListPage(drawing: PageContext): Promise<Reply> {
  const { scope, texts, at } = drawing
  const { app, request } = scope
  const within = { ...scope, request: Object.create(request, { caller: { value: scope.caller } }) as typeof request }
  const entity = requireTargetEntity(app, within.request, 'list')
  const { snapshot } = await loadSettingsSnapshot(scope)
  const shape = toEntityShape(scope, entity, snapshot.languages)
  const search = request.query.values.get('search') ?? ''
  const query = parseRecordListQuery(scope, ['done', 'view'])
  const recordPage = await app.records.list(entity.name, { ...query, limit: rows }).catch((error: unknown) => {
    // An invalid query in the address shows the plain list.
    if (error instanceof ValidationError) return app.records.list(entity.name, { limit: rows })
    throw error
  })
  const facts = { names: await loadRecordNames(scope, shape, recordPage.records), timeZone: await loadTimeZone(scope) }
  const form = shape.searchable
    ? markup`<form class="bar" role="search"><label>${texts.search} <input type="search" name="search" value="${search}"></label><button>${texts.find}</button></form>`
    : null
  const make = shape.may.create ? markup`<p><a href="${at(`records/${shape.name}/new`)}">${texts.newOne}</a></p>` : null
  const table = markup`<p class="hint">${recordPage.meta.total} ${texts.found}</p><div class="wide"><table>
<thead><tr><th scope="col">ID</th>${drawColumnHeads(drawing, shape)}</tr></thead>
<tbody>${recordPage.records.map((record) => row(drawing, shape, facts, record))}</tbody></table></div>${drawPager(drawing, shape.name, recordPage.meta)}`
  const nothing = markup`<p>${search === '' ? texts.nothing : texts.nothingFound}</p>`
  const content = markup`${drawNotice(drawing)}${form}${make}${recordPage.records.length > 0 ? table : nothing}`
  return drawFramedPage(drawing, { title: toHeading(shape.pluralLabel), content, path: `records/${shape.name}` })
}

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

/** The token screen without script: lists API tokens, creates and revokes them. A new token is shown once. */
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
