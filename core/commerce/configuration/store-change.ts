// Stores a changed configuration with optimistic locking: if another request was faster, the work is repeated on the new state.
import { createMessage } from '../../foundation/message.js'
import { currentSelections, findMissing } from '../../engine/program/configuration-view.js'
import { StaleError, SystemError } from '../../foundation/errors.js'
import type { StoredSelection } from '../../model/properties/selections.js'
import { getCatalogVersion } from '../../product/compiled-products.js'
import type { ShopperContext } from '../shopper-context.js'
import type { ConfigurationReply } from './define.js'
import { toReplyHead } from './reply-head.js'
import type { ReplyHead } from './reply.js'
import { type ConfigurationChanges, updateConfiguration } from './rows.js'
import { storeDisplayedPrices } from './displayed-prices.js'
import type { LoadedConfiguration } from './load-configuration.js'

/** Attempts before a change fails because other requests keep changing the configuration. */
const maxAttempts = 100

/** Runs `attempt` and repeats it while it returns null, because another request changed the configuration first. */
export async function retryOnConflict<T>(
  shopperContext: ShopperContext,
  attempt: (fresh: ShopperContext) => Promise<T | null>,
): Promise<T> {
  for (let count = 0; count < maxAttempts; count++) {
    const result = await attempt(shopperContext.anew())
    if (result !== null) return result
  }
  throw new SystemError(`A configuration was changed by others ${maxAttempts} times while one change waited.`)
}

/** STALE_REVISION with the whole state if the expected revision is not the current one. */
export async function requireCurrentRevision(
  { row }: LoadedConfiguration,
  expectedRevision: number | undefined,
  read: () => Promise<ConfigurationReply>,
): Promise<void> {
  if (expectedRevision === undefined || expectedRevision === row.revision) return
  const present = await read()
  throw new StaleError(createMessage('shop.configurationChanged', { revision: present.revision }), present)
}

export const hasSameSelections = (first: readonly StoredSelection[], second: readonly StoredSelection[]): boolean =>
  first.length === second.length &&
  first.every(
    (selection, index) => selection.question_id === second[index]!.question_id && selection.value === second[index]!.value,
  )

/** The fields whose stored values differ from the state; null if there are none. */
function findChanges(
  { row, state, work, shop, shopper, told: enteredPlace }: LoadedConfiguration,
  byShopper: boolean,
): ConfigurationChanges | null {
  const selections = currentSelections(state)
  const version = getCatalogVersion(work.moment, row.product_id)
  const changes = {
    ...(!hasSameSelections(selections, row.selections) && { selections }),
    ...(version !== row.catalog_version && { catalog_version: version }),
    ...(byShopper &&
      JSON.stringify(shopper.tax ?? null) !== JSON.stringify(row.tax_context) && { tax_context: shopper.tax ?? null }),
    ...(byShopper && (shopper.hostUserId ?? '') !== row.host_user_id && { host_user_id: shopper.hostUserId ?? '' }),
    ...(byShopper && shop.language !== row.language_tag && { language_tag: shop.language }),
    ...(byShopper && row.state === 'open' && shop.currency.id !== row.currency_id && { currency_id: shop.currency.id }),
    ...(byShopper && enteredPlace.country_id !== row.country_id && { country_id: enteredPlace.country_id }),
    ...(byShopper && enteredPlace.state_id !== row.state_id && { state_id: enteredPlace.state_id }),
    ...(byShopper && shopper.customerId !== row.customer_id && { customer_id: shopper.customerId }),
    ...(byShopper && shopper.customerGroupId !== row.customer_group_id && { customer_group_id: shopper.customerGroupId }),
  }
  return Object.keys(changes).length === 0 ? null : changes
}

async function storeChanges(
  { row, record, work }: LoadedConfiguration,
  changes: ConfigurationChanges | null,
  byShopper: boolean,
): Promise<ReplyHead | null> {
  if (changes === null) return toReplyHead(row)
  const saved = await updateConfiguration(work, record, changes, byShopper)
  return saved ? toReplyHead({ ...row, ...changes, revision: row.revision + 1 }) : null
}

/** Stores the changes caused by the catalogue. Returns the head of the reply, or null if another request was faster. */
export function storeAutomaticChanges(loadedConfiguration: LoadedConfiguration): Promise<ReplyHead | null> {
  return storeChanges(loadedConfiguration, findChanges(loadedConfiguration, false), false)
}

/** The search for missing entries is needed only if a plugin observes completed configurations. */
export const hasCompletionObserver = ({ context }: ShopperContext): boolean =>
  context.observers.some((observer) => observer.observers.onSvcCompleteConfiguration !== undefined)

/**
 * Stores the shopper's change and its undo step. Returns the head of the reply, or null if another request was faster. Updates the
 * price known to the shopper if the configuration is in a cart, and emits an event when the last missing entry is filled.
 * @param wasOpen true if something was missing before the change
 */
export async function storeChange(
  loadedConfiguration: LoadedConfiguration,
  history: string,
  wasOpen: boolean,
): Promise<ReplyHead | null> {
  const { row, state, work } = loadedConfiguration
  const changes = { ...findChanges(loadedConfiguration, true), ...(history !== row.history && { history }) }
  const head = await storeChanges(loadedConfiguration, Object.keys(changes).length === 0 ? null : changes, true)
  if (head === null) return null
  if (row.state === 'in_cart') await storeDisplayedPrices(work, row.id, state)
  if (wasOpen && findMissing(state).length === 0) {
    await work.announce('onSvcCompleteConfiguration', { configurationId: row.id, productId: row.product_id })
  }
  return head
}
