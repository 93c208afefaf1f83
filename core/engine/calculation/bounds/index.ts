// The bounds of calculation bodies, by calculation type.
import type { BodyType } from '../../program/source.js'
import type { BoundBody } from '../bound.js'
import { codeBounds } from './code.js'
import { formulaBounds } from './formula.js'
import { matrixBounds } from './matrix.js'

export const bounds: Readonly<Record<BodyType, BoundBody>> = { formula: formulaBounds, matrix: matrixBounds, code: codeBounds }
