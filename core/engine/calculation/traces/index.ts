// The traces of calculation bodies, by calculation type.
import type { BodyType } from '../../program/source.js'
import type { TraceBody } from '../trace.js'
import { traceCode } from './code.js'
import { traceFormula } from './formula.js'
import { traceMatrix } from './matrix.js'

export const traces: Readonly<Record<BodyType, TraceBody>> = { formula: traceFormula, matrix: traceMatrix, code: traceCode }
