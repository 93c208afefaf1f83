// Stores the unit price that the shopper saw last with the cart position. The cart compares it to report a price change.
import { fromAmount } from '../../engine/money/amount.js'
import { computeUnitTotals } from '../../engine/program/trace-measure.js'
import type { ConfigurationState } from '../../engine/program/state.js'
import { cartPosition } from '../../model/entities/orders/cart-position.js'
import type { ServiceContext } from '../../storage/service-context.js'

export interface DisplayedPrices {
  /** Net price of one piece, in the base currency. */
  readonly unit_net: number
  readonly unit_recurring: number
}

export function toDisplayedPrices(state: ConfigurationState): DisplayedPrices {
  const { net, recurring } = computeUnitTotals(state)
  return { unit_net: fromAmount(net), unit_recurring: fromAmount(recurring) }
}

/** Call it after the shopper changes a configuration in the cart: the new price is then the last one they saw. */
export async function storeDisplayedPrices(
  work: ServiceContext,
  configurationId: number,
  state: ConfigurationState,
): Promise<void> {
  const prices = toDisplayedPrices(state)
  const positions = await work.list(cartPosition, { column: 'configuration_id', values: [configurationId] })
  for (const { id, values } of positions) {
    const same = values.unit_net === prices.unit_net && values.unit_recurring === prices.unit_recurring
    if (!same) await work.write(cartPosition, { ...prices }, { id })
  }
}
