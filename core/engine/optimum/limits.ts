// Cuts what numbers are open to what their calculated limits can come to.
import type { Program } from '../program/program.js'
import { type Box, domainOf, type Domain, isRange, numberPiece, type Piece, type Variable, type Variables } from './box.js'
import type { Reckoner } from './reckon.js'

interface Limited {
  readonly variable: Variable
  /** Value nodes, or -1. */
  readonly min: number
  readonly max: number
}

const settled = (x: number): number => Number(x.toPrecision(15))

function within(piece: Piece, step: number, low: number, high: number): readonly Piece[] {
  if (piece.low === null || piece.high === null) return [piece]
  if (piece.high < low || piece.low > high) return []
  if (!isRange(piece) || (piece.low >= low && piece.high <= high)) return [piece]
  const from = piece.low >= low ? piece.low : settled(piece.low + Math.ceil(settled((low - piece.low) / step)) * step)
  const to = piece.high <= high ? piece.high : settled(piece.low + Math.floor(settled((high - piece.low) / step)) * step)
  return from > to ? [] : [numberPiece(piece.value, from, to)]
}

export class CalculatedLimits {
  private readonly limited: readonly Limited[]

  constructor(
    program: Program,
    variables: Variables,
    private readonly reckoner: Reckoner,
  ) {
    this.limited = program.questions.flatMap(({ index, type, source, kind }) => {
      const [variable] = variables.of[index]!
      if (kind !== 'number' || !type.limited || variable === undefined) return []
      const min = source.set_min_value === 'calculated' ? program.minNode[index]! : -1
      const max = source.set_max_value === 'calculated' ? program.maxNode[index]! : -1
      return min < 0 && max < 0 ? [] : [{ variable, min, max }]
    })
  }

  /** Cuts the domains in place; false where one has nothing left. The reckoner is at the box. */
  cut(box: Domain[] & Box): boolean {
    for (const { variable, min, max } of this.limited) {
      const { index, step } = variable
      const lowest = min < 0 ? null : this.reckoner.of(min)
      const highest = max < 0 ? null : this.reckoner.of(max)
      // Where a limit may come to nothing there may be none.
      const low = lowest === null || lowest.nothing ? Number.NEGATIVE_INFINITY : lowest.low
      const high = highest === null || highest.nothing ? Number.POSITIVE_INFINITY : highest.high
      const { pieces } = box[index]!
      const kept = pieces.flatMap((piece) => within(piece, step, low, high))
      if (kept.length === 0) return false
      if (kept.length !== pieces.length || kept.some((piece, at) => piece !== pieces[at])) box[index] = domainOf(kept)
    }
    return true
  }
}
