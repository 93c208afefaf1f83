// The authoring forms of calculation bodies, by calculation type.
import type { BodyType } from '../../program/source.js'
import type { BodyForm } from '../form.js'
import { code } from './code.js'
import { formula } from './formula.js'
import { matrix } from './matrix.js'

export const forms: Readonly<Record<BodyType, BodyForm>> = { formula, matrix, code }
