// Line items for hosts that own the cart: sign, reprice, redeem once, reopen for editing, copy for a reorder (domain §7).
import { sha256 } from '../../foundation/digest.js'
import { resumeConfiguration } from '../../engine/program/configuration.js'
import { findMissing } from '../../engine/program/configuration-view.js'
import { formatIsoTime } from '../../foundation/clock.js'
import { NotFoundError, ValidationError } from '../../foundation/errors.js'
import { configuration } from '../../model/entities/orders/configuration.js'
import { compiledProduct, productTopic } from '../../product/programs.js'
import { shopCurrency } from '../../shop/currency.js'
import { openDesk } from '../../shop/desk.js'
import { type PlaceInput, placeTold } from '../../shop/place.js'
import type { Shopper } from '../../shop/shopper.js'
import { said } from '../../shop/texts.js'
import { insertRows } from '../../storage/database/dialect.js'
import type { Work } from '../../storage/work.js'
import { copyConfiguration } from '../configuration/copy.js'
import { requireQuantity } from '../cart/quantity.js'
import type { ConfigurationReply } from '../configuration/define.js'
import { findConfiguration, insertConfiguration, isClosed, requireOpen, type StoredConfiguration } from '../configuration/rows.js'
import { readConfiguration } from '../configuration/service.js'
import { take } from '../configuration/take.js'
import { uploadIds, uploadNames } from '../configuration/uploads.js'
import { requireRight } from '../rights.js'
import { newToken } from '../token.js'
import { serviceOwnsCarts } from '../cart/ownership.js'
import type { Visit } from '../visit.js'
import type { LineItem, LineItemTrust, RepricedLineItem, SignedLineItem } from './define.js'
import { changesSince, itemOf } from './item.js'
import { type CheckedLineItem, checkItem, requireInTime, signItem } from './signature.js'

const shopperOf = ({ sub, customer_group_id, tax_context }: LineItem): Shopper => ({
  customerId: null,
  customerGroupId: customer_group_id,
  ...(sub && { hostUserId: sub }),
  ...(tax_context && { tax: tax_context }),
})

/** Older items have no place. */
const placeOf = ({ country, state }: LineItem): PlaceInput => ({ country: country ?? undefined, state: state ?? undefined })

/** NOT_FOUND if the service owns the carts. */
function trustOf({ rules }: Visit): LineItemTrust {
  if (rules.lineItems !== null) return rules.lineItems
  throw new NotFoundError(serviceOwnsCarts)
}

const sentences = {
  notOpenedByHost: 'This configuration cannot be ordered. Please reload the product page.',
} as const

/** Signs a finished configuration. ValidationError on `configuration` (not finished, not opened by the host) and `quantity`. */
export async function signConfiguration(visit: Visit, token: string, quantity: number | undefined): Promise<SignedLineItem> {
  const trust = trustOf(visit)
  const taken = await take(visit, token)
  const { row, product, state, shopper, work } = taken
  requireOpen(row)
  // Otherwise a shopper could get the taxes and prices of guests by omitting the assertion.
  if (!trust.guests && shopper.hostUserId === undefined) {
    const message = said(work.context.registry, taken.shop.language, sentences.notOpenedByHost)
    throw ValidationError.of('configuration', message, 'NO_ASSERTION')
  }
  requireRight(work, taken.shop, 'may_order')
  const issues = findMissing(state).map(({ message }) => ({ field: 'configuration', code: 'NOT_FINISHED', message }))
  if (issues.length > 0) throw new ValidationError(issues)
  const wanted = quantity ?? product.quantities.min
  requireQuantity(wanted, product.quantities)
  const uploads = await uploadNames(work, row.id, uploadIds(product.program, row.selections))
  return signItem(visit.context, trust, itemOf(token, taken, state, shopper, wanted, uploads))
}

/** The line item, if the host may still charge it. Otherwise ValidationError on `line_item`. */
async function checkSellable(visit: Visit, lineItem: string): Promise<CheckedLineItem> {
  const trust = trustOf(visit)
  const checked = await checkItem(visit.context, trust, lineItem)
  requireInTime(checked, visit.now)
  if (trust.guests || checked.item.sub) return checked
  const message = 'This line item names no visitor: no assertion opened its configuration. Open another with an assertion.'
  throw ValidationError.of('line_item', message, 'NO_ASSERTION')
}

/** Reprices the line item and lists the changes since it was signed. Stores nothing. ValidationError on an expired `line_item`. */
export async function priceLineItem(visit: Visit, lineItem: string): Promise<RepricedLineItem> {
  const checked = await checkSellable(visit, lineItem)
  return reprice(visit, checked.item)
}

/**
 * Redeems the line item once, before the host charges it. ValidationError on `line_item` if it was redeemed before, or if repricing
 * changes it: the issues list the changes.
 */
export async function redeemLineItem(visit: Visit, lineItem: string): Promise<LineItem> {
  const checked = await checkSellable(visit, lineItem)
  const { changes } = await reprice(visit, checked.item)
  if (changes.length > 0) {
    throw new ValidationError(changes.map(({ message }) => ({ field: 'line_item', code: 'CHANGED', message })))
  }
  await takeOnce(visit, checked)
  return checked.item
}

/** Returns the configuration for editing. Creates a new one from the item if it was deleted or charged. */
export async function reopenLineItem(visit: Visit, lineItem: string): Promise<ConfigurationReply> {
  const { item } = await checkItem(visit.context, trustOf(visit), lineItem)
  const found = await find(visit, item.configuration)
  if (found?.state !== 'open') return copyLineItem(visit, lineItem)
  const reply = await readConfiguration(visit, item.configuration).catch(gone)
  if (reply === null) return copyLineItem(visit, lineItem)
  // Restores the item's selections: the shopper may have changed the configuration after it was signed.
  const work = await visit.at(productTopic(item.product_id))
  const fields = {
    selections: item.selections,
    history: null,
    catalog_version: item.catalog_version,
    changed: formatIsoTime(work.now),
  }
  await work.write(configuration, fields, { id: found.id })
  return readConfiguration(visit, item.configuration)
}

/** Creates a new configuration for another order. `automatic` lists selections that the catalogue no longer offers. */
export async function copyLineItem(visit: Visit, lineItem: string): Promise<ConfigurationReply> {
  const { item } = await checkItem(visit.context, trustOf(visit), lineItem)
  const work = await visit.at(productTopic(item.product_id))
  const product = await compiledProduct(work, item.product_id)
  if (!product?.isPublished) {
    throw ValidationError.of('line_item', `'${item.title}' is no longer sold, so it cannot be ordered again.`, 'NOT_PUBLISHED')
  }
  const { chosen } = await shopCurrency(work, item.currency)
  const files = uploadIds(product.program, item.selections)
  const fields = {
    product_id: item.product_id,
    token: newToken(),
    customer_id: null,
    currency_id: chosen.id,
    customer_group_id: item.customer_group_id,
    ...(await placeTold(work, placeOf(item))),
    tax_context: item.tax_context,
    host_user_id: item.sub ?? '',
    language_tag: item.language,
    catalog_version: item.catalog_version,
  }
  await visit.transact(async (inside) => {
    const found = await find(inside, item.configuration)
    if (found) {
      const source = { ...found, ...fields, selections: item.selections }
      return copyConfiguration(inside, source, { token: fields.token, state: 'open' })
    }
    // The files were deleted with their configuration, so the shopper must upload them again.
    const selections = item.selections.filter(({ value }) => !files.includes(value))
    return insertConfiguration(inside, { ...fields, selections })
  })
  return readConfiguration(visit, fields.token)
}

function find(work: Work, token: string): Promise<StoredConfiguration | null> {
  return findConfiguration(work, token)
    .then(({ row }) => row)
    .catch(gone)
}

async function reprice(visit: Visit, item: LineItem): Promise<RepricedLineItem> {
  const shopper = shopperOf(item)
  const work = await visit.at(productTopic(item.product_id))
  const wanted = {
    productId: item.product_id,
    language: visit.language ?? item.language,
    currency: item.currency,
    place: placeOf(item),
  }
  try {
    const desk = await openDesk(work, shopper, wanted)
    const { state, automatic } = resumeConfiguration(desk.product.program, desk.evaluation, item.selections)
    const names = new Map(item.options.map(({ value, text }) => [value, text]))
    const files = new Map(uploadIds(desk.product.program, item.selections).map((id) => [id, names.get(id) ?? id]))
    const now = itemOf(item.configuration, desk, state, shopper, item.quantity, files)
    const lacks = findMissing(state)
    const sameLanguage = now.language === item.language ? now : { ...now, title: item.title }
    const changes = changesSince(item, sameLanguage, automatic, lacks)
    return { item, now, same: changes.length === 0, changes, automatic, missing: lacks }
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    const { message } = error
    const change = { field: 'product', from: item.title, to: null, message }
    return { item, now: null, same: false, changes: [change], automatic: [], missing: [] }
  }
}

/**
 * Stores the signature's digest until the item expires, and closes the configuration: a charged one cannot change. VALIDATION_FAILED
 * if any process has redeemed the item before.
 */
async function takeOnce(visit: Visit, { id, expires, item }: CheckedLineItem): Promise<void> {
  const digest = sha256(`line-item ${id}`)
  try {
    await visit.transact(async (work) => {
      await work.unit.run(insertRows('svc_used_assertions', ['digest', 'expires']), [digest, formatIsoTime(expires)])
      const found = await find(work, item.configuration)
      if (found && isClosed(found)) throw ordered()
      if (found) await work.write(configuration, { state: 'ordered' }, { id: found.id })
    })
  } catch (error) {
    if (!visit.context.database.dialect.isDuplicate(error)) throw error
    throw ValidationError.of('line_item', 'This line item was taken before. Copy it for another order.', 'USED')
  }
}

/** The configuration was signed more than once, and one of its line items was redeemed. */
function ordered(): ValidationError {
  const message = 'The configuration of this line item was ordered before. Copy it for another order.'
  return ValidationError.of('line_item', message, 'ORDERED')
}

function gone(error: unknown): null {
  if (error instanceof NotFoundError) return null
  throw error
}
