// Shows a product with the customer group, taxes and currency of a configuration.
import { ValidationError } from '../../foundation/errors.js'
import type { ProductReply } from '../../shop/catalogue/define.js'
import { showProduct } from '../../shop/catalogue/service.js'
import { toEnteredPlace } from '../../shop/destination.js'
import type { ShopperContext } from '../shopper-context.js'
import { findConfiguration, requireAliveConfiguration, requireConfigurationOwner } from './rows.js'
import { resolveShopper } from './load-configuration.js'
import { createMessage } from '../../foundation/message.js'

/** NOT_FOUND for a token that configuration commands reject too; ValidationError on `configuration` of another product. */
export async function showConfiguredProduct(shopperContext: ShopperContext, key: string, token: string): Promise<ProductReply> {
  const { row, work } = await findConfiguration(shopperContext, token)
  requireConfigurationOwner(row, shopperContext.namedShopper)
  requireAliveConfiguration(row, work)
  const { language } = shopperContext
  const reply = await showProduct(work, key, {
    shopper: resolveShopper(row, shopperContext.namedShopper),
    enteredPlace: toEnteredPlace(row),
    ...(row.currency_id !== null && { currency: row.currency_id }),
    ...(language !== undefined && { language }),
  })
  if (reply.product.id === row.product_id) return reply
  const values = { id: String(row.product_id), title: reply.product.title }
  throw ValidationError.of('configuration', createMessage('shop.configurationOfOtherProduct', values), 'OTHER_PRODUCT')
}
