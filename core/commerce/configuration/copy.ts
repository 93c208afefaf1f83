// Copies a configuration and its uploaded files to a new one with its own token: for a cart, as an open copy, or to share it.
import { configuration as configurationEntity, configuration } from '../../model/entities/orders/configuration.js'
import { formatIsoTime } from '../../foundation/clock.js'
import { toInList } from '../../storage/database/dialect.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import { type InitialConfigurationState, insertConfiguration, type StoredConfiguration } from './rows.js'
import { fileColumns } from './uploads.js'
import { createToken, type ShopperContext } from '../shopper-context.js'
import type { ConfigurationReply, OptionalReplyParts, SharedReply } from './define.js'
import { readConfiguration } from './service.js'
import { loadConfiguration } from './load-configuration.js'
import { createHmac } from 'node:crypto'
import { currentSelections } from '../../engine/program/configuration.js'
import { getCatalogVersion } from '../../product/compiled-products.js'
import { toLanguagePath } from '../../shop/language.js'

/** Stores the copy in the current transaction and returns its id. The caller has locked the source's row. Files share their bytes. */
export async function copyConfiguration(
  work: ServiceContext & TransactionContext,
  source: StoredConfiguration,
  { token, state }: { readonly token: string; readonly state: InitialConfigurationState },
): Promise<number> {
  const { id: _id, revision: _revision, state: _state, changed: _changed, history: _history, ...rest } = source
  const { name: _name, saved: _saved, ...fields } = rest
  const id = await insertConfiguration(work, { ...fields, token }, state)
  const values = source.selections.map(({ value }) => value)
  if (values.length === 0) return id
  const list = toInList(values)
  const files = `SELECT name, entity, ?, property, original_name, media_type, size, ? FROM svc_files WHERE entity = ? AND entity_id = ? AND name IN ${list.sql}`
  const params = [id, formatIsoTime(work.now), configurationEntity.name, source.id, ...list.params]
  await work.unit.run(`INSERT INTO svc_files (${fileColumns.join(', ')}) ${files}`, params)
  return id
}

/** Creates an open copy of a shopper's own configuration in any state, or of a shared one. The copy has the caller's customer group and taxes, and no undo history. */
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

/** Creates a read-only copy that anybody with its link can view. The copy has no owner: viewers see the prices of their own customer group. A shared configuration returns its own link. */
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
