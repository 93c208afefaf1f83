// The implementations of calculation bodies, by calculation type.
import type { BodyType } from '../../program/source.js'
import type { CalculationBody } from '../body.js'
import { codeBody } from './code.js'
import { formulaBody } from './formula.js'
import { matrixBody } from './matrix.js'

export const calculationBodies: Readonly<Record<BodyType, CalculationBody>> = {
  formula: formulaBody,
  matrix: matrixBody,
  code: codeBody,
}
