// Saved list views of an account: columns, filters and sort orders. Each account sees only its own.
import { ValidationError } from '#core/foundation/errors.js'
import { requireTarget } from '../../http/record-target.js'
import { json, type Reply } from '../../http/reply.js'
import { type AdminScope, ownerOf } from '../gate/scope.js'
import type { View, Views } from './shape.js'

const mostViews = 50
/** Maximum size of all views of a list, in characters. */
const longest = 65_536
const key = ['owner', 'entity']

async function viewsOf({ app, visitor }: AdminScope, entity: string): Promise<readonly View[]> {
  const sql = 'SELECT views FROM svc_admin_views WHERE owner = ? AND entity = ?'
  const [row] = await app.context.database.query<{ views: string }>(sql, [ownerOf(visitor), entity])
  return row ? (JSON.parse(row.views) as readonly View[]) : []
}

export async function readViews(scope: AdminScope): Promise<Reply> {
  const entity = requireTarget(scope.app, scope.request, 'list')
  return json({ views: await viewsOf(scope, entity.name) } satisfies Views)
}

const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value !== '' && value.length <= most
const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function judged(given: unknown): View {
  const refuse = (message: string): ValidationError => ValidationError.of('views', message)
  if (!isMap(given) || !isText(given['name'], 100)) throw refuse("Each view has a 'name' of 100 characters at most.")
  const { name, columns, query, default: isDefault, ...rest } = given
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined)
    throw refuse(`Unknown member '${unknown.slice(0, 100)}' of a view. It has name, columns, query, default.`)
  const isList = columns === undefined || (Array.isArray(columns) && columns.every((one) => isText(one, 100)))
  if (!isList) throw refuse("The 'columns' of a view are a list of field names.")
  const isQuery = query === undefined || (isMap(query) && Object.values(query).every((one) => typeof one === 'string'))
  if (!isQuery) throw refuse("The 'query' of a view is an object of texts.")
  return {
    name,
    ...(columns !== undefined && { columns }),
    ...(query !== undefined && { query: query as Readonly<Record<string, string>> }),
    ...(isDefault === true && { default: true }),
  }
}

/** Replaces the caller's views of the list. */
export async function keepViews(scope: AdminScope): Promise<Reply> {
  const { app, request, visitor } = scope
  const entity = requireTarget(app, request, 'list')
  const { views: given } = request.fields
  if (!Array.isArray(given) || given.length > mostViews)
    throw ValidationError.of('views', `Field 'views' takes a list of up to ${mostViews} views.`)
  const views = given.map(judged)
  const text = JSON.stringify(views)
  if (text.length > longest)
    throw ValidationError.of('views', 'These views are longer than 64 kB together. Keep fewer or shorter ones.')
  const { database } = app.context
  const assignment = `views = ${database.dialect.incoming('views')}`
  const sql = database.dialect.upsert('svc_admin_views', [...key, 'views'], key, assignment)
  await app.unit(({ unitOfWork }) => unitOfWork.run(sql, [ownerOf(visitor), entity.name, text]))
  return json({ views } satisfies Views)
}
