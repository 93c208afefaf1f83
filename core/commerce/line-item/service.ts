// Line items for hosts that own the cart: signed, priced again, taken once, opened for editing, copied for a reorder (domain §7).
import { shopCurrency } from '../../shop/currency.js'
import { take } from '../configuration/take.js'
import { openDesk } from '../../shop/desk.js'
import type { Shopper } from '../../shop/shopper.js'
import { createHash } from 'node:crypto'
import { resume } from '../../engine/program/configure.js'
import { missing } from '../../engine/program/view.js'
import { isoTime } from '../../ground/clock.js'
import { NotFoundError, ValidationError } from '../../ground/errors.js'
import type { Context } from '../../storage/context.js'
import { insertRows } from '../../storage/database/dialect.js'
import { type Unit, unit } from '../../storage/database/unit.js'
import { write } from '../../storage/pipeline/write.js'
import { momentOf } from '../../storage/record/moment.js'
import { within } from '../../storage/within.js'
import { copyConfiguration } from '../cart/copy.js'
import { requireQuantity } from '../cart/quantity.js'
import type { ConfigurationReply, Configurations } from '../configuration/define.js'
import { compiledProduct, productTopic } from '../../product/programs.js'
import { findConfiguration, insertConfiguration, newToken, type StoredConfiguration } from '../configuration/rows.js'
import { uploadIds, uploadNames } from '../configuration/uploads.js'
import type { LineItem, LineItemOptions, LineItems, LineItemTrust, RepricedLineItem, SignedLineItem } from './define.js'
import { changesSince, itemOf } from './item.js'
import { type CheckedLineItem, checkItem, requireInTime, signItem } from './signature.js'

export const serviceOwnsCarts = 'Carts are kept here: line items are for hosts that own the cart.'

const shopperOf = ({ customer_group_id, tax_context }: LineItem): Shopper => ({
  customerId: null,
  customerGroupId: customer_group_id,
  ...(tax_context && { tax: tax_context }),
})

class LineItemService implements LineItems {
  constructor(
    private readonly context: Context,
    private readonly configurations: Configurations,
    private readonly given: LineItemTrust | null,
  ) {}

  private get trust(): LineItemTrust {
    if (this.given !== null) return this.given
    throw new NotFoundError(serviceOwnsCarts)
  }

  async finalize(token: string, quantity: number | undefined, options: LineItemOptions): Promise<SignedLineItem> {
    const { context, trust } = this
    const taken = await take(context, token, options)
    const { row, product, state, shopper } = taken
    const issues = missing(state).map(({ message }) => ({ field: 'configuration', code: 'NOT_FINISHED', message }))
    if (issues.length > 0) throw new ValidationError(issues)
    const wanted = quantity ?? product.quantities.min
    requireQuantity(wanted, product.quantities)
    const uploads = await uploadNames(context, row.id, uploadIds(product.program, row.selections))
    return signItem(context, trust, itemOf(token, taken, state, shopper, wanted, uploads))
  }

  async price(lineItem: string, options: LineItemOptions): Promise<RepricedLineItem> {
    const { context } = this
    const checked = await checkItem(context, this.trust, lineItem)
    requireInTime(checked, context.clock.now())
    return this.reprice(checked.item, options)
  }

  async redeem(lineItem: string, options: LineItemOptions): Promise<LineItem> {
    const { context } = this
    const checked = await checkItem(context, this.trust, lineItem)
    requireInTime(checked, context.clock.now())
    const { changes } = await this.reprice(checked.item, options)
    if (changes.length > 0) {
      throw new ValidationError(changes.map(({ message }) => ({ field: 'line_item', code: 'CHANGED', message })))
    }
    await this.takeOnce(checked)
    return checked.item
  }

  async reopen(lineItem: string, options: LineItemOptions): Promise<ConfigurationReply> {
    const { context } = this
    const { item } = await checkItem(context, this.trust, lineItem)
    const found = await this.find(item.configuration)
    if (found?.state !== 'open') return this.copy(lineItem, options)
    const reply = await this.configurations.read(item.configuration, options).catch(gone)
    if (reply === null) return this.copy(lineItem, options)
    // The shopper may have gone on since: the cart's item is what is edited.
    const moment = await momentOf(context, undefined, [productTopic(item.product_id)])
    const fields = { selections: item.selections, catalog_version: item.catalog_version, changed: isoTime(context.clock.now()) }
    await write(context, 'configuration', fields, { id: found.id, internal: true, moment })
    return this.configurations.read(item.configuration, options)
  }

  async copy(lineItem: string, options: LineItemOptions): Promise<ConfigurationReply> {
    const { context } = this
    const { item } = await checkItem(context, this.trust, lineItem)
    const moment = await momentOf(context, undefined, [productTopic(item.product_id)])
    const product = await compiledProduct(context, moment, item.product_id)
    if (!product?.isPublished) {
      throw ValidationError.of('line_item', `'${item.title}' is no longer sold, so it cannot be ordered again.`, 'NOT_PUBLISHED')
    }
    const { chosen } = await shopCurrency(context, moment, item.currency)
    const files = uploadIds(product.program, item.selections)
    const fields = {
      ...{ product_id: item.product_id, token: newToken(), customer_id: null, currency_id: chosen.id },
      ...{ customer_group_id: item.customer_group_id, tax_context: item.tax_context, language_tag: item.language },
      catalog_version: item.catalog_version,
    }
    await unit(context.database, async (u) => {
      const found = await this.find(item.configuration, u)
      if (found) {
        const source = { ...found, ...fields, selections: item.selections }
        return copyConfiguration(within(context, u), u, source, { token: fields.token, state: 'open' })
      }
      // Files were deleted with the configuration that they belonged to; they are asked for again.
      const selections = item.selections.filter(({ value }) => !files.includes(value))
      return insertConfiguration(context, moment, { ...fields, selections }, u)
    })
    return this.configurations.read(fields.token, options)
  }

  private find(token: string, u?: Unit): Promise<StoredConfiguration | null> {
    return findConfiguration(this.context, token, u).catch(gone)
  }

  private async reprice(item: LineItem, options: LineItemOptions): Promise<RepricedLineItem> {
    const { context } = this
    const shopper = shopperOf(item)
    const moment = await momentOf(context, undefined, [productTopic(item.product_id)])
    const wanted = { productId: item.product_id, language: options.language ?? item.language, currency: item.currency }
    try {
      const desk = await openDesk(context, moment, shopper, wanted)
      const { state, automatic } = resume(desk.product.program, desk.evaluation, item.selections)
      const names = new Map(item.options.map(({ value, text }) => [value, text]))
      const files = new Map(uploadIds(desk.product.program, item.selections).map((id) => [id, names.get(id) ?? id]))
      const now = itemOf(item.configuration, desk, state, shopper, item.quantity, files)
      const lacks = missing(state)
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
   * Remembers the signature until it is over, and closes the configuration: what was charged is changed no more.
   * VALIDATION_FAILED where it was taken before, in whichever process.
   */
  private async takeOnce({ id, expires, item }: CheckedLineItem): Promise<void> {
    const { context } = this
    const digest = createHash('sha256').update(`line-item ${id}`).digest('hex')
    try {
      await unit(context.database, async (u) => {
        await u.run(insertRows('svc_used_assertions', ['digest', 'expires']), [digest, isoTime(expires)])
        const found = await this.find(item.configuration, u)
        if (found) await write(context, 'configuration', { state: 'ordered' }, { id: found.id, internal: true, unit: u })
      })
    } catch (error) {
      if (!context.database.dialect.isDuplicate(error)) throw error
      throw ValidationError.of('line_item', 'This line item was taken before. Copy it for another order.', 'USED')
    }
  }
}

function gone(error: unknown): null {
  if (error instanceof NotFoundError) return null
  throw error
}

export function createLineItems(context: Context, configurations: Configurations, trust: LineItemTrust | null): LineItems {
  return new LineItemService(context, configurations, trust)
}
