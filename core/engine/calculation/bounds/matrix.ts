// Bounds of a matrix: any of its cells, or null.
import type { BoundBody } from '../bound.js'
import { among } from '../interval.js'
import { compileMatrix } from '../matrix.js'

export const matrixBounds: BoundBody = ({ matrix: source }) => {
  if (!source) return null
  const cell = { ...among(compileMatrix(source).values, null), nothing: true }
  return () => cell
}
