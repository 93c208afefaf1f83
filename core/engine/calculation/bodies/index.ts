// The implementations of calculation bodies, by calculation type.
import type { BodyType } from '../../program/source.js'
import type { Body } from '../body.js'
import { code } from './code.js'
import { formula } from './formula.js'
import { matrix } from './matrix.js'

export const bodies: Readonly<Record<BodyType, Body>> = { formula, matrix, code }
