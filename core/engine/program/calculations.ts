// Compiles a calculation into a closure that returns the rounded result, NaN for null.
import type { Read } from '../calculation/arithmetic.js'
import { bodies } from '../calculation/bodies/index.js'
import type { Leaves } from '../calculation/body.js'
import { settleFigure } from '../money/amount.js'
import type { StateView } from './state-view.js'
import type { CalculationSource } from './source.js'

const alwaysNull: Read<StateView> = () => Number.NaN

/** Compiles one calculation. A missing or malformed body evaluates to null. */
export function bindCalculation(calculation: CalculationSource, leaves: Leaves): Read<StateView> {
  const read = bodies[calculation.type].compile(calculation, leaves)
  return read ? (state) => settleFigure(read(state)) : alwaysNull
}
