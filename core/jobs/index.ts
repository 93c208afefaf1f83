// All worker jobs, found by name in the thread.
import type { Job } from '../job/define.js'
import { optimiseJob } from './optimise.js'
import { parseCsvJob } from './parse-csv.js'
import { printJob } from './print.js'
import { proveJob } from './prove.js'
import { readModelJob } from './read-model.js'
import { sanitizeJob } from './sanitize.js'
import { simulateJob } from './simulate.js'
import { weighRuleJob } from './weigh-rule.js'

export const jobs: readonly Job[] = Object.freeze([
  optimiseJob,
  parseCsvJob,
  printJob,
  proveJob,
  readModelJob,
  sanitizeJob,
  simulateJob,
  weighRuleJob,
])
