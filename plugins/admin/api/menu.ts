// Builds the menu by area, limited to the caller's rights, and stores the views of its lists. Most child records have no entry of their own.
import { type Area, type Scope, createMessage, type Message, ValidationError } from '#core/contract.js'
import { entities, entityModel } from '#core/surface.js'
import { createJsonReply, type Reply } from '../../http/reply.js'
import { type AdminScope, toOwnerKey } from '../gate/admin-scope.js'
import { toScriptAddress } from '../client-bundle.js'
import { createLabelTranslator, toHeading } from '../wording/label-translator.js'
import { canPerform } from './entity-shape.js'
import type { ListView, ListViews } from './shape.js'
import type { MenuArea, MenuEntry } from './account-shape.js'
import { requireTargetEntity } from '../../http/record-query.js'

/** Child records that a merchant looks for by their own name. */
const listedChildren: ReadonlySet<string> = new Set([entities.shippingMethod.name])

/** The areas of the menu, the most used ones first. */
const menuAreas: readonly Area[] = ['orders', 'catalog', 'customers', 'store', 'conversations', 'code', 'system']

/** The first entries of their areas. The others follow in the order of the registry. */
const leadingEntries: readonly string[] = ['sales-order', 'quote', 'payments', 'product', 'customer']

function placeEntry({ name }: MenuEntry): number {
  const place = leadingEntries.indexOf(name)
  return place === -1 ? leadingEntries.length : place
}

interface BuiltInScreen {
  readonly name: string
  readonly label: string
  readonly area: Area
  readonly read: Scope
  readonly write: Scope
  /** Only if the service itself sells, or stores the accounts. */
  readonly where?: 'commerce' | 'own-accounts'
  /** Only if a plugin contributes this verb. */
  readonly verb?: string
}

const systemArea = { area: 'system', read: 'system:read', write: 'system:write' } as const

/** The admin's own screens besides lists and records: their area in the menu, and the scopes that open them. */
export const builtInScreens: readonly BuiltInScreen[] = [
  { name: 'transfer', label: 'Transfer', area: 'catalog', read: 'catalog:read', write: 'catalog:write' },
  { name: 'media', label: 'Pictures', area: 'catalog', read: 'catalog:read', write: 'catalog:write' },
  { name: 'translations', label: 'Missing translations', area: 'catalog', read: 'catalog:read', write: 'catalog:write' },
  { name: 'theme', label: 'Design', area: 'store', read: 'store:read', write: 'store:write' },
  { name: 'reviews', label: 'Reviews to approve', area: 'customers', read: 'customers:read', write: 'customers:write' },
  { name: 'payments', label: 'Payments', area: 'orders', read: 'orders:read', write: 'orders:write', where: 'commerce' },
  {
    name: 'advisor',
    label: 'Advisor',
    area: 'conversations',
    read: 'conversations:read',
    write: 'conversations:write',
    verb: 'read-advisor',
  },
  { name: 'mails', label: 'E-mail queue', ...systemArea },
  { name: 'maintenance', label: 'Maintenance', ...systemArea },
  { name: 'trail', label: 'Audit trail', ...systemArea },
  { name: 'failures', label: 'Errors', ...systemArea },
  { name: 'tokens', label: 'API tokens', ...systemArea },
  { name: 'accounts', label: 'Admin accounts', ...systemArea, where: 'own-accounts' },
]

export function createMenu({ app, server, caller, language }: AdminScope): readonly MenuArea[] {
  const translate = createLabelTranslator(app.context.registry, language)
  const { grant } = caller
  const lists = (area: Area): readonly MenuEntry[] =>
    [...app.context.registry.entities.values()]
      .filter(
        (entity) =>
          entity.area === area &&
          (entityModel.findOwnerJoins(entity).length === 0 || listedChildren.has(entity.name)) &&
          canPerform(entity, 'list', grant),
      )
      .map((entity) => ({
        kind: 'list',
        name: entity.name,
        label: toHeading(
          entity.singleton
            ? translate(entity.label, `labels.entity.${entity.name}`)
            : translate(entity.pluralLabel, `labels.entities.${entity.name}`),
        ),
        may: { write: canPerform(entity, entity.singleton ? 'update' : 'create', grant) },
      }))
  const { commerce, adapters } = app.host
  const there = { commerce, 'own-accounts': adapters.adminGate.keepsAccounts === true }
  const screens = (area: Area): readonly MenuEntry[] =>
    builtInScreens
      .filter(
        (builtInScreen) =>
          builtInScreen.area === area &&
          grant.allows(builtInScreen.read) &&
          (builtInScreen.where === undefined || there[builtInScreen.where]) &&
          (builtInScreen.verb === undefined || app.context.registry.verbs.has(builtInScreen.verb)),
      )
      .map(({ name, label, write }) => ({
        kind: 'screen',
        name,
        label: translate(label, `labels.screen.${name}`),
        may: { write: grant.allows(write) },
      }))
  const listPluginEntries = (area: Area): readonly MenuEntry[] =>
    [...app.context.registry.adminScreens.values()]
      .filter((screen) => screen.area === area && grant.allows(`${area}:${screen.level ?? 'read'}`))
      .map(({ name, label }) => ({
        kind: 'screen',
        name,
        label: toHeading(translate(label, `labels.screen.${name}`)),
        script: toScriptAddress(server, 'screen', name),
        may: { write: grant.allows(`${area}:write`) },
      }))
  return menuAreas
    .map((area): MenuArea => {
      const entries = [...lists(area), ...screens(area), ...listPluginEntries(area)].toSorted(
        (a, b) => placeEntry(a) - placeEntry(b),
      )
      return { area, label: toHeading(translate(area, `labels.area.${area}`)), entries }
    })
    .filter(({ entries }) => entries.length > 0)
}

export const readMenu = (scope: AdminScope): Reply => createJsonReply(createMenu(scope))

const maxViews = 50
/** Maximum size of all views of a list, in characters. */
const maxViewsLength = 65_536
const viewKeyColumns = ['owner', 'entity']

async function loadViews({ app, caller }: AdminScope, entity: string): Promise<readonly ListView[]> {
  const sql = 'SELECT views FROM svc_admin_views WHERE owner = ? AND entity = ?'
  const [row] = await app.context.database.query<{ views: string }>(sql, [toOwnerKey(caller), entity])
  return row ? (JSON.parse(row.views) as readonly ListView[]) : []
}

/** Saved list views of an account: columns, filters and sort orders. Each account sees only its own. */
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
