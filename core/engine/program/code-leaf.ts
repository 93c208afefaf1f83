// Bounds of an operand in code. Only numbers have bounds; texts and booleans are unbounded.
import type { BoundRead } from '../calculation/bound.js'
import { anything, exactly, instead } from '../calculation/interval.js'
import type { Operand } from '../question/operand.js'
import type { Binder } from './bind.js'
import type { Bound } from './operand-binder.js'
import type { State } from './state.js'

/** The bounds of an operand. `node` is true if the operand is the result of another calculation or a price. */
export type Leaf = BoundRead & { readonly node?: boolean }
/** Creates the function that reads an operand from a state. */
export type MakeRead = (binder: Binder, bound: Bound) => (state: State) => number

const zero = exactly(0)

/**
 * Bounds of an operand in code.
 * @param leafOf computes the bounds of a reader; NaN means "not a number"
 */
export function codeLeaf(operand: Operand, leafOf: (operand: Operand, make: MakeRead) => Leaf): BoundRead {
  const leaf = leafOf(operand, (binder) => {
    const read = binder.value(operand)
    return (state) => {
      const value = read(state)
      return typeof value === 'number' ? value : Number.NaN
    }
  })
  if (leaf.node) return () => instead(leaf(), zero)
  return () => {
    const values = leaf()
    return values.nothing ? anything : values
  }
}
