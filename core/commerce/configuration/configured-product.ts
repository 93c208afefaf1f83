// Shows a product with the customer group, taxes and currency of a configuration.
import { ValidationError } from '../../foundation/errors.js'
import type { ProductReply } from '../../shop/catalogue/define.js'
import { showProduct } from '../../shop/catalogue/service.js'
import { toEnteredPlace } from '../../shop/destination.js'
import type { Visit } from '../visit.js'
import { findConfiguration, requireAliveConfiguration, requireConfigurationOwner } from './rows.js'
import { resolveShopper } from './load-configuration.js'

/** NOT_FOUND for a token that configuration commands reject too; ValidationError on `configuration` of another product. */
export async function showConfiguredProduct(visit: Visit, key: string, token: string): Promise<ProductReply> {
  const { row, work } = await findConfiguration(visit, token)
  requireConfigurationOwner(row, visit.named)
  requireAliveConfiguration(row, work)
  const { language } = visit
  const found = await showProduct(work, key, {
    shopper: resolveShopper(row, visit.named),
    told: toEnteredPlace(row),
    ...(row.currency_id !== null && { currency: row.currency_id }),
    ...(language !== undefined && { language }),
  })
  if (found.product.id === row.product_id) return found
  const message = `This is a configuration of product ${row.product_id}, not of '${found.product.title}'.`
  throw ValidationError.of('configuration', message, 'OTHER_PRODUCT')
}
