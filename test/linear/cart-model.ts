// The sequential model of a cart: its positions, and the one order that it becomes.
import type { Model } from './search.js'

export interface SeenPosition {
  readonly id: number
  readonly configuration: string
  readonly quantity: number
}

export type CartInput =
  | { readonly kind: 'read' }
  | { readonly kind: 'add'; readonly configuration: string; readonly quantity: number; readonly key: string }
  | { readonly kind: 'change'; readonly position: number; readonly quantity: number }
  | { readonly kind: 'remove'; readonly position: number }
  /** Requests the total of the order. */
  | { readonly kind: 'confirm' }
  /** Orders the cart for exactly this total. */
  | { readonly kind: 'place'; readonly total: number }
  | { readonly kind: 'read order' }

export type CartOutput =
  | { readonly kind: 'cart'; readonly positions: readonly SeenPosition[] }
  | { readonly kind: 'total'; readonly total: number }
  | { readonly kind: 'order'; readonly number: number; readonly quantities: readonly number[] }
  | { readonly kind: 'refused'; readonly status: number; readonly code: string }

/** The id is null until a response contains it. */
type Position = Omit<SeenPosition, 'id'> & { readonly id: number | null }

export interface CartState {
  readonly positions: readonly Position[]
  /** The positions after each operation, by idempotency key. */
  readonly done: Readonly<Record<string, readonly Position[]>>
  /** The number is null until a response contains it. */
  readonly order: { readonly number: number | null; readonly quantities: readonly number[] } | null
}

/** The positions with the ids of the response; null if the response differs. */
function told(positions: readonly Position[], replyPositions: readonly SeenPosition[]): readonly Position[] | null {
  if (positions.length !== replyPositions.length) return null
  const same = positions.every(({ id, configuration, quantity }, place) => {
    const other = replyPositions[place]!
    return (id === null || id === other.id) && configuration === other.configuration && quantity === other.quantity
  })
  return same ? replyPositions : null
}

const quantitiesOf = (positions: readonly Position[]): readonly number[] => positions.map(({ quantity }) => quantity)

/** The state after a change of the positions; null if the response differs. */
function changed(
  state: CartState,
  positions: readonly Position[] | null,
  output: CartOutput | null,
  key?: string,
): CartState | null {
  if (positions === null || state.order !== null) return null
  const next = output === null ? positions : output.kind === 'cart' ? told(positions, output.positions) : null
  if (next === null) return null
  return { ...state, positions: next, ...(key !== undefined && { done: { ...state.done, [key]: next } }) }
}

const without = (positions: readonly Position[], id: number): readonly Position[] | null =>
  positions.some((position) => position.id === id) ? positions.filter((position) => position.id !== id) : null

const withQuantity = (positions: readonly Position[], id: number, quantity: number): readonly Position[] | null =>
  positions.some((position) => position.id === id)
    ? positions.map((position) => (position.id === id ? { ...position, quantity } : position))
    : null

/** The state with the new or existing order; null if the response differs. */
function ordered(state: CartState, output: CartOutput | null): CartState | null {
  const { number, quantities } = state.order ?? { number: null, quantities: quantitiesOf(state.positions) }
  if (output === null) return { ...state, order: { number, quantities } }
  if (output.kind !== 'order' || output.quantities.join() !== quantities.join()) return null
  return number === null || number === output.number ? { ...state, order: { number: output.number, quantities } } : null
}

/** True if the state of the cart explains the error. */
function mayRefuse(state: CartState, input: CartInput, code: string, comesTo: number): boolean {
  // These codes are valid in any state, because nothing was done.
  if (code === 'NOT_READY' || code === 'IDEMPOTENCY_IN_PROGRESS') return true
  const { positions, done: completed, order } = state
  if (input.kind === 'add' && completed[input.key]) return false
  if (code === 'NOT_FOUND') {
    if (input.kind === 'read order') return order === null
    if (input.kind === 'place') return false
    if (order !== null) return true
    return (input.kind === 'change' || input.kind === 'remove') && !positions.some(({ id }) => id === input.position)
  }
  if (code === 'TOTAL_CHANGED') return input.kind === 'place' && order === null && input.total !== comesTo
  const hasConfiguration = (configuration: string): boolean =>
    positions.some((position) => position.configuration === configuration)
  return code === 'VALIDATION_FAILED' && input.kind === 'add' && order === null && hasConfiguration(input.configuration)
}

/**
 * @param first the positions of the cart before the first operation
 * @param grossOf the gross total of an order by the number of pieces
 */
export function cartModel(
  first: readonly SeenPosition[],
  grossOf: (pieces: number) => number,
): Model<CartState, CartInput, CartOutput> {
  const comesTo = ({ positions }: CartState): number =>
    grossOf(quantitiesOf(positions).reduce((all, quantity) => all + quantity, 0))
  return {
    initial: { positions: first, done: {}, order: null },
    after(state, input, output) {
      if (output?.kind === 'refused') return mayRefuse(state, input, output.code, comesTo(state)) ? state : null
      switch (input.kind) {
        case 'read':
          return changed(state, state.positions, output)
        case 'add': {
          const { configuration, quantity, key } = input
          const before = state.done[key]
          // A repeated key returns the earlier result and has no effect.
          if (before) return output === null || (output.kind === 'cart' && told(before, output.positions)) ? state : null
          const isDuplicate = state.positions.some((position) => position.configuration === configuration)
          return changed(state, isDuplicate ? null : [...state.positions, { id: null, configuration, quantity }], output, key)
        }
        case 'change':
          return changed(state, withQuantity(state.positions, input.position, input.quantity), output)
        case 'remove':
          return changed(state, without(state.positions, input.position), output)
        case 'confirm':
          if (state.order !== null) return null
          return output === null || (output.kind === 'total' && output.total === comesTo(state)) ? state : null
        case 'place':
          return state.order === null && input.total !== comesTo(state) ? null : ordered(state, output)
        case 'read order':
          return state.order === null ? null : ordered(state, output)
      }
    },
    key: ({ positions, done: completed, order }) =>
      JSON.stringify([positions, Object.entries(completed).toSorted(([a], [b]) => (a < b ? -1 : 1)), order]),
  }
}
