// Makes an open copy of a configuration for whoever asks: of his own, whatever has become of it, and of what was shared with him.
import { newToken } from '../token.js'
import type { Visit } from '../visit.js'
import { copyConfiguration } from './copy.js'
import type { ConfigurationReply, Shown } from './define.js'
import { readConfiguration } from './service.js'
import { take } from './take.js'

/** With its files, under the asker's group and taxes; nothing of it can be undone. */
export async function duplicateConfiguration(visit: Visit, token: string, shown: Shown = {}): Promise<ConfigurationReply> {
  const copy = newToken()
  await visit.transact(async (inside) => {
    const { row, shopper } = await take(inside, token)
    const owner = {
      customer_id: shopper.customerId,
      customer_group_id: shopper.customerGroupId,
      tax_context: shopper.tax ?? null,
      host_user_id: shopper.hostUserId ?? '',
    }
    await copyConfiguration(inside, { ...row, ...owner }, { token: copy, state: 'open' })
  })
  return readConfiguration(visit, copy, shown)
}
