// The implementations of calculation bodies, by calculation type.
import type { BodyType } from '../../program/source.js'
import type { Body } from '../body.js'
import { codeBody } from './code.js'
import { formulaBody } from './formula.js'
import { matrixBody } from './matrix.js'

export const bodies: Readonly<Record<BodyType, Body>> = { formula: formulaBody, matrix: matrixBody, code: codeBody }
