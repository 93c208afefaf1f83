// Narrows number ranges to the bounds of their calculated limits.
import type { Program } from '../program/program.js'
import { type Box, createDomain, type Domain, isRange, numberPiece, type Piece, type Variable, type Variables } from './box.js'
import type { CostEstimator } from './cost-estimator.js'

interface LimitedVariable {
  readonly variable: Variable
  /** Value nodes, or -1. */
  readonly min: number
  readonly max: number
}

const roundDigits = (x: number): number => Number(x.toPrecision(15))

function clip(piece: Piece, step: number, low: number, high: number): readonly Piece[] {
  if (piece.low === null || piece.high === null) return [piece]
  if (piece.high < low || piece.low > high) return []
  if (!isRange(piece) || (piece.low >= low && piece.high <= high)) return [piece]
  const from = piece.low >= low ? piece.low : roundDigits(piece.low + Math.ceil(roundDigits((low - piece.low) / step)) * step)
  const to = piece.high <= high ? piece.high : roundDigits(piece.low + Math.floor(roundDigits((high - piece.low) / step)) * step)
  return from > to ? [] : [numberPiece(piece.value, from, to)]
}

export class CalculatedLimits {
  private readonly limited: readonly LimitedVariable[]

  constructor(
    program: Program,
    variables: Variables,
    private readonly reckoner: CostEstimator,
  ) {
    this.limited = program.questions.flatMap(({ index, type, source, kind }) => {
      const [variable] = variables.of[index]!
      if (kind !== 'number' || !type.limited || variable === undefined) return []
      const min = source.set_min_value === 'calculated' ? program.minNode[index]! : -1
      const max = source.set_max_value === 'calculated' ? program.maxNode[index]! : -1
      return min < 0 && max < 0 ? [] : [{ variable, min, max }]
    })
  }

  /** Narrows the domains in place. Returns false if a domain becomes empty. The estimator must already be set to this box. */
  cut(box: Domain[] & Box): boolean {
    for (const { variable, min, max } of this.limited) {
      const { index, step } = variable
      const lowest = min < 0 ? null : this.reckoner.of(min)
      const highest = max < 0 ? null : this.reckoner.of(max)
      // If a limit can be null, there may be no limit.
      const low = lowest === null || lowest.canBeNull ? Number.NEGATIVE_INFINITY : lowest.low
      const high = highest === null || highest.canBeNull ? Number.POSITIVE_INFINITY : highest.high
      const { pieces } = box[index]!
      const remaining = pieces.flatMap((piece) => clip(piece, step, low, high))
      if (remaining.length === 0) return false
      if (remaining.length !== pieces.length || remaining.some((piece, position) => piece !== pieces[position]))
        box[index] = createDomain(remaining)
    }
    return true
  }
}
