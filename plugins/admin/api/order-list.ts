// The list of orders: tabs for open work, search by number, name and e-mail, and the columns that orders alone do not have.
import { type ListQuery, requiredScopes, requireEntity, requireScopes, typedText } from '#core/surface.js'
import { createJsonReply, type Reply } from '../../http/reply.js'
import type { AdminScope } from '../gate/admin-scope.js'
import { createLabelTranslator } from '../wording/label-translator.js'
import { requireCommerce } from './documents.js'
import { labelOrderState } from './order-state.js'
import type { OrderCounts, OrderTab } from './document-shape.js'
import type { WireRow } from './shape.js'

export const orderEntity = 'sales-order'

/** A condition on the orders `r`. */
type SqlFragment = NonNullable<ListQuery['where']>

const active = "r.status NOT IN ('in_checkout', 'saved', 'cancelled', 'refunded')"
const toPay = "r.payment_state IN ('unpaid', 'partly_paid')"
const toCapture = "r.payment_state = 'authorized'"
const toShip = "r.fulfilment_state IN ('unfulfilled', 'partly_shipped')"

/** `all` leaves out the drafts of the checkout. */
const tabConditions: Readonly<Record<OrderTab, string>> = {
  all: 'r.number IS NOT NULL',
  open: `${active} AND (${toPay} OR ${toCapture} OR ${toShip})`,
  pay: `${active} AND ${toPay}`,
  ship: `${active} AND ${toShip}`,
}

/** Further words of a search are ignored. */
const maxSearchWords = 6

const escapeLike = (text: string): string => text.replaceAll(/[!%_]/g, '!$&')

/** A number with or without the prefix of its order. The prefix may end with digits, so each split is possible. */
export function createNumberCondition(word: string): SqlFragment | null {
  const [, digits] = /(\d{1,15})$/.exec(word) ?? []
  if (digits === undefined) return null
  const splits = Array.from(digits, (_, index) => {
    const number = digits.slice(index)
    return [word.slice(0, word.length - number.length), Number(number)] as const
  })
  const parts = splits.map(([prefix, number]): SqlFragment => {
    return prefix === ''
      ? { sql: 'r.number = ?', params: [number] }
      : { sql: '(r.number = ? AND LOWER(r.number_prefix) = ?)', params: [number, prefix] }
  })
  return { sql: parts.map(({ sql }) => sql).join(' OR '), params: parts.flatMap(({ params }) => params) }
}

/** Each word must occur in the number, the e-mail address or a name of the order. */
function createOrderSearch(text: string): SqlFragment | null {
  const words = typedText
    .foldText(text)
    .split(/\s+/)
    .filter((word) => word !== '')
  const conditions = words.slice(0, maxSearchWords).map((word): SqlFragment => {
    const pattern = `%${escapeLike(word)}%`
    const number = createNumberCondition(word)
    const names = ['a.last_name_folded', 'a.company_folded', 'LOWER(a.first_name)'].map((column) => `${column} LIKE ? ESCAPE '!'`)
    const sql =
      `LOWER(r.email) LIKE ? ESCAPE '!' OR ` +
      `r.id IN (SELECT a.sales_order_id FROM svc_order_address a WHERE ${names.join(' OR ')})`
    return {
      sql: `(${number ? `${number.sql} OR ` : ''}${sql})`,
      params: [...(number?.params ?? []), pattern, pattern, pattern, pattern],
    }
  })
  if (conditions.length === 0) return null
  return { sql: conditions.map(({ sql }) => sql).join(' AND '), params: conditions.flatMap(({ params }) => params) }
}

/** Replaces the filter `tab` and the search by conditions. An unknown tab stays a filter, which the list rejects. */
export function toOrderListQuery(query: ListQuery, search: string): ListQuery {
  const { tab, ...filters } = Object.fromEntries(query.filters ?? new Map<string, unknown>())
  const condition = typeof tab === 'string' && Object.hasOwn(tabConditions, tab) ? tabConditions[tab as OrderTab] : null
  const found = createOrderSearch(search)
  const parts = [...(condition === null ? [] : [{ sql: `(${condition})`, params: [] }]), ...(found ? [found] : [])]
  return {
    ...query,
    filters: condition === null ? (query.filters ?? new Map()) : new Map(Object.entries(filters)),
    ...(parts.length > 0 && {
      where: { sql: parts.map(({ sql }) => sql).join(' AND '), params: parts.flatMap(({ params }) => params) },
    }),
  }
}

/** Adds the number with its prefix, the customer's name and address, the number of pieces, the tags, and the labels of both states. */
export async function addOrderSummaries(scope: AdminScope, rows: readonly WireRow[]): Promise<readonly WireRow[]> {
  const { app, language } = scope
  if (rows.length === 0) return rows
  const translate = createLabelTranslator(app.context.registry, language)
  const params = rows.map(({ id }) => Number(id))
  const ids = `(${params.map(() => '?').join(', ')})`
  const { database } = app.context
  const orders = await database.query<{
    id: number
    number_prefix: string
    email: string
    tags: string | null
    decimals: number | null
  }>(`SELECT id, number_prefix, email, tags, currency_decimals AS decimals FROM svc_sales_order WHERE id IN ${ids}`, params)
  const addresses = await database.query<{ order_id: number; first_name: string; last_name: string; company: string }>(
    `SELECT sales_order_id AS order_id, first_name, last_name, company FROM svc_order_address
      WHERE kind = 'billing' AND sales_order_id IN ${ids}`,
    params,
  )
  const pieces = await database.query<{ order_id: number; pieces: number | string }>(
    `SELECT sales_order_id AS order_id, SUM(quantity) AS pieces FROM svc_order_line WHERE sales_order_id IN ${ids}
      GROUP BY sales_order_id`,
    params,
  )
  const ordersById = new Map(orders.map((order) => [order.id, order]))
  const namesById = new Map(
    addresses.map(({ order_id, company, first_name, last_name }) => [order_id, company || `${first_name} ${last_name}`.trim()]),
  )
  const piecesById = new Map(pieces.map((row) => [row.order_id, Number(row.pieces)]))
  return rows.map((row) => {
    const id = Number(row['id'])
    const { number_prefix: prefix = '', email = '', tags = null, decimals = null } = ordersById.get(id) ?? {}
    return {
      ...row,
      number_text: typeof row['number'] === 'number' ? `${prefix}${row['number']}` : '',
      email,
      currency_decimals: decimals ?? 2,
      customer_name: namesById.get(id) ?? '',
      pieces: piecesById.get(id) ?? 0,
      tags: tags ? (JSON.parse(tags) as unknown) : [],
      payment: labelOrderState(app.context.registry, translate, 'payment_state', String(row['payment_state'] ?? '')),
      fulfilment: labelOrderState(app.context.registry, translate, 'fulfilment_state', String(row['fulfilment_state'] ?? '')),
    }
  })
}

export async function readOrderCounts(scope: AdminScope): Promise<Reply> {
  const { app, caller } = scope
  requireScopes(caller.grant, requiredScopes(requireEntity(app.context.registry, orderEntity), 'list'))
  requireCommerce(scope)
  const count = async (tab: OrderTab): Promise<number> => {
    const sql = `SELECT COUNT(*) AS orders FROM svc_sales_order r WHERE ${tabConditions[tab]}`
    const [row] = await app.context.database.query<{ orders: number | string }>(sql)
    return Number(row?.orders ?? 0)
  }
  return createJsonReply({
    all: await count('all'),
    open: await count('open'),
    pay: await count('pay'),
    ship: await count('ship'),
  } satisfies OrderCounts)
}
