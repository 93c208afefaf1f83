// Compiles a calculation into a closure that returns the rounded result, NaN for null.
import type { NumberReader } from '../calculation/arithmetic.js'
import { calculationBodies } from '../calculation/bodies/index.js'
import type { BindingContext } from '../calculation/body.js'
import { roundResult } from '../money/amount.js'
import type { StateView } from './state-view.js'
import type { CalculationSource } from './source.js'

const alwaysNull: NumberReader<StateView> = () => Number.NaN

/** Compiles one calculation. A missing or malformed body evaluates to null. */
export function bindCalculation(calculation: CalculationSource, leaves: BindingContext): NumberReader<StateView> {
  const read = calculationBodies[calculation.type].compile(calculation, leaves)
  return read ? (state) => roundResult(read(state)) : alwaysNull
}
