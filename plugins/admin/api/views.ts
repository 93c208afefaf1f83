// Saved list views of an account: columns, filters and sort orders. Each account sees only its own.
import { createMessage, type Message, ValidationError } from '#core/contract.js'
import { requireTargetEntity } from '../../http/record-query.js'
import { createJsonReply, type Reply } from '../../http/reply.js'
import { type AdminScope, toOwnerKey } from '../gate/admin-scope.js'
import type { ListView, ListViews } from './shape.js'

const maxViews = 50
/** Maximum size of all views of a list, in characters. */
const maxViewsLength = 65_536
const viewKeyColumns = ['owner', 'entity']

async function loadViews({ app, caller }: AdminScope, entity: string): Promise<readonly ListView[]> {
  const sql = 'SELECT views FROM svc_admin_views WHERE owner = ? AND entity = ?'
  const [row] = await app.context.database.query<{ views: string }>(sql, [toOwnerKey(caller), entity])
  return row ? (JSON.parse(row.views) as readonly ListView[]) : []
}

export async function readViews(scope: AdminScope): Promise<Reply> {
  const entity = requireTargetEntity(scope.app, scope.request, 'list')
  return createJsonReply({ views: await loadViews(scope, entity.name) } satisfies ListViews)
}

const isText = (value: unknown, maxLength: number): value is string =>
  typeof value === 'string' && value !== '' && value.length <= maxLength
const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parseView(input: unknown): ListView {
  const refuse = (message: Message): ValidationError => ValidationError.of('views', message)
  if (!isMap(input) || !isText(input['name'], 100)) throw refuse(createMessage('errors.viewNameRequired'))
  const { name, columns, query, default: isDefault, ...rest } = input
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined) throw refuse(createMessage('errors.viewMemberUnknown', { name: unknown.slice(0, 100) }))
  const isList = columns === undefined || (Array.isArray(columns) && columns.every((fieldName) => isText(fieldName, 100)))
  if (!isList) throw refuse(createMessage('errors.viewColumnsRequired'))
  const isQuery =
    query === undefined || (isMap(query) && Object.values(query).every((queryValue) => typeof queryValue === 'string'))
  if (!isQuery) throw refuse(createMessage('errors.viewQueryRequired'))
  return {
    name,
    ...(columns !== undefined && { columns }),
    ...(query !== undefined && { query: query as Readonly<Record<string, string>> }),
    ...(isDefault === true && { default: true }),
  }
}

/** Replaces the caller's views of the list. */
export async function storeViews(scope: AdminScope): Promise<Reply> {
  const { app, request, caller } = scope
  const entity = requireTargetEntity(app, request, 'list')
  const { views: viewInputs } = request.fields
  if (!Array.isArray(viewInputs) || viewInputs.length > maxViews)
    throw ValidationError.of('views', createMessage('errors.tooManyViews', { most: maxViews }))
  const views = viewInputs.map(parseView)
  const text = JSON.stringify(views)
  if (text.length > maxViewsLength) throw ValidationError.of('views', createMessage('errors.viewsTooLong'))
  const { database } = app.context
  const assignment = `views = ${database.dialect.incoming('views')}`
  const sql = database.dialect.upsert('svc_admin_views', [...viewKeyColumns, 'views'], viewKeyColumns, assignment)
  await app.records.unit(({ unitOfWork }) => unitOfWork.run(sql, [toOwnerKey(caller), entity.name, text]))
  return createJsonReply({ views } satisfies ListViews)
}
