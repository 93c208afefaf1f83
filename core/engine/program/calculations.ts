// Binds calculations to a product: each becomes one closure that yields the settled figure, or NaN for null.
import type { Read } from '../calculation/arithmetic.js'
import { bodies } from '../calculation/bodies/index.js'
import type { Leaves } from '../calculation/body.js'
import { settleFigure } from '../money/amount.js'
import type { StateView } from './state-view.js'
import type { CalculationSource } from './source.js'

const none: Read<StateView> = () => Number.NaN

/** Binds one calculation; a body that is missing or malformed yields null. */
export function bindCalculation(calculation: CalculationSource, leaves: Leaves): Read<StateView> {
  const read = bodies[calculation.type].compile(calculation, leaves)
  return read ? (state) => settleFigure(read(state)) : none
}
