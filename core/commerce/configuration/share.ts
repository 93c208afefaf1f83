// Shares a configuration: creates a read-only copy that anybody with its link can view.
import { createHmac } from 'node:crypto'
import { currentSelections } from '../../engine/program/configuration.js'
import { formatIsoTime } from '../../foundation/clock.js'
import { configuration } from '../../model/entities/orders/configuration.js'
import { getCatalogVersion } from '../../product/compiled-products.js'
import { toLanguagePath } from '../../shop/language.js'
import type { ShopperContext } from '../shopper-context.js'
import { copyConfiguration } from './copy.js'
import type { SharedReply } from './define.js'
import type { StoredConfiguration } from './rows.js'
import { loadConfiguration } from './load-configuration.js'

/** Derived from the shared content: the same content gives the same token. Underivable from the original token without the secret. */
function deriveSharedToken(secret: string, { token, selections, language_tag, ...row }: StoredConfiguration): string {
  const { currency_id, country_id, state_id, tax_context } = row
  const shared = [token, selections, language_tag, currency_id, country_id, state_id, tax_context]
  return createHmac('sha256', secret)
    .update(`shared ${JSON.stringify(shared)}`)
    .digest()
    .subarray(0, 24)
    .toString('base64url')
}

/** The copy has no owner: viewers see the prices of their own customer group. A shared configuration returns its own link. */
export async function shareConfiguration(shopperContext: ShopperContext, token: string): Promise<SharedReply> {
  const { shared, product_id } = await shopperContext.transact(async (inside) => {
    const { row, state, work } = await loadConfiguration(inside, token)
    if (row.state === 'shared') return { shared: token, product_id: row.product_id }
    const settled = {
      selections: currentSelections(state),
      catalog_version: getCatalogVersion(work.versionedSnapshot, row.product_id),
    }
    const source = { ...row, ...settled, customer_id: null, customer_group_id: null, host_user_id: '' }
    const sharedToken = deriveSharedToken(work.context.secret, source)
    const [earlier] = await inside.lock(configuration, { column: 'token', values: [sharedToken] })
    if (earlier) await inside.write(configuration, { changed: formatIsoTime(work.now) }, { id: earlier.id })
    else await copyConfiguration(inside, source, { token: sharedToken, state: 'shared' })
    return { shared: sharedToken, product_id: row.product_id }
  })
  const path = toLanguagePath(
    await shopperContext.at(),
    shopperContext.language,
    `/product/${product_id}?configuration=${shared}`,
  )
  return { shared, url: shopperContext.link(path) }
}
