// Reads a whole frozen document: the record with its texts, addresses, lines, selections, rates and files. Builds the reply about it.
import { isObject } from '../../foundation/json.js'
import { city } from '../../model/entities/store/city.js'
import { country } from '../../model/entities/store/country.js'
import { county } from '../../model/entities/store/county.js'
import { state } from '../../model/entities/store/state.js'
import { store } from '../../model/entities/store/store.js'
import { orderAddress } from '../../model/entities/orders/order-address.js'
import { quote } from '../../model/entities/orders/quote.js'
import { salesOrder } from '../../model/entities/orders/sales-order.js'
import { toConfiguredPictureName } from '../../shop/configured-picture.js'
import { readShopTimeZone } from '../../shop/shop.js'
import { toInList } from '../../storage/database/dialect.js'
import { findById } from '../../storage/record/snapshot.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import { layerPrefix, uploadPrefix } from '../../model/entity/document-fields.js'
import {
  type AddressTexts,
  addressMembers,
  type DocumentEntity,
  type FrozenDocument,
  type FrozenFile,
  type FrozenLine,
  type FrozenParts,
  type Instructions,
  type Letterhead,
  letterheadMembers,
  type ChargeReply,
  type DocumentLineReply,
  type DocumentReply,
  placeKeys,
} from './define.js'
import { type DocumentKind, documentKinds, formatDocumentNumber, toDocumentCurrency } from './kinds.js'
import { NotFoundError } from '../../foundation/errors.js'
import type { ReplyFile } from '../../model/verb/shape.js'
import { getRecordText } from '../../foundation/language.js'
import { createMessage } from '../../foundation/message.js'
import { dayOf } from '../../foundation/clock.js'
import type { AmountReply } from '../../shop/price.js'
import { formatWithUnit } from '../../engine/question/value.js'
import { computeDeliveryDates, computeTotalDays, type DeliveryDates } from '../checkout/offers.js'

// The texts of the seller, of addresses and of payment instructions, as they are stored.

const getNames = <K extends string>(members: Readonly<Record<K, unknown>>): readonly K[] => Object.keys(members) as K[]

type TextFields<K extends string> = Readonly<Record<K, string>>

/** The texts of a stored object by key; '' for missing ones. */
function toTextFields<const K extends string>(stored: unknown, keys: readonly K[]): TextFields<K> {
  const fields = isObject(stored) ? stored : {}
  const text = (key: string): string => (typeof fields[key] === 'string' ? fields[key] : '')
  // Safe cast: every key has a value.
  return Object.fromEntries(keys.map((key) => [key, text(key)])) as TextFields<K>
}

/** The text fields of an address; for null, empty texts. */
export const parseAddressTexts = (stored: unknown): TextFields<keyof typeof addressMembers> =>
  toTextFields(stored, getNames(addressMembers))

/** A stored seller as letterhead texts. */
export const parseLetterhead = (stored: unknown): Letterhead => toTextFields(stored, getNames(letterheadMembers))

/** Stored payment instructions as texts; null for none. */
export function parseInstructions(stored: unknown): Instructions | null {
  if (!isObject(stored) || typeof stored['text'] !== 'string') return null
  const { text, details } = stored
  const rows = Array.isArray(details) ? details.filter(isObject) : []
  return { text, details: rows.map((row) => ({ label: String(row['label']), text: String(row['text']) })) }
}

// The texts of the seller and of addresses, as documents freeze them now.

/** The country's name in the document's language; '' for none. */
async function readCountryName(work: ServiceContext, id: number | null, language: string): Promise<string> {
  const record = findById(await work.records(country), id)
  return record ? getRecordText(record, 'name', language) || record.name : ''
}

/** @param url the address of the shop; stored only if it is absolute */
export async function buildLetterhead(work: ServiceContext, language: string, url: string): Promise<Letterhead> {
  const [own] = await work.records(store)
  return parseLetterhead({
    ...own,
    url: /^https?:/.test(url) ? url : '',
    country: await readCountryName(work, own?.country_id ?? null, language),
    time_zone: await readShopTimeZone(work),
  })
}

interface PlaceName {
  readonly id: number
  readonly name: string
}

const findPlaceName = (places: readonly PlaceName[], id: number | null): string => findById(places, id)?.name ?? ''

/** An address with the ids of its places. */
type AddressWithPlaces = Omit<AddressTexts, 'country' | 'county' | 'state'>

/** Converts the ids of places to names in the language. */
export async function toAddressTexts(work: ServiceContext, record: AddressWithPlaces, language: string): Promise<AddressTexts> {
  return {
    ...parseAddressTexts(record),
    city: record.city || findPlaceName(await work.records(city), record.city_id),
    county: findPlaceName(await work.records(county), record.county_id),
    state: findPlaceName(await work.records(state), record.state_id),
    country: await readCountryName(work, record.country_id, language),
    country_id: record.country_id,
    state_id: record.state_id,
    county_id: record.county_id,
    city_id: record.city_id,
  }
}

// Frozen documents.

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

interface LineFile extends FrozenFile {
  readonly entity_id: number
}

async function loadFiles(work: ServiceContext, entity: string, ids: readonly number[]): Promise<readonly LineFile[]> {
  if (ids.length === 0) return []
  const list = toInList(ids)
  const columns = 'entity_id, name, property, original_name, media_type, size'
  const sql = `SELECT ${columns} FROM svc_files WHERE entity = ? AND entity_id IN ${list.sql} ORDER BY id`
  const rows = await work.on.query<LineFile>(sql, [entity, ...list.params])
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
      image: own.length === 0 ? null : toConfiguredPictureName(work.context, listLineLayers(own)),
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

/** A file that was uploaded to a line, by the id in the document's reply. NOT_FOUND unless it is an upload of one of its lines. */
export async function readUploadedFile(
  work: ServiceContext,
  document: DocumentEntity,
  id: number,
  file: string,
): Promise<ReplyFile> {
  const { line } = documentKinds[document]
  const sql = `SELECT f.original_name AS name FROM svc_files f JOIN ${line.table} l ON l.id = f.entity_id
    WHERE f.name = ? AND f.entity = ? AND l.${line.of} = ? AND f.property LIKE '${uploadPrefix}%'`
  const [row] = await work.on.query<{ name: string }>(sql, [file, line.entity, id])
  const bytes = row ? await work.context.files.get(file) : null
  if (row && bytes) return { name: row.name, bytes }
  throw new NotFoundError(document === 'quote' ? createMessage('shop.quoteFileUnknown') : createMessage('shop.orderFileUnknown'))
}

interface StoredAmounts {
  readonly net: number | null
  readonly tax: number | null
  readonly gross: number | null
}

const toAmounts = ({ net, tax, gross }: StoredAmounts): AmountReply => ({ net: net ?? 0, tax: tax ?? 0, gross: gross ?? 0 })

function toCharge(title: string, stored: StoredAmounts): ChargeReply | null {
  return title === '' && stored.net === null ? null : { title, ...toAmounts(stored) }
}

function toDiscount(title: string, net: number | null): { readonly title: string; readonly net: number } | null {
  return net === null || net === 0 ? null : { title, net }
}

const toFileReply = ({ name, original_name, media_type, size }: FrozenFile) => ({
  id: name,
  name: original_name,
  type: media_type,
  size,
})

/** The titles of the answers, the entry with its unit, or the file's name. */
export const formatSelectionText = ({ answer_title, entry, unit }: FrozenLine['config'][number]): string =>
  answer_title || formatWithUnit(entry, unit)

function toDocumentLineReply({ values, config, files, image }: FrozenLine): DocumentLineReply {
  const recurring = {
    net: values.recurring_net,
    tax: values.recurring_tax,
    gross: values.recurring_gross,
  }
  return {
    id: values.id,
    product_id: values.product_id,
    title: values.title,
    sku: values.sku,
    image,
    quantity: values.quantity ?? 1,
    unit_net: values.unit_net ?? 0,
    net_before_discount: values.net_before_discount ?? values.net ?? 0,
    ...toAmounts(values),
    tax_rate: values.tax_rate ?? 0,
    recurring: {
      ...toAmounts(recurring),
      net_before_discount: values.recurring_net_before_discount ?? values.recurring_net ?? 0,
      tax_rate: values.recurring_tax_rate ?? 0,
      interval: values.recurring_interval,
    },
    weight: values.weight ?? 0,
    note: values.note,
    options: config.map((entry) => ({
      question: entry.question_title,
      text: formatSelectionText(entry),
      file: files.find(({ property }) => property === `${uploadPrefix}${entry.question_id}`)?.name ?? null,
      net: entry.net ?? 0,
      recurring_net: entry.recurring_net ?? 0,
    })),
    files: files.filter(({ property }) => property.startsWith(uploadPrefix)).map(toFileReply),
  }
}

/** Days until each line is ready to ship, as frozen with it; null if a line has none. */
function readDispatchTimes(lines: readonly FrozenLine[]): readonly number[] | null {
  const dispatchTimes = lines.map(({ values: { trace } }) => (isObject(trace) ? trace['dispatch_time'] : undefined))
  return dispatchTimes.every((days) => typeof days === 'number') ? dispatchTimes : null
}

/**
 * The expected delivery of a placed order, counted from the day of the order. null for a quote, and if a number is unknown.
 * @param language of the text
 */
export function computeOrderDeliveryDates({ values, shop, lines }: FrozenDocument, language: string): DeliveryDates | null {
  const dispatchTimes = readDispatchTimes(lines)
  if (!('placed' in values) || values.placed === null || dispatchTimes === null) return null
  const orderDay = dayOf(Date.parse(values.placed), shop.time_zone || 'UTC')
  return computeDeliveryDates({ dispatchTimes, deliveryDays: values.delivery_days }, orderDay, language)
}

function toDeliveryReply(document: FrozenDocument): DocumentReply['delivery'] {
  const { values, lines } = document
  const { delivery_net: net, delivery_tax: tax, delivery_gross: gross, delivery_days: days } = values
  const charge = toCharge(values.delivery_title, { net, tax, gross })
  return (
    charge && {
      ...charge,
      days,
      total_days: computeTotalDays({ dispatchTimes: readDispatchTimes(lines) ?? [], deliveryDays: days }),
      dates: computeOrderDeliveryDates(document, values.language_tag),
    }
  )
}

/** Builds the reply about a frozen document from its stored texts and amounts, without lookups or computation. */
export function toDocumentReply(document: FrozenDocument): DocumentReply {
  const { values, shop, instructions, billing, delivery, lines, rates } = document
  return {
    token: values.token,
    number: values.number,
    number_text: formatDocumentNumber(values),
    status: values.status,
    created: values.created ?? '',
    placed: 'placed' in values ? values.placed : null,
    valid_until: 'valid_until' in values ? values.valid_until : null,
    language: values.language_tag,
    currency: toDocumentCurrency(values),
    b2b: values.b2b === true,
    email: values.email,
    phone: values.phone,
    vat_id: values.vat_id,
    note: values.note,
    terms_agreed: values.terms_agreed,
    terms: values.terms,
    shop,
    billing: billing && parseAddressTexts(billing),
    delivery_address: delivery && parseAddressTexts(delivery),
    lines: lines.map(toDocumentLineReply),
    discount: toDiscount(values.discount_title, values.discount_net),
    recurring_discount: toDiscount(values.discount_recurring_title, values.discount_recurring_net),
    delivery: toDeliveryReply(document),
    payment: toCharge(values.payment_title, {
      net: values.payment_net,
      tax: values.payment_tax,
      gross: values.payment_gross,
    }),
    payment_instructions: instructions,
    ...toAmounts(values),
    recurring: toAmounts({ net: values.recurring_net, tax: values.recurring_tax, gross: values.recurring_gross }),
    rates: rates.map(({ recurring, rate, code, net, tax }) => ({
      recurring: recurring === true,
      rate: rate ?? 0,
      code,
      net: net ?? 0,
      tax: tax ?? 0,
    })),
    weight: values.weight ?? 0,
    weight_unit: values.weight_unit,
  }
}
