// Fills a new cart with copies of ordered or quoted positions, at current prices and under the current catalogue.
import { cartPosition } from '../../model/entities/orders/cart-position.js'
import { configuration } from '../../model/entities/orders/configuration.js'
import { loadCompiledProduct, toProductTopic } from '../../product/compiled-products.js'
import { resolveCurrency } from '../../shop/shop.js'
import { resolveLanguage, getProductTitles } from '../../shop/language.js'
import { noPlace } from '../../shop/destination.js'
import { shortText } from '../../foundation/property/text.js'
import type { TransactionContext } from '../../storage/service-context.js'
import { toStoredConfiguration, type StoredConfiguration } from '../configuration/rows.js'
import { createToken } from '../token.js'
import type { ShopperContext } from '../shopper-context.js'
import { updateCartConfigurations } from './change.js'
import { copyConfiguration } from '../configuration/copy.js'
import { insertCart } from './rows.js'

/** A line of an order or a quote. */
export interface ReorderLine {
  readonly configuration_id: number | null
  readonly quantity: number | null
  readonly note: string
}

interface ReorderPosition {
  readonly source: StoredConfiguration
  readonly title: string
  readonly quantity: number
  readonly note: string
}

/** Returns the id of the new cart, which becomes the current one; null if no product is still sold. Skips products no longer sold. */
export async function refillCart(
  work: ShopperContext & TransactionContext,
  { lines, currencyCode }: { readonly lines: readonly ReorderLine[]; readonly currencyCode: string },
): Promise<number | null> {
  const again = await selectSoldLines(work, lines)
  if (again.length === 0) return null
  const { all, chosen: standard } = await resolveCurrency(work, null)
  const currency = all.find(({ code }) => code === currencyCode) ?? standard
  const cart = await insertCart(work, work.shopper.customerId, { currency_id: currency.id, ...noPlace, note: '' })
  for (const [index, { source, title, quantity, note }] of again.entries()) {
    const copy = await copyConfiguration(work, source, { token: createToken(), state: 'in_cart' })
    await work.write(cartPosition, { cart_id: cart.id, configuration_id: copy, title, quantity, note, ordering: index + 1 })
  }
  await updateCartConfigurations(work, cart.id, { currency_id: currency.id, ...noPlace })
  return cart.id
}

/** In the order of the lines. */
async function selectSoldLines(
  shopperContext: ShopperContext & TransactionContext,
  lines: readonly ReorderLine[],
): Promise<readonly ReorderPosition[]> {
  const records = await shopperContext.lock(configuration, { column: 'id', values: lines.map((line) => line.configuration_id) })
  const reorderPositions: ReorderPosition[] = []
  for (const { configuration_id: id, quantity, note } of lines) {
    const record = records.find((candidate) => candidate.id === id)
    if (!record) continue
    const source = toStoredConfiguration(record)
    const work = await shopperContext.at(toProductTopic(source.product_id))
    const product = await loadCompiledProduct(work, source.product_id)
    if (!product?.isPublished) continue
    const title = getProductTitles(product, resolveLanguage(work, work.language)).product.slice(0, shortText)
    reorderPositions.push({ source, title, quantity: quantity ?? 1, note })
  }
  return reorderPositions
}
