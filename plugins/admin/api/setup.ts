// The checklist of a new shop: each step checks the records itself. It disappears when all steps are done, or when it is dismissed.
import { readSystemVariable, setSystemVariable } from '#core/contract.js'
import { listIncompleteMethods, requiredScopes, requireScopes, textGaps } from '#core/surface.js'
import { createJsonReply, type Reply } from '../../http/reply.js'
import { type AdminScope, loadSettingsSnapshot } from '../gate/admin-scope.js'
import type { SetupStep } from './screen-shape.js'

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
  const incomplete = await listIncompleteMethods(context)
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
      isDone: languages.length === 0 || (await textGaps.countTextGaps(app.context, readable, { source, languages })) === 0,
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
export async function readSetupSteps(scope: AdminScope): Promise<readonly SetupStep[] | null> {
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
