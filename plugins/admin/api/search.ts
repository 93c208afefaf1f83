// Finds orders, quotes, customers and products by a few letters or an exact number, for the command palette.
import { type ListQuery, requiredScopes, typedText } from '#core/surface.js'
import { createJsonReply, type Reply } from '../../http/reply.js'
import type { AdminScope } from '../gate/admin-scope.js'
import { createLabelTranslator, toHeading } from '../wording/label-translator.js'
import { labelChoices } from './choices.js'
import { addOrderSummaries, createNumberCondition, toOrderListQuery } from './order-list.js'
import type { SearchResult, SearchReply } from './screen-shape.js'
import type { LabelledState } from './document-shape.js'
import type { WireRow } from './shape.js'

/** Records per entity. */
const limit = 5

const bySearch = (text: string): ListQuery => ({ limit, sort: '-id', filters: new Map([['search', text]]) })

/** Quotes have a number and an e-mail address, but no searchable text. */
function toQuoteQuery(text: string): ListQuery {
  const word = typedText.foldText(text.trim())
  const number = /^\d{1,15}$/.test(word) ? { sql: 'r.number = ? OR ', params: [Number(word)] } : { sql: '', params: [] }
  const pattern = `%${word.replaceAll(/[!%_]/g, '!$&')}%`
  return {
    limit,
    sort: '-id',
    where: { sql: `(${number.sql}LOWER(r.email) LIKE ? ESCAPE '!')`, params: [...number.params, pattern] },
  }
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : '')

async function describeOrders(scope: AdminScope, rows: readonly WireRow[], label: string): Promise<readonly SearchResult[]> {
  return (await addOrderSummaries(scope, rows)).map((row) => {
    const name = toText(row['customer_name']) || toText(row['email'])
    const { label: state } = row['payment'] as LabelledState
    return {
      entity: 'sales-order',
      id: Number(row['id']),
      label: `${label} ${toText(row['number_text'])}`.trim(),
      detail: [name, state].filter((text) => text !== '').join(' · '),
    }
  })
}

function describeCustomers(rows: readonly WireRow[]): readonly SearchResult[] {
  return rows.map((row) => {
    const name = toText(row['company']) || `${toText(row['first_name'])} ${toText(row['last_name'])}`.trim()
    const email = toText(row['email'])
    return { entity: 'customer', id: Number(row['id']), label: name || email, detail: name === '' ? '' : email }
  })
}

/** `exact`: the number of the first record is the searched text. */
export async function searchRecords(scope: AdminScope): Promise<Reply> {
  const { app, request, caller, language } = scope
  const text = (request.query.values.get('text') ?? '').trim().slice(0, 200)
  const { registry } = app.context
  const translate = createLabelTranslator(registry, language)
  const find = async (name: string, query: ListQuery): Promise<{ readonly rows: readonly WireRow[]; readonly label: string }> => {
    const entity = registry.entities.get(name)
    const isCommerce = name === 'sales-order' || name === 'quote'
    const isOffered = entity && (app.host.commerce || !isCommerce) && caller.grant.allowsAll(requiredScopes(entity, 'list'))
    if (!isOffered || text === '') return { rows: [], label: '' }
    const { records } = await app.records.list(name, query, { versionedSnapshot: request.versionedSnapshot ?? undefined })
    return { rows: records, label: toHeading(translate(entity.label, `labels.entity.${name}`)) }
  }
  const orderQuery = { limit, sort: '-id', filters: new Map([['tab', 'all']]) }
  const number = createNumberCondition(typedText.foldText(text))
  // The order with exactly this number comes first, even if many others contain it.
  const numbered = number ? await find('sales-order', { limit, where: { ...number, sql: `(${number.sql})` } }) : null
  const orders = await find('sales-order', toOrderListQuery(orderQuery, text))
  const known = new Set(numbered?.rows.map(({ id }) => id))
  const orderRows = [...(numbered?.rows ?? []), ...orders.rows.filter(({ id }) => !known.has(id))].slice(0, limit)
  const [quotes, customers, products] = [
    await find('quote', toQuoteQuery(text)),
    await find('customer', bySearch(text)),
    await find('product', bySearch(text)),
  ]
  const productEntity = registry.entities.get('product')
  const labels = productEntity
    ? await labelChoices(
        scope,
        productEntity,
        products.rows.map((row) => ({ id: Number(row['id']), values: row })),
      )
    : []
  const results: readonly SearchResult[] = [
    ...(await describeOrders(scope, orderRows, orders.label)),
    ...quotes.rows.map((row) => {
      return {
        entity: 'quote',
        id: Number(row['id']),
        label: `${quotes.label} ${String(row['number'] ?? '')}`.trim(),
        detail: '',
      }
    }),
    ...describeCustomers(customers.rows),
    ...labels.map(({ id, label }, index) => {
      return { entity: 'product', id, label, detail: toText(products.rows[index]?.['sku']) }
    }),
  ]
  return createJsonReply({ exact: (numbered?.rows.length ?? 0) > 0, results } satisfies SearchReply)
}
