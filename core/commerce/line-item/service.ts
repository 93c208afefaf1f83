// Line items for hosts that own the cart: sign, reprice, redeem once, reopen for editing, copy for a reorder.
import { fromAmount } from '../../engine/money/amount.js'
import type { AutomaticChange } from '../../engine/program/settlement.js'
import type { ConfigurationState } from '../../engine/program/state.js'
import { computeUnitTotals } from '../../engine/program/state.js'
import { createMessage, type MessageKey } from '../../foundation/message.js'
import { formatMessageFields } from '../../foundation/message-format.js'
import { sha256 } from '../../foundation/digest.js'
import { resumeConfiguration, findMissing, currentSelections, type MissingEntry } from '../../engine/program/configuration.js'
import { formatIsoTime } from '../../foundation/clock.js'
import { NotFoundError, ValidationError } from '../../foundation/errors.js'
import { configuration } from '../../model/entities/orders/configuration.js'
import { loadCompiledProduct, toProductTopic } from '../../product/compiled-products.js'
import { resolveCurrency } from '../../shop/shop.js'
import { openPricingSession, type ShopperPricingSession } from '../../shop/pricing-session.js'
import { calculateLinePrice } from '../../shop/price.js'
import { type PlaceInput, resolvePlace } from '../../shop/destination.js'
import type { Shopper } from '../../shop/shopper.js'
import { createShopIssue, getProductTitles, translateShopMessage } from '../../shop/language.js'
import { insertRows } from '../../storage/database/dialect.js'
import type { ServiceContext } from '../../storage/service-context.js'
import { copyConfiguration } from '../configuration/copy.js'
import { requireAllowedQuantity } from '../cart/settle.js'
import type { ConfigurationReply } from '../configuration/define.js'
import {
  findConfiguration,
  insertConfiguration,
  isClosedConfiguration,
  requireOpenConfiguration,
  type StoredConfiguration,
  listOptions,
  type UploadNames,
  readUploadNames,
  findUploadIds,
} from '../configuration/rows.js'
import { readConfiguration } from '../configuration/service.js'
import { loadConfiguration } from '../configuration/load-configuration.js'
import { requireRight, type ShopperContext, serviceOwnsCartsMessage, createToken } from '../shopper-context.js'
import type { LineItem, LineItemTrust, RepricedLineItem, SignedLineItem, LineItemChange } from './define.js'
import { type VerifiedLineItem, createSignedLineItem, verifyLineItem, requireUnexpiredItem } from './item-signature.js'

const toItemShopper = ({ sub, customer_group_id, tax_context }: LineItem): Shopper => ({
  customerId: null,
  customerGroupId: customer_group_id,
  ...(sub && { hostUserId: sub }),
  ...(tax_context && { tax: tax_context }),
})

/** Older items have no place. */
const toPlaceInput = ({ country, state }: LineItem): PlaceInput => ({ country: country ?? undefined, state: state ?? undefined })

/** NOT_FOUND if the service owns the carts. */
function requireLineItemTrust({ rules }: ShopperContext): LineItemTrust {
  if (rules.lineItems !== null) return rules.lineItems
  throw new NotFoundError(serviceOwnsCartsMessage)
}

// Builds a line item from a settled configuration, and compares it with a signed one.

function toLineItem(
  token: string,
  { product, shop, place }: ShopperPricingSession,
  state: ConfigurationState,
  shopper: Shopper,
  quantity: number,
  uploads: UploadNames,
): LineItem {
  const price = calculateLinePrice(state, product, shop, quantity)
  if (price === null) throw ValidationError.of('quantity', createMessage('shop.priceTooLarge'))
  const titles = getProductTitles(product, shop.language)
  const options = listOptions(state, product, titles, uploads)
  const { net, tax, gross, recurring } = price
  return {
    configuration: token,
    product_id: product.program.source.id,
    title: titles.product,
    quantity,
    language: shop.language,
    selections: currentSelections(state),
    options,
    skus: [product.sku, ...options.flatMap(({ skus }) => skus)].filter(Boolean),
    currency: shop.currency.code,
    ...place,
    net,
    tax,
    gross,
    recurring,
    weight: fromAmount(computeUnitTotals(state).weight * quantity),
    catalog_version: Number(product.program.source.catalog_version),
    sub: shopper.hostUserId ?? null,
    tax_context: shopper.tax ?? null,
    customer_group_id: shopper.customerGroupId,
  }
}

const comparedFields = ['title', 'net', 'gross', 'weight'] as const

const changeMessages = {
  title: 'shop.lineItemTitleChanged',
  net: 'shop.lineItemNetChanged',
  gross: 'shop.lineItemGrossChanged',
  weight: 'shop.lineItemWeightChanged',
} as const satisfies Record<(typeof comparedFields)[number], MessageKey>

/** The differences from the signed item. `automatic` are the selections that the catalogue changed. */
function findLineItemChanges(
  item: LineItem,
  now: LineItem,
  automatic: readonly AutomaticChange[],
  missing: readonly MissingEntry[],
  write: (key: MessageKey, values: Readonly<Record<string, string | number>>) => string,
): readonly LineItemChange[] {
  const changes: LineItemChange[] = comparedFields
    .filter((field) => item[field] !== now[field])
    .map((field) => ({
      field,
      from: item[field],
      to: now[field],
      message: write(changeMessages[field], { from: item[field], to: now[field] }),
    }))
  if (item.recurring.gross !== now.recurring.gross) {
    const [from, to] = [item.recurring.gross, now.recurring.gross]
    changes.push({ field: 'recurring', from, to, message: write('shop.lineItemRecurringChanged', { from, to }) })
  }
  const findText = (options: LineItem['options'], id: number): string | null =>
    options.find((option) => option.question_id === id)?.text ?? null
  const findTitle = (id: number): string => item.options.find((option) => option.question_id === id)?.question ?? String(id)
  for (const { question_id } of automatic) {
    const [from, to] = [findText(item.options, question_id), findText(now.options, question_id)]
    const change = { question: findTitle(question_id), from: from ?? '' }
    const message =
      to === null ? write('shop.lineItemOptionGone', change) : write('shop.lineItemOptionChanged', { ...change, to })
    changes.push({ field: 'selection', question_id, from, to, message })
  }
  for (const { question_id, message } of missing) changes.push({ field: 'missing', question_id, from: null, to: null, message })
  return changes
}

/** Signs a finished configuration. ValidationError on `configuration` (not finished, not opened by the host) and `quantity`. */
export async function signConfiguration(
  shopperContext: ShopperContext,
  token: string,
  quantity: number | undefined,
): Promise<SignedLineItem> {
  const trust = requireLineItemTrust(shopperContext)
  const loadedConfiguration = await loadConfiguration(shopperContext, token)
  const { row, product, state, shopper, work } = loadedConfiguration
  requireOpenConfiguration(row)
  // Otherwise a shopper could get the taxes and prices of guests by omitting the assertion.
  if (!trust.guests && shopper.hostUserId === undefined) {
    const message = createMessage('shop.configurationNotOrderable')
    const { language } = loadedConfiguration.shop
    throw new ValidationError([createShopIssue(work.context.registry, language, 'configuration', message, 'NO_ASSERTION')])
  }
  requireRight(work, loadedConfiguration.shop, 'may_order')
  const issues = findMissing(state).map(({ message }) => ({ field: 'configuration', code: 'NOT_FINISHED', message }))
  if (issues.length > 0) throw new ValidationError(issues)
  const requestedQuantity = quantity ?? product.quantities.min
  requireAllowedQuantity(requestedQuantity, product.quantities)
  const uploads = await readUploadNames(work, row.id, findUploadIds(product.program, row.selections))
  return createSignedLineItem(
    shopperContext.context,
    trust,
    toLineItem(token, loadedConfiguration, state, shopper, requestedQuantity, uploads),
  )
}

/** The line item, if the host may still charge it. Otherwise ValidationError on `line_item`. */
async function requireSellableItem(shopperContext: ShopperContext, lineItem: string): Promise<VerifiedLineItem> {
  const trust = requireLineItemTrust(shopperContext)
  const checked = await verifyLineItem(shopperContext.context, trust, lineItem)
  requireUnexpiredItem(checked, shopperContext.now)
  if (trust.guests || checked.item.sub) return checked
  throw ValidationError.of('line_item', createMessage('shop.lineItemWithoutVisitor'), 'NO_ASSERTION')
}

/** Reprices the line item and lists the changes since it was signed. Stores nothing. ValidationError on an expired `line_item`. */
export async function priceLineItem(shopperContext: ShopperContext, lineItem: string): Promise<RepricedLineItem> {
  const checked = await requireSellableItem(shopperContext, lineItem)
  return repriceItem(shopperContext, checked.item)
}

/**
 * Redeems the line item once, before the host charges it. ValidationError on `line_item` if it was redeemed before, or if repricing
 * changes it: the issues list the changes.
 */
export async function redeemLineItem(shopperContext: ShopperContext, lineItem: string): Promise<LineItem> {
  const checked = await requireSellableItem(shopperContext, lineItem)
  const { changes } = await repriceItem(shopperContext, checked.item)
  if (changes.length > 0) {
    throw new ValidationError(changes.map(({ message }) => ({ field: 'line_item', code: 'CHANGED', message })))
  }
  await markItemRedeemed(shopperContext, checked)
  return checked.item
}

/** Returns the configuration for editing. Creates a new one from the item if it was deleted or charged. */
export async function reopenLineItem(shopperContext: ShopperContext, lineItem: string): Promise<ConfigurationReply> {
  const { item } = await verifyLineItem(shopperContext.context, requireLineItemTrust(shopperContext), lineItem)
  const existingConfiguration = await findItemConfiguration(shopperContext, item.configuration)
  if (existingConfiguration?.state !== 'open') return copyLineItem(shopperContext, lineItem)
  const reply = await readConfiguration(shopperContext, item.configuration).catch(toNullIfMissing)
  if (reply === null) return copyLineItem(shopperContext, lineItem)
  // Restores the item's selections: the shopper may have changed the configuration after it was signed.
  const work = await shopperContext.at(toProductTopic(item.product_id))
  const fields = {
    selections: item.selections,
    history: null,
    catalog_version: item.catalog_version,
    changed: formatIsoTime(work.now),
  }
  await work.write(configuration, fields, { id: existingConfiguration.id })
  return readConfiguration(shopperContext, item.configuration)
}

/** Creates a new configuration for another order. `automatic` lists selections that the catalogue no longer offers. */
export async function copyLineItem(shopperContext: ShopperContext, lineItem: string): Promise<ConfigurationReply> {
  const { item } = await verifyLineItem(shopperContext.context, requireLineItemTrust(shopperContext), lineItem)
  const work = await shopperContext.at(toProductTopic(item.product_id))
  const product = await loadCompiledProduct(work, item.product_id)
  if (!product?.isPublished) {
    throw ValidationError.of('line_item', createMessage('shop.lineItemNotSold', { title: item.title }), 'NOT_PUBLISHED')
  }
  const { chosen } = await resolveCurrency(work, item.currency)
  const files = findUploadIds(product.program, item.selections)
  const fields = {
    product_id: item.product_id,
    token: createToken(),
    customer_id: null,
    currency_id: chosen.id,
    customer_group_id: item.customer_group_id,
    ...(await resolvePlace(work, toPlaceInput(item))),
    tax_context: item.tax_context,
    host_user_id: item.sub ?? '',
    language_tag: item.language,
    catalog_version: item.catalog_version,
  }
  await shopperContext.transact(async (inside) => {
    const existingConfiguration = await findItemConfiguration(inside, item.configuration)
    if (existingConfiguration) {
      const source = { ...existingConfiguration, ...fields, selections: item.selections }
      return copyConfiguration(inside, source, { token: fields.token, state: 'open' })
    }
    // The files were deleted with their configuration, so the shopper must upload them again.
    const selections = item.selections.filter(({ value }) => !files.includes(value))
    return insertConfiguration(inside, { ...fields, selections })
  })
  return readConfiguration(shopperContext, fields.token)
}

function findItemConfiguration(work: ServiceContext, token: string): Promise<StoredConfiguration | null> {
  return findConfiguration(work, token)
    .then(({ row }) => row)
    .catch(toNullIfMissing)
}

async function repriceItem(shopperContext: ShopperContext, item: LineItem): Promise<RepricedLineItem> {
  const shopper = toItemShopper(item)
  const work = await shopperContext.at(toProductTopic(item.product_id))
  const request = {
    productId: item.product_id,
    language: shopperContext.language ?? item.language,
    currency: item.currency,
    place: toPlaceInput(item),
  }
  try {
    const session = await openPricingSession(work, shopper, request)
    const { state, automatic } = resumeConfiguration(session.product.program, session.evaluation, item.selections)
    const names = new Map(item.options.map(({ value, text }) => [value, text]))
    const files = new Map(findUploadIds(session.product.program, item.selections).map((id) => [id, names.get(id) ?? id]))
    const now = toLineItem(item.configuration, session, state, shopper, item.quantity, files)
    const lacks = findMissing(state)
    const sameLanguage = now.language === item.language ? now : { ...now, title: item.title }
    const write = (key: MessageKey, values: Readonly<Record<string, string | number>>): string =>
      translateShopMessage(work.context.registry, session.shop.language, key, values)
    const changes = findLineItemChanges(item, sameLanguage, automatic, lacks, write)
    return { item, now, same: changes.length === 0, changes, automatic, missing: lacks }
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    const { registry } = work.context
    const message = error.issues
      .map((issue) => formatMessageFields(issue, request.language, { catalogs: registry.messages }))
      .join(' ')
    const change = { field: 'product', from: item.title, to: null, message }
    return { item, now: null, same: false, changes: [change], automatic: [], missing: [] }
  }
}

/**
 * Stores the signature's digest until the item expires, and closes the configuration: a charged one cannot change. VALIDATION_FAILED
 * if any process has redeemed the item before.
 */
async function markItemRedeemed(shopperContext: ShopperContext, { id, expires, item }: VerifiedLineItem): Promise<void> {
  const digest = sha256(`line-item ${id}`)
  try {
    await shopperContext.transact(async (work) => {
      await work.unit.run(insertRows('svc_used_assertions', ['digest', 'expires']), [digest, formatIsoTime(expires)])
      const existingConfiguration = await findItemConfiguration(work, item.configuration)
      if (existingConfiguration && isClosedConfiguration(existingConfiguration)) throw createOrderedError()
      if (existingConfiguration) await work.write(configuration, { state: 'ordered' }, { id: existingConfiguration.id })
    })
  } catch (error) {
    if (!shopperContext.context.database.dialect.isDuplicate(error)) throw error
    throw ValidationError.of('line_item', createMessage('shop.lineItemUsed'), 'USED')
  }
}

/** The configuration was signed more than once, and one of its line items was redeemed. */
function createOrderedError(): ValidationError {
  return ValidationError.of('line_item', createMessage('shop.lineItemOrdered'), 'ORDERED')
}

function toNullIfMissing(error: unknown): null {
  if (error instanceof NotFoundError) return null
  throw error
}
