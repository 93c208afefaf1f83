// Bounds of an operand in code. Only numbers have bounds; texts and booleans are unbounded.
import type { BoundsReader } from '../calculation/bounds.js'
import { unboundedInterval, pointInterval, replaceNull } from '../calculation/interval.js'
import type { Operand } from '../question/operand.js'
import type { Binder } from './binder.js'
import type { BoundOperand } from './operand-binder.js'
import type { ConfigurationState } from './state.js'

/** The bounds of an operand. `node` is true if the operand is the result of another calculation or a price. */
export type LeafBounds = BoundsReader & { readonly node?: boolean }
/** Creates the function that reads an operand from a state. */
export type ReaderFactory = (binder: Binder, bound: BoundOperand) => (state: ConfigurationState) => number

const zero = pointInterval(0)

/**
 * Bounds of an operand in code.
 * @param leafOf computes the bounds of a reader; NaN means "not a number"
 */
export function boundCodeOperand(operand: Operand, leafOf: (operand: Operand, make: ReaderFactory) => LeafBounds): BoundsReader {
  const leaf = leafOf(operand, (binder) => {
    const read = binder.value(operand)
    return (state) => {
      const value = read(state)
      return typeof value === 'number' ? value : Number.NaN
    }
  })
  if (leaf.node) return () => replaceNull(leaf(), zero)
  return () => {
    const values = leaf()
    return values.canBeNull ? unboundedInterval : values
  }
}
