// The authoring forms of calculation bodies, by calculation type.
import type { BodyType } from '../../program/source.js'
import type { BodyAuthoringForm } from '../body-authoring.js'
import { codeForm } from './code.js'
import { formulaForm } from './formula.js'
import { matrixForm } from './matrix.js'

export const calculationForms: Readonly<Record<BodyType, BodyAuthoringForm>> = {
  formula: formulaForm,
  matrix: matrixForm,
  code: codeForm,
}
