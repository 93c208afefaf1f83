// What code may find in an operand: only a number is one there; what is a text or a yes can be anything.
import type { BoundRead } from '../calculation/bound.js'
import { anything, exactly, instead } from '../calculation/interval.js'
import type { Operand } from '../question/operand.js'
import type { Binder } from './bind.js'
import type { Bound } from './operand-binder.js'
import type { State } from './state.js'

/** The bound of an operand; `node` where another calculation stands behind it. */
export type Leaf = BoundRead & { readonly node?: boolean }
/** Makes what reads an operand of a state. */
export type MakeRead = (binder: Binder, bound: Bound) => (state: State) => number

const zero = exactly(0)

/** @param leafOf bounds what is read of an operand, NaN standing for what is no number */
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
