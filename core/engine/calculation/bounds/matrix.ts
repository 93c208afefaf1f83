// Bounds of a matrix: any of its cells, or null.
import type { BodyBounds } from '../body-bounds.js'
import { spanInterval } from '../interval.js'
import { compileMatrix } from '../matrix.js'

export const matrixBounds: BodyBounds = ({ matrix: source }) => {
  if (!source) return null
  const cell = { ...spanInterval(compileMatrix(source).values, null), nothing: true }
  return () => cell
}
