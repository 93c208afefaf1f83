// The traces of calculation bodies, by calculation type.
import type { BodyType } from '../../program/source.js'
import type { TraceBody } from '../trace.js'
import { code } from './code.js'
import { formula } from './formula.js'
import { matrix } from './matrix.js'

export const traces: Readonly<Record<BodyType, TraceBody>> = { formula, matrix, code }
