// Reads a whole frozen document: the record with its addresses, lines, selections, rates and files, one statement each.
import { isObject } from '../../foundation/json.js'
import { orderAddress } from '../../model/entities/orders/order-address.js'
import { quote } from '../../model/entities/orders/quote.js'
import { salesOrder } from '../../model/entities/orders/sales-order.js'
import { toConfiguredPictureName } from '../../shop/configured-picture.js'
import { toInList } from '../../storage/database/dialect.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import { layerPrefix } from '../../model/entity/document-fields.js'
import type { AddressTexts, DocumentEntity, FrozenDocument, FrozenFile, FrozenLine, FrozenParts } from './define.js'
import { type DocumentKind, documentKinds } from './kinds.js'
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
function parseAddresses(stored: unknown): Pick<FrozenDocument, 'billing' | 'delivery'> {
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

/** The lines with their selections and files. */
async function loadFrozenLines(
  work: ServiceContext,
  kind: DocumentKind,
  lines: readonly FrozenLine['values'][],
  config: readonly FrozenLine['config'][number][],
  mayHaveFiles = true,
): Promise<readonly FrozenLine[]> {
  const files = mayHaveFiles ? await loadFiles(work, kind.line.entity, toIds(lines)) : []
  const sorted = config.toSorted((a, b) => (a.ordering ?? 0) - (b.ordering ?? 0) || a.id - b.id)
  return lines.map((values) => {
    const own = files.filter(({ entity_id }) => entity_id === values.id).map(({ entity_id: _line, ...file }) => file)
    return {
      values,
      config: sorted.filter((selection) => kind.config.toParentId(selection) === values.id),
      files: own,
      image: toConfiguredPictureName(work.context, listLineLayers(own)),
    }
  })
}

/** The layers of the picture of a line, the lowest first. Without layers, the plain picture of the product, if there is one. */
function listLineLayers(files: readonly FrozenFile[]): readonly string[] {
  const toOrder = ({ property }: FrozenFile): number => Number(property.slice(layerPrefix.length))
  const layers = files.filter(({ property }) => property.startsWith(layerPrefix)).toSorted((a, b) => toOrder(a) - toOrder(b))
  const pictures = layers.length > 0 ? layers : files.filter(({ property }) => property === 'picture')
  return pictures.filter(({ media_type }) => media_type.startsWith('image/')).map(({ name }) => name)
}

const toIds = (records: readonly { readonly id: number }[]): readonly number[] => records.map(({ id }) => id)

/** The parts of an order in addition to its own record. They never change once the order is placed. */
type OrderParts = Pick<FrozenDocument, 'billing' | 'delivery' | 'lines' | 'rates'>

/** The parts that are known right after freezing an order. */
type NewOrderParts = Pick<OrderParts, 'billing' | 'delivery'> & FrozenParts

/** The name of an order among the documents of a transaction. */
const toDocumentName = (id: number): string => `${salesOrder.name} ${id}`

async function loadOrderAddresses(work: ServiceContext, id: number): Promise<Pick<OrderParts, 'billing' | 'delivery'>> {
  const addresses = await work.list(orderAddress, { column: 'sales_order_id', values: [id] })
  const of = (addressKind: string): AddressTexts | null =>
    addresses.find(({ values }) => values.kind === addressKind)?.values ?? null
  return { billing: of('billing'), delivery: of('delivery') }
}

/** The lines and rates of a document. Reads the parts that `frozen` does not contain. */
async function loadParts(
  work: ServiceContext,
  kind: DocumentKind,
  id: number,
  frozen?: FrozenParts,
): Promise<Pick<OrderParts, 'lines' | 'rates'>> {
  const lines = frozen?.lines ?? (await kind.line.load(work, [id]))
  const config = frozen?.config ?? (await kind.config.load(work, toIds(lines)))
  const rates = frozen?.rates ?? (await kind.rate.load(work, [id]))
  return { lines: await loadFrozenLines(work, kind, lines, config, frozen?.mayHaveFiles), rates }
}

/** Caches the parts of an order that was frozen in this unit, for later reads in the same unit. */
export async function cacheOrderParts(
  work: ServiceContext & TransactionContext,
  id: number,
  frozen: NewOrderParts,
): Promise<void> {
  const parts = await loadParts(work, documentKinds['sales-order'], id, frozen)
  work.unit.identityMap.documents.set(toDocumentName(id), { billing: frozen.billing, delivery: frozen.delivery, ...parts })
}

/** null if there is no such order. */
export async function readOrder(work: ServiceContext, id: number): Promise<FrozenDocument<'sales-order'> | null> {
  const record = await work.read(salesOrder, id)
  if (!record) return null
  const { values } = record
  // `cacheOrderParts` stores only order parts under this name.
  const cachedParts = work.unit?.identityMap.documents.get(toDocumentName(id)) as OrderParts | undefined
  const parts = cachedParts ?? {
    ...(await loadParts(work, documentKinds['sales-order'], id)),
    ...(await loadOrderAddresses(work, id)),
  }
  const [shop, instructions] = [parseLetterhead(values.shop), parseInstructions(values.payment_instructions)]
  return { entity: 'sales-order', id, values, shop, instructions, ...parts }
}

/** null if there is no such quote. */
export async function readQuote(work: ServiceContext, id: number): Promise<FrozenDocument<'quote'> | null> {
  const record = await work.read(quote, id)
  if (!record) return null
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
    ...(await loadParts(work, documentKinds.quote, id)),
  }
}

/** A document of either kind. null if there is none. */
export function readDocument(work: ServiceContext, entity: DocumentEntity, id: number): Promise<FrozenDocument | null> {
  return entity === 'quote' ? readQuote(work, id) : readOrder(work, id)
}
