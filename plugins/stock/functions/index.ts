// All built-in functions.
import { max } from './max.js'
import { min } from './min.js'
import { round } from './round.js'

export const functions = [round, min, max] as const
