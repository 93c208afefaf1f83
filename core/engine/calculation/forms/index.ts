// The authoring forms of calculation bodies, by calculation type.
import type { BodyType } from '../../program/source.js'
import type { BodyForm } from '../form.js'
import { codeForm } from './code.js'
import { formulaForm } from './formula.js'
import { matrixForm } from './matrix.js'

export const forms: Readonly<Record<BodyType, BodyForm>> = { formula: formulaForm, matrix: matrixForm, code: codeForm }
