// Fills a new cart with copies of ordered or quoted positions, at current prices and under the current catalogue.
import { cartPosition } from '../../model/entities/orders/cart-position.js'
import { configuration } from '../../model/entities/orders/configuration.js'
import { compiledProduct, productTopic } from '../../product/programs.js'
import { shopCurrency } from '../../shop/currency.js'
import { shopLanguage } from '../../shop/language.js'
import { untold } from '../../shop/place.js'
import { titlesOf } from '../../shop/texts.js'
import { shortText } from '../../foundation/property/text.js'
import type { InUnit } from '../../storage/work.js'
import { stored, type StoredConfiguration } from '../configuration/rows.js'
import { newToken } from '../token.js'
import type { Visit } from '../visit.js'
import { follow } from './change.js'
import { copyConfiguration } from '../configuration/copy.js'
import { insertCart } from './rows.js'

/** A line of an order or a quote. */
export interface LineAgain {
  readonly configuration_id: number | null
  readonly quantity: number | null
  readonly note: string
}

interface Again {
  readonly source: StoredConfiguration
  readonly title: string
  readonly quantity: number
  readonly note: string
}

/** Returns the id of the new cart, which becomes the current one; null if no product is still sold. Skips products no longer sold. */
export async function refill(
  work: Visit & InUnit,
  { lines, currencyCode }: { readonly lines: readonly LineAgain[]; readonly currencyCode: string },
): Promise<number | null> {
  const again = await stillSold(work, lines)
  if (again.length === 0) return null
  const { all, chosen: standard } = await shopCurrency(work, null)
  const currency = all.find(({ code }) => code === currencyCode) ?? standard
  const cart = await insertCart(work, work.shopper.customerId, { currency_id: currency.id, ...untold, note: '' })
  for (const [index, { source, title, quantity, note }] of again.entries()) {
    const copy = await copyConfiguration(work, source, { token: newToken(), state: 'in_cart' })
    await work.write(cartPosition, { cart_id: cart.id, configuration_id: copy, title, quantity, note, ordering: index + 1 })
  }
  await follow(work, cart.id, { currency_id: currency.id, ...untold })
  return cart.id
}

/** In the order of the lines. */
async function stillSold(visit: Visit & InUnit, lines: readonly LineAgain[]): Promise<readonly Again[]> {
  const held = await visit.lock(configuration, { column: 'id', values: lines.map((line) => line.configuration_id) })
  const found: Again[] = []
  for (const { configuration_id: id, quantity, note } of lines) {
    const record = held.find((one) => one.id === id)
    if (!record) continue
    const source = stored(record)
    const work = await visit.at(productTopic(source.product_id))
    const product = await compiledProduct(work, source.product_id)
    if (!product?.isPublished) continue
    const title = titlesOf(product, shopLanguage(work, work.language)).product.slice(0, shortText)
    found.push({ source, title, quantity: quantity ?? 1, note })
  }
  return found
}
