// Reads a whole frozen document: the record with its addresses, lines, selections, rates and files, one statement each.
import { isObject } from '../../foundation/json.js'
import { orderAddress } from '../../model/entities/orders/order-address.js'
import { orderLine } from '../../model/entities/orders/order-line.js'
import { orderLineConfig } from '../../model/entities/orders/order-line-config.js'
import { orderTaxRate } from '../../model/entities/orders/order-tax-rate.js'
import { quote } from '../../model/entities/orders/quote.js'
import { quoteLine } from '../../model/entities/orders/quote-line.js'
import { quoteLineConfig } from '../../model/entities/orders/quote-line-config.js'
import { quoteTaxRate } from '../../model/entities/orders/quote-tax-rate.js'
import { salesOrder } from '../../model/entities/orders/sales-order.js'
import { toInList } from '../../storage/database/statement.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import type { AddressTexts, DocumentEntity, FrozenDocument, FrozenFile, FrozenLine, FrozenParts } from './define.js'
import { parseAddressTexts, parseInstructions, parseLetterhead, placeKeys } from './texts.js'

function parseAddress(stored: unknown): AddressTexts | null {
  if (!isObject(stored)) return null
  const place = (key: string): number | null => (typeof stored[key] === 'number' ? stored[key] : null)
  const [country_id, state_id, county_id, city_id] = placeKeys.map(place)
  return {
    ...parseAddressTexts(stored),
    country_id: country_id ?? null,
    state_id: state_id ?? null,
    county_id: county_id ?? null,
    city_id: city_id ?? null,
  }
}

/** The addresses of a quote: `{billing, delivery}`. */
export function parseAddresses(stored: unknown): Pick<FrozenDocument, 'billing' | 'delivery'> {
  const addresses = isObject(stored) ? stored : {}
  return { billing: parseAddress(addresses['billing']), delivery: parseAddress(addresses['delivery']) }
}

interface FileRow extends FrozenFile {
  readonly entity_id: number
}

async function loadFiles(work: ServiceContext, entity: string, ids: readonly number[]): Promise<readonly FileRow[]> {
  if (ids.length === 0) return []
  const list = toInList(ids)
  const columns = 'entity_id, name, property, original_name, media_type, size'
  const sql = `SELECT ${columns} FROM svc_files WHERE entity = ? AND entity_id IN ${list.sql} ORDER BY id`
  const rows = await work.on.query<FileRow>(sql, [entity, ...list.params])
  return rows.map((row) => ({ ...row, size: Number(row.size) }))
}

/** The lines with their parts. `lineOf` returns the line id of a selection. */
async function loadFrozenLines<Line extends FrozenLine['values'], Config extends FrozenLine['config'][number]>(
  work: ServiceContext,
  entity: string,
  lines: readonly Line[],
  config: readonly Config[],
  lineOf: (one: Config) => number | null,
  mayHaveFiles = true,
): Promise<readonly FrozenLine[]> {
  const files = mayHaveFiles ? await loadFiles(work, entity, toIds(lines)) : []
  const byOrder = (a: Config, b: Config): number => (a.ordering ?? 0) - (b.ordering ?? 0) || a.id - b.id
  return lines.map((values) => ({
    values,
    config: config.filter((entry) => lineOf(entry) === values.id).sort(byOrder),
    files: files.filter(({ entity_id }) => entity_id === values.id).map(({ entity_id: _line, ...file }) => file),
  }))
}

const toValues = <V>(records: readonly { readonly values: V }[]): readonly V[] => records.map(({ values }) => values)
const toIds = (records: readonly { readonly id: number }[]): readonly number[] => records.map(({ id }) => id)

/** The parts of an order in addition to its own record. They never change once the order is placed. */
type OrderParts = Pick<FrozenDocument, 'billing' | 'delivery' | 'lines' | 'rates'>

/** The parts that are known right after freezing an order. */
type NewOrderParts = Pick<OrderParts, 'billing' | 'delivery'> & FrozenParts

/** The name of an order among the documents of a transaction. */
const toDocumentName = (id: number): string => `${salesOrder.name} ${id}`

async function loadOrderAddresses(work: ServiceContext, id: number): Promise<Pick<OrderParts, 'billing' | 'delivery'>> {
  const addresses = toValues(await work.list(orderAddress, { column: 'sales_order_id', values: [id] }))
  const of = (addressKind: string): AddressTexts | null => addresses.find(({ kind }) => kind === addressKind) ?? null
  return { billing: of('billing'), delivery: of('delivery') }
}

async function loadStoredParts(work: ServiceContext, id: number): Promise<NewOrderParts> {
  const lines = toValues(await work.list(orderLine, { column: 'sales_order_id', values: [id] }))
  return { lines, config: null, rates: null, mayHaveFiles: true, ...(await loadOrderAddresses(work, id)) }
}

/** A selection of an order, with the id of its line. */
type OrderLineConfig = FrozenLine['config'][number] & { readonly order_line_id?: number | null }

async function buildOrderParts(work: ServiceContext, id: number, frozen: NewOrderParts): Promise<OrderParts> {
  const { lines, billing, delivery, mayHaveFiles } = frozen
  const ofLines = { column: 'order_line_id', values: lines.map((line) => line.id) }
  const config: readonly OrderLineConfig[] = frozen.config ?? toValues(await work.list(orderLineConfig, ofLines))
  const rates = frozen.rates ?? toValues(await work.list(orderTaxRate, { column: 'sales_order_id', values: [id] }))
  return {
    billing,
    delivery,
    lines: await loadFrozenLines(work, orderLine.name, lines, config, (entry) => entry.order_line_id ?? null, mayHaveFiles),
    rates,
  }
}

/** Caches the parts of an order that was frozen in this unit, for later reads in the same unit. */
export async function cacheOrderParts(
  work: ServiceContext & TransactionContext,
  id: number,
  frozen: NewOrderParts,
): Promise<void> {
  work.unit.identityMap.documents.set(toDocumentName(id), await buildOrderParts(work, id, frozen))
}

/** null if there is no such order. */
export async function readOrder(work: ServiceContext, id: number): Promise<FrozenDocument<'sales-order'> | null> {
  const record = await work.read(salesOrder, id)
  if (!record) return null
  const { values } = record
  // `cacheOrderParts` stores only order parts under this name.
  const cachedParts = work.unit?.identityMap.documents.get(toDocumentName(id)) as OrderParts | undefined
  const parts = cachedParts ?? (await buildOrderParts(work, id, await loadStoredParts(work, id)))
  const [shop, instructions] = [parseLetterhead(values.shop), parseInstructions(values.payment_instructions)]
  return { entity: 'sales-order', id, values, shop, instructions, ...parts }
}

/** null if there is no such quote. */
export async function readQuote(work: ServiceContext, id: number): Promise<FrozenDocument<'quote'> | null> {
  const record = await work.read(quote, id)
  if (!record) return null
  const of = { column: 'quote_id', values: [id] }
  const lines = await work.list(quoteLine, of)
  const config = await work.list(quoteLineConfig, { column: 'quote_line_id', values: toIds(lines) })
  const { values } = record
  const { billing, delivery } = parseAddresses(values.addresses)
  return {
    entity: 'quote',
    id,
    values,
    shop: parseLetterhead(values.shop),
    instructions: null,
    billing,
    delivery,
    lines: await loadFrozenLines(work, quoteLine.name, toValues(lines), toValues(config), (entry) => entry.quote_line_id),
    rates: toValues(await work.list(quoteTaxRate, of)),
  }
}

/** A document of either kind. null if there is none. */
export function readDocument(work: ServiceContext, entity: DocumentEntity, id: number): Promise<FrozenDocument | null> {
  return entity === 'quote' ? readQuote(work, id) : readOrder(work, id)
}
