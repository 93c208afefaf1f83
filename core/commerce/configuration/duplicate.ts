// Creates an open copy of a shopper's own configuration in any state, or of a shared one.
import { createToken } from '../token.js'
import type { ShopperContext } from '../shopper-context.js'
import { copyConfiguration } from './copy.js'
import type { ConfigurationReply, OptionalReplyParts } from './define.js'
import { readConfiguration } from './service.js'
import { loadConfiguration } from './load-configuration.js'

/** Copies the files too. The copy has the caller's customer group and taxes, and no undo history. */
export async function duplicateConfiguration(
  shopperContext: ShopperContext,
  token: string,
  replyParts: OptionalReplyParts = {},
): Promise<ConfigurationReply> {
  const copy = createToken()
  await shopperContext.transact(async (inside) => {
    const { row, shopper } = await loadConfiguration(inside, token)
    const owner = {
      customer_id: shopper.customerId,
      customer_group_id: shopper.customerGroupId,
      tax_context: shopper.tax ?? null,
      host_user_id: shopper.hostUserId ?? '',
    }
    await copyConfiguration(inside, { ...row, ...owner }, { token: copy, state: 'open' })
  })
  return readConfiguration(shopperContext, copy, replyParts)
}
