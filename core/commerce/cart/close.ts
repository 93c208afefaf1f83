// Closes a cart for good: what lies in it is ordered, or in a quote, and nobody changes it any more.
import { heldSelections } from '../../engine/program/view.js'
import { isoTime } from '../../ground/clock.js'
import { configuration } from '../../model/entities/orders/configuration.js'
import { catalogVersion } from '../../product/programs.js'
import type { InUnit, Work } from '../../storage/work.js'
import type { CartPlace } from './rows.js'
import type { SettledCart } from './settle.js'

/** What becomes of a cart and of all that lies in it. */
export type Closed = 'ordered' | 'quoted'

/** Of all that want the open cart one gets it; the others wait, and find it closed. */
export async function closeCart({ unit, now }: Work & InUnit, cart: CartPlace, state: Closed): Promise<boolean> {
  const which = 'of' in cart ? `(${cart.of})` : '?'
  const sql = `UPDATE svc_cart SET state = ?, changed = ?, revision = revision + 1 WHERE id = ${which} AND state = 'open'`
  return (await unit.run(sql, [state, isoTime(now), cart.value])).affected === 1
}

/** Closed on every path, each with the selections that were frozen; there is nothing to take back any more. */
export async function closeConfigurations(work: Work, { sold }: SettledCart, state: Closed): Promise<void> {
  for (const { configuration: held, state: settledState, automatic } of sold) {
    const closed = { history: null, state, changed: isoTime(work.now) }
    const settled = () => ({
      selections: heldSelections(settledState),
      catalog_version: catalogVersion(work.moment, held.product_id),
    })
    const fields = automatic.length > 0 ? { ...settled(), ...closed } : closed
    await work.write(configuration, fields, { id: held.id, trusted: true })
  }
}
