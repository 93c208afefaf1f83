// Closes a cart and its configurations when they are ordered or become part of a quote.
import { currentSelections } from '../../engine/program/configuration-view.js'
import { formatIsoTime } from '../../foundation/clock.js'
import { cart as cartEntity } from '../../model/entities/orders/cart.js'
import { configuration } from '../../model/entities/orders/configuration.js'
import { getCatalogVersion } from '../../product/compiled-products.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import type { CartReference } from './rows.js'
import type { SettledCart } from './settle.js'

/** The final states of a cart and of its configurations. */
export type FinalCartState = 'ordered' | 'quoted'

/** Returns true for one of several concurrent callers. The others wait for its commit and then get false. */
export async function closeCart(
  work: ServiceContext & TransactionContext,
  cart: CartReference,
  state: FinalCartState,
): Promise<boolean> {
  const condition = { column: 'id', values: [cart.value], ...('of' in cart && { of: cart.of }) }
  const fields = { state, changed: formatIsoTime(work.now) }
  return (await work.updateWhere(cartEntity, { where: condition, expected: { state: 'open' }, fields })) === 1
}

/** Closes the configurations with the frozen selections and clears their undo history. */
export async function closeConfigurations(work: ServiceContext, { sold }: SettledCart, state: FinalCartState): Promise<void> {
  for (const { configuration: storedConfiguration, state: settledState, automatic } of sold) {
    const closed = { history: null, state, changed: formatIsoTime(work.now) }
    const settled = () => ({
      selections: currentSelections(settledState),
      catalog_version: getCatalogVersion(work.versionedSnapshot, storedConfiguration.product_id),
    })
    const fields = automatic.length > 0 ? { ...settled(), ...closed } : closed
    await work.write(configuration, fields, { id: storedConfiguration.id, trusted: true })
  }
}
