// Logs that a page computed another result than the server, although both run the same program.
import { warnRateLimited } from '../../foundation/log.js'
import type { ShopperContext } from '../shopper-context.js'
import type { DisagreementInput } from './define.js'
import { findConfiguration, requireAliveConfiguration, requireConfigurationOwner } from './rows.js'

/** NOT_FOUND for unknown and expired configurations. Logs at most ten reports a minute. */
export async function reportDisagreement(
  shopperContext: ShopperContext,
  token: string,
  { parts, questions, ...input }: DisagreementInput,
): Promise<void> {
  const { row, work } = await findConfiguration(shopperContext, token)
  requireConfigurationOwner(row, shopperContext.namedShopper)
  requireAliveConfiguration(row, work)
  const fields = {
    productId: row.product_id,
    catalogVersion: input.catalog_version,
    parts: parts.join(' '),
    questions: questions.join(' '),
  }
  warnRateLimited(
    shopperContext.context.log,
    shopperContext.now,
    fields,
    'The browser calculated a different result than the service.',
  )
}
