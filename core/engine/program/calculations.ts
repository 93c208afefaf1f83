// Binds calculations to a product: each becomes one closure that yields the settled figure, or NaN for null.
import type { Read } from '../calculation/arithmetic.js'
import { bodies } from '../calculation/bodies/index.js'
import type { Leaves } from '../calculation/body.js'
import { settleFigure } from '../money/amount.js'
import type { Cells } from './cells.js'
import type { CalculationSource } from './source.js'

const none: Read<Cells> = () => Number.NaN

/** Binds one calculation; a body that is missing or malformed yields null. */
export function bindCalculation(calculation: CalculationSource, leaves: Leaves): Read<Cells> {
  const read = bodies[calculation.type].compile(calculation, leaves)
  return read ? (cells) => settleFigure(read(cells)) : none
}
