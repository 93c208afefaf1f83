// Lists without script: the home page, and an entity's records with search, sort order and pages.
import { ValidationError } from '#core/foundation/errors.js'
import type { WireRecord } from '#core/storage/record/results.js'
import { requireTarget } from '../../http/record-target.js'
import type { Reply } from '../../http/reply.js'
import { type AdminScope, momentFor, timeZoneFor } from '../gate/scope.js'
import { named } from '../transport/choices.js'
import { entityShape, may } from '../transport/entity.js'
import { listOf } from '../transport/list-query.js'
import type { Column, EntityShape } from '../transport/shape.js'
import { asHeading } from '../wording/label.js'
import { type Drawing, framed } from './frame.js'
import { type Markup, markup } from './markup.js'

/** Rows per page. */
const rows = 25
/** Maximum characters of a cell. */
const longestCell = 80

export function homePage(drawing: Drawing): Promise<Reply> {
  return framed(drawing, { title: drawing.texts.admin, content: markup`<p class="hint">${drawing.texts.chooseInMenu}</p>` })
}

/** The notice on screens that need script. */
export function scriptedPage(drawing: Drawing): Promise<Reply> {
  return framed(drawing, { title: drawing.texts.admin, content: markup`<p>${drawing.texts.needsScript}</p>` })
}

/** Names of the records that a list references, by entity and id. */
type Names = ReadonlyMap<string, string>

interface ListFacts {
  readonly names: Names
  readonly timeZone: string
}

const targetOf = ({ hints }: Column): string | null => (typeof hints['entity'] === 'string' ? hints['entity'] : null)

/** Leaves out records that the caller may not read. */
async function namesIn(scope: AdminScope, { columns }: EntityShape, records: readonly WireRecord[]): Promise<Names> {
  const names = new Map<string, string>()
  for (const column of columns) {
    const target = scope.app.registry.entities.get(targetOf(column) ?? '')
    if (!target || !may(target, 'read', scope.visitor.grant)) continue
    const ids = records.flatMap((one) => (typeof one[column.field] === 'number' ? [Number(one[column.field])] : []))
    for (const { id, label } of await named(scope, target, ids)) names.set(`${target.name} ${id}`, label)
  }
  return names
}

/** A time in the shop's time zone, with the zone's name. */
export const moment = (iso: string, language: string, timeZone: string): string =>
  `${new Date(iso).toLocaleString(language === 'de' ? 'de-DE' : 'en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone })} ${timeZone}`

function cell({ scope, texts }: Drawing, { names, timeZone }: ListFacts, column: Column, value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  if (column.control === 'datetime') return moment(String(value), scope.language, timeZone)
  if (typeof value === 'number' && targetOf(column) !== null) return names.get(`${targetOf(column)} ${value}`) ?? `#${value}`
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  const { choices } = column.hints as { readonly choices?: readonly { readonly value: string; readonly label: string }[] }
  const text =
    choices?.find((one) => one.value === value)?.label ?? (typeof value === 'object' ? JSON.stringify(value) : String(value))
  return text.length > longestCell ? `${text.slice(0, longestCell)}…` : text
}

/** The list's query with other values. Empty ones are left out. */
function queryWith({ scope }: Drawing, changes: Readonly<Record<string, string>>): string {
  const { values, filters } = scope.request.query
  const all = { ...Object.fromEntries(values), ...changes }
  const pairs = [...Object.entries(all), ...[...filters].map(([name, value]) => [`filter[${name}]`, value] as const)]
  const query = new URLSearchParams(pairs.filter(([, value]) => value !== '').map(([name, value]) => [name, value])).toString()
  return query === '' ? '' : `?${query}`
}

function heads(drawing: Drawing, { columns, name }: EntityShape): readonly Markup[] {
  const sort = drawing.scope.request.query.values.get('sort') ?? ''
  return columns.map(({ field, label }) => {
    const [rising, falling] = [sort === field, sort === `-${field}`]
    const order = rising ? markup` aria-sort="ascending"` : falling ? markup` aria-sort="descending"` : null
    const to = drawing.at(`records/${name}`) + queryWith(drawing, { sort: rising ? `-${field}` : field, offset: '' })
    return markup`<th scope="col"${order}><a href="${to}">${label}</a></th>`
  })
}

function row(drawing: Drawing, { columns, name }: EntityShape, facts: ListFacts, record: WireRecord): Markup {
  const to = drawing.at(`records/${name}/${String(record['id'])}`)
  const cells = columns.map((column, index) => {
    const text = cell(drawing, facts, column, record[column.field])
    if (index > 0) return markup`<td>${text}</td>`
    return markup`<td><a href="${to}">${text === '' ? drawing.texts.open : text}</a></td>`
  })
  return markup`<tr><td>${String(record['id'])}</td>${cells}</tr>`
}

function pages(
  drawing: Drawing,
  name: string,
  { total, offset }: { readonly total: number; readonly offset: number },
): Markup | null {
  const { texts, at } = drawing
  if (total <= rows) return null
  const link = (to: number, label: string): Markup =>
    markup`<a href="${at(`records/${name}`)}${queryWith(drawing, { offset: to === 0 ? '' : String(to) })}">${label}</a>`
  return markup`<p class="bar">${offset > 0 ? link(Math.max(0, offset - rows), texts.previous) : null}
<span>${offset + 1}–${Math.min(total, offset + rows)} / ${total}</span>
${offset + rows < total ? link(offset + rows, texts.next) : null}</p>`
}

/** The message after a redirect: saved, removed or revoked. */
export function saidOf({ scope, texts }: Drawing): Markup | null {
  const done = scope.request.query.values.get('done')
  const said = done === 'saved' ? texts.saved : done === 'removed' ? texts.removed : done === 'revoked' ? texts.revoked : null
  return said === null ? null : markup`<p class="said" role="status">${said}</p>`
}

/** The records of an entity. The query is the same as in the client and the API. */
export async function listPage(drawing: Drawing): Promise<Reply> {
  const { scope, texts, at } = drawing
  const { app, request } = scope
  const within = { ...scope, request: Object.create(request, { caller: { value: scope.visitor } }) as typeof request }
  const entity = requireTarget(app, within.request, 'list')
  const { snapshot } = await momentFor(scope)
  const shape = entityShape(scope, entity, snapshot.languages)
  const search = request.query.values.get('search') ?? ''
  const query = listOf(scope, ['done', 'view'])
  const found = await app.list(entity.name, { ...query, limit: rows }).catch((error: unknown) => {
    // An invalid query in the address shows the plain list.
    if (error instanceof ValidationError) return app.list(entity.name, { limit: rows })
    throw error
  })
  const facts = { names: await namesIn(scope, shape, found.records), timeZone: await timeZoneFor(scope) }
  const form = shape.searchable
    ? markup`<form class="bar" role="search"><label>${texts.search} <input type="search" name="search" value="${search}"></label><button>${texts.find}</button></form>`
    : null
  const make = shape.may.create ? markup`<p><a href="${at(`records/${shape.name}/new`)}">${texts.newOne}</a></p>` : null
  const table = markup`<p class="hint">${found.meta.total} ${texts.found}</p><div class="wide"><table>
<thead><tr><th scope="col">ID</th>${heads(drawing, shape)}</tr></thead>
<tbody>${found.records.map((record) => row(drawing, shape, facts, record))}</tbody></table></div>${pages(drawing, shape.name, found.meta)}`
  const nothing = markup`<p>${search === '' ? texts.nothing : texts.nothingFound}</p>`
  const content = markup`${saidOf(drawing)}${form}${make}${found.records.length > 0 ? table : nothing}`
  return framed(drawing, { title: asHeading(shape.pluralLabel), content, path: `records/${shape.name}` })
}
