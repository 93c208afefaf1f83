// The bounds of calculation bodies, by calculation type.
import type { BodyType } from '../../program/source.js'
import type { BodyBounds } from '../body-bounds.js'
import { codeBounds } from './code.js'
import { formulaBounds } from './formula.js'
import { matrixBounds } from './matrix.js'

export const calculationBounds: Readonly<Record<BodyType, BodyBounds>> = {
  formula: formulaBounds,
  matrix: matrixBounds,
  code: codeBounds,
}
