// The traces of calculation bodies, by calculation type.
import type { BodyType } from '../../program/source.js'
import type { BodyTracer } from '../body-trace.js'
import { traceCode } from './code.js'
import { traceFormula } from './formula.js'
import { traceMatrix } from './matrix.js'

export const calculationTraces: Readonly<Record<BodyType, BodyTracer>> = {
  formula: traceFormula,
  matrix: traceMatrix,
  code: traceCode,
}
