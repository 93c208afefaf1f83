// The start screen: records that need attention, the latest orders, and the checklist for setting up the shop.
import { type Area, listMissingNotifications, readSystemVariable, setSystemVariable } from '#core/contract.js'
import { requiredScopes, serviceState, salesPayments, requireScopes } from '#core/surface.js'
import { countContactRequests } from '../../advisor/surface.js'
import { createJsonReply, type Reply } from '../../http/reply.js'
import { type AdminScope, loadSettingsSnapshot } from '../gate/admin-scope.js'
import { toScriptAddress, listTiles } from '../client-bundle.js'
import { createLabelTranslator, translateChoice } from '../wording/label-translator.js'
import type { Dashboard, DashboardTile, PluginTile, SetupStep } from './screen-shape.js'

/** Set when the checklist is complete or dismissed. */
const variable = 'admin_setup_ended'

type Row = Readonly<Record<string, unknown>>

/** The pages that a shop must have. */
const legalKinds = ['imprint', 'privacy', 'terms', 'withdrawal'] as const

async function checkSteps(scope: AdminScope): Promise<readonly SetupStep[]> {
  const { app, caller } = scope
  const { snapshot } = await loadSettingsSnapshot(scope)
  const context = await app.shop.createContext({}).at()
  const rows = async (entity: string): Promise<readonly Row[]> =>
    (await context.list(entity)).map(({ id, revision, values }) => ({ ...values, id, revision }))
  const count = async (entity: string, filters: readonly (readonly [string, string])[]): Promise<number> =>
    (await app.records.list(entity, { limit: 1, filters: new Map(filters) })).meta.total
  const [shop] = await rows('store')
  const [ownSettings] = await rows('settings')
  const home = shop?.['country_id'] ?? null
  const source = snapshot.defaultLanguage
  const languages = snapshot.languages.filter((tag) => tag !== source)
  const readable = [...app.context.registry.entities.values()].filter((entity) =>
    caller.grant.allowsAll(requiredScopes(entity, 'list')),
  )
  const classes = await rows('tax-class')
  const rates = await rows('tax-rate')
  const zones = new Map((await rows('zone')).map((zone) => [zone['id'], zone]))
  const methods = (await rows('shipping-method')).filter(({ published }) => published === true)
  const payments = (await rows('payment-method')).filter(({ published }) => published === true)
  const incomplete = await salesPayments.listIncompleteMethods(context)
  const pages = await rows('content-page')
  const hasPage = (kind: string): boolean => pages.some((page) => page['kind'] === kind && page['published'] === true)
  const missingPage = legalKinds.find((kind) => !hasPage(kind))
  const mails = await rows('notification')
  const hasMail = mails.some(({ status, send_customer }) => status === 'ordered' && send_customer === true)
  const products = await count('product', [['published', 'true']])
  const [latest] = (await app.records.list('product', { limit: 1, sort: '-id' })).records
  const orders = await app.records.list('sales-order', { limit: 1, sort: '-placed' })
  const reaches = ({ zone_id }: Row): boolean => {
    const countries = zones.get(zone_id)?.['country_ids']
    return Array.isArray(countries) && (home === null || countries.includes(home))
  }
  return [
    {
      name: 'address',
      isDone: ['line1', 'zip', 'city'].every((name) => (shop?.[name] ?? '') !== '') && home !== null,
      path: 'records/store/1',
    },
    {
      name: 'languages',
      isDone: languages.length === 0 || (await app.records.texts.countMissing(readable, source, languages)) === 0,
      path: languages.length === 0 ? 'records/settings/1' : 'translations',
    },
    {
      name: 'tax',
      isDone:
        home !== null &&
        (rates.some(({ country_id }) => country_id === home) ||
          classes.some(({ default_rate }) => Number(default_rate ?? 0) > 0)),
      path: 'records/tax-class',
    },
    {
      name: 'delivery',
      // The method that an installation starts with is free of charge. It counts after the first change.
      isDone: methods.some((method) => reaches(method) && (Number(method['price'] ?? 0) > 0 || Number(method['revision']) > 1)),
      path: 'records/shipping-method',
    },
    {
      name: 'payment',
      isDone: payments.some(({ id }) => !incomplete.some((method) => method.id === id)),
      // A bank transfer needs the account of the store.
      path: incomplete.some(({ missingInStore }) => missingInStore.length > 0) ? 'records/store/1' : 'records/payment-method',
    },
    { name: 'invoices', isDone: ownSettings?.['enable_invoicing'] === true, path: 'records/settings/1' },
    {
      name: 'mails',
      isDone: hasMail && app.context.plugins.some(({ name }) => name === 'mail'),
      path: hasMail ? 'mails' : 'records/notification',
    },
    {
      name: 'legal',
      isDone: missingPage === undefined,
      path: pages.length === 0 ? 'records/content-page/new' : 'records/content-page',
    },
    {
      name: 'product',
      isDone: products > 0,
      path: latest === undefined ? 'records/product/new' : `workshop/${Number(latest['id'])}`,
    },
    { name: 'order', isDone: (orders.records[0]?.['placed'] ?? '') !== '', path: null },
  ]
}

/** null for accounts that may not set up the shop, and after the checklist has ended. */
async function readSetupSteps(scope: AdminScope): Promise<readonly SetupStep[] | null> {
  const { app, caller } = scope
  const { database } = app.context
  const isAllowed = caller.grant.allows('store:write') && caller.grant.allows('catalog:write')
  if (!app.host.commerce || !isAllowed || (await readSystemVariable(database, variable)) !== null) return null
  const steps = await checkSteps(scope)
  if (!steps.every(({ isDone }) => isDone)) return steps
  await setSystemVariable(database, variable, 'complete')
  return null
}

/** `POST setup/dismiss` (store:write). */
export async function dismissSetup({ app, caller }: AdminScope): Promise<Reply> {
  requireScopes(caller.grant, ['store:write'])
  await setSystemVariable(app.context.database, variable, 'dismissed')
  return createJsonReply({})
}

/** A tile that counts the records of a list which match one filter. */
interface CountTile {
  readonly name: DashboardTile['name']
  readonly entity: string
  readonly filter: readonly [name: string, value: string]
  readonly urgent?: boolean
  readonly commerce?: boolean
  /** The screen that opens instead of the list. */
  readonly screen?: string
}

const orderList = { entity: 'sales-order', commerce: true } as const

const countTiles: readonly CountTile[] = [
  { name: 'ordersPaid', ...orderList, filter: ['status', 'paid'], urgent: true },
  { name: 'ordersPlaced', ...orderList, filter: ['status', 'ordered'] },
  { name: 'ordersConfirmed', ...orderList, filter: ['status', 'confirmed'] },
  { name: 'ordersAmount', ...orderList, filter: ['status', 'incorrect_amount'], urgent: true },
  { name: 'ordersCurrency', ...orderList, filter: ['status', 'unsupported_currency'], urgent: true },
  { name: 'quotesAsked', entity: 'quote', commerce: true, filter: ['status', 'requested'], urgent: true },
  { name: 'paymentsPending', entity: 'payment', commerce: true, filter: ['status', 'pending'] },
  { name: 'reviewsToPublish', entity: 'review', filter: ['published', 'false'], screen: 'reviews' },
]

async function loadCountTiles({ app, caller, request }: AdminScope): Promise<readonly DashboardTile[]> {
  const tiles: DashboardTile[] = []
  for (const { name, entity: entityName, filter, urgent = false, commerce = false, screen } of countTiles) {
    const entity = app.context.registry.entities.get(entityName)
    if (!entity || (commerce && !app.host.commerce) || !caller.grant.allowsAll(requiredScopes(entity, 'list'))) continue
    const { meta } = await app.records.list(
      entityName,
      { limit: 1, filters: new Map([filter]) },
      { versionedSnapshot: request.versionedSnapshot ?? undefined },
    )
    const path = screen ?? `records/${entityName}?filter[${filter[0]}]=${filter[1]}`
    if (meta.total > 0) tiles.push({ name, count: meta.total, path, urgent })
  }
  return tiles
}

/** Published payment methods that shoppers are not offered because they lack parameters. */
async function loadPaymentTiles({ app, caller }: AdminScope): Promise<readonly DashboardTile[]> {
  if (!app.host.commerce || !caller.grant.allows('store:write')) return []
  const incomplete = await salesPayments.listIncompleteMethods(await app.shop.createContext({}).at())
  const [first] = incomplete
  if (first === undefined) return []
  const onlyPath = first.missing.length === 0 ? 'records/store/1' : `records/payment-method/${first.id}`
  const path = incomplete.length === 1 ? onlyPath : 'records/payment-method?filter[published]=true'
  return [{ name: 'methodsIncomplete', count: incomplete.length, path, urgent: true }]
}

/** A shop without any notification sends no mails about orders. The checklist of a new shop has a step for it. */
async function loadNotificationTiles({ app, caller }: AdminScope): Promise<readonly DashboardTile[]> {
  if (!app.host.commerce || !caller.grant.allows('store:write')) return []
  const work = await app.shop.createContext({}).at()
  if ((await work.list('notification')).length > 0) return []
  const missing = await listMissingNotifications(work)
  return [{ name: 'notificationsMissing', count: missing.length, path: 'records/notification', urgent: true }]
}

/** Missing texts, for accounts that may edit the catalog. */
async function loadTextTiles(scope: AdminScope): Promise<readonly DashboardTile[]> {
  const { app, caller } = scope
  if (!caller.grant.allows('catalog:write')) return []
  const { snapshot } = await loadSettingsSnapshot(scope)
  const source = snapshot.defaultLanguage
  const entities = [...app.context.registry.entities.values()].filter((entity) =>
    caller.grant.allowsAll(requiredScopes(entity, 'list')),
  )
  const languages = snapshot.languages.filter((tag) => tag !== source)
  const count = await app.records.texts.countMissing(entities, source, languages)
  return count === 0 ? [] : [{ name: 'textsMissing', count, path: 'translations', urgent: false }]
}

/** Shoppers who asked the advisor for a person. */
async function loadAdvisorTiles({ app, caller }: AdminScope): Promise<readonly DashboardTile[]> {
  if (!caller.grant.allows('conversations:read') || !app.context.registry.verbs.has('read-advisor')) return []
  const count = await countContactRequests(app.shop.createContext({}))
  return count === 0 ? [] : [{ name: 'shoppersWaiting', count, path: 'advisor?part=waiting', urgent: true }]
}

/** A shop without any question is new: offers to begin with its latest product. */
async function findBeginning({ app, caller, request }: AdminScope): Promise<Dashboard['beginning']> {
  if (!caller.grant.allows('catalog:write')) return null
  const options = { versionedSnapshot: request.versionedSnapshot ?? undefined }
  const { meta } = await app.records.list('question', { limit: 1 }, options)
  if (meta.total > 0) return null
  const { records } = await app.records.list('product', { limit: 1, sort: '-id' }, options)
  const [first] = records
  return { product: first === undefined ? null : Number(first['id']) }
}

const latestOrders = 6

/** The latest placed orders, for accounts that may read orders. */
async function loadLatestOrders({ app, caller, language }: AdminScope): Promise<Dashboard['orders']> {
  if (!app.host.commerce || !caller.grant.allows('orders:read')) return null
  const { records } = await app.records.list('sales-order', { limit: latestOrders, sort: '-placed' })
  const ids = records.filter(({ placed }) => placed !== null).map(({ id }) => Number(id))
  const context = app.shop.createContext({})
  const orders = await context.list('sales-order', { column: 'id', values: ids })
  const addresses = await context.list('order-address', { column: 'sales_order_id', values: ids })
  const nameOf = (order: number): string => {
    const billing = addresses.find(({ values }) => values['sales_order_id'] === order && values['kind'] === 'billing')?.values
    const person = [billing?.['first_name'], billing?.['last_name']].filter(Boolean).join(' ')
    return String(billing?.['company'] || person)
  }
  const translate = createLabelTranslator(app.context.registry, language)
  return ids.flatMap((orderId) => {
    const values = orders.find(({ id }) => id === orderId)?.values
    if (!values) return []
    const { number, number_prefix, placed, gross, currency_code, currency_decimals, status } = values
    return [
      {
        id: orderId,
        number: `${String(number_prefix)}${String(number ?? '')}`,
        placed: String(placed ?? ''),
        customer: nameOf(orderId),
        gross: Number(gross ?? 0),
        currency: String(currency_code),
        decimals: Number(currency_decimals ?? 2),
        status: String(status ?? ''),
        statusLabel: status ? translateChoice(app.context.registry, translate, ['sales-order', 'status'], String(status)) : '',
      },
    ]
  })
}

/** Failures of the service, for accounts with the scope system:read. */
async function loadSystemTiles({ app, server, caller }: AdminScope): Promise<readonly DashboardTile[]> {
  if (!caller.grant.allows('system:read')) return []
  const { failure, tracks } = await app.operations.migrations.state()
  const pending = tracks.reduce((sum, track) => sum + track.pending.length, 0)
  const failing = (await app.operations.tasks.states()).filter(({ failed }) => failed !== null).length
  const all: readonly DashboardTile[] = [
    { name: 'migrationsFrozen', count: failure === null ? 0 : 1, path: 'maintenance', urgent: true },
    { name: 'migrationsPending', count: failure === null ? pending : 0, path: 'maintenance', urgent: false },
    { name: 'mailsFailing', count: await serviceState.countFailingMails(app.context), path: 'mails', urgent: true },
    { name: 'tasksFailing', count: failing, path: 'maintenance', urgent: true },
    { name: 'errors', count: server.failures().length, path: 'failures', urgent: false },
  ]
  return all.filter(({ count }) => count > 0)
}

function listPluginTiles({ app, server, caller, language }: AdminScope): readonly PluginTile[] {
  const translate = createLabelTranslator(app.context.registry, language)
  return listTiles(app.context.registry, caller.grant).map(({ name, label = name, of }) => ({
    name,
    label: translate(label, `labels.tile.${name}`),
    script: toScriptAddress(server, 'widget', name),
    may: { write: caller.grant.allows(`${of as Area}:write`) },
  }))
}

export async function readDashboard(scope: AdminScope): Promise<Reply> {
  const setup = await readSetupSteps(scope)
  const tiles = [
    ...(await loadSystemTiles(scope)),
    ...(await loadCountTiles(scope)),
    ...(await loadPaymentTiles(scope)),
    ...(setup === null ? await loadNotificationTiles(scope) : []),
    ...(await loadAdvisorTiles(scope)),
    ...(await loadTextTiles(scope)),
  ]
  const ordered = [...tiles.filter(({ urgent }) => urgent), ...tiles.filter(({ urgent }) => !urgent)]
  return createJsonReply({
    tiles: ordered,
    beginning: await findBeginning(scope),
    setup,
    orders: await loadLatestOrders(scope),
    plugged: listPluginTiles(scope),
  } satisfies Dashboard)
}
