// The bounds of calculation bodies, by calculation type.
import type { BodyType } from '../../program/source.js'
import type { BoundBody } from '../bound.js'
import { code } from './code.js'
import { formula } from './formula.js'
import { matrix } from './matrix.js'

export const bounds: Readonly<Record<BodyType, BoundBody>> = { formula, matrix, code }
