// The worker jobs of core, found by name in the thread.
import type { WorkerJob } from './define-worker-job.js'
import { composePictureJob } from './compose-picture.js'
import { optimiseJob } from './optimise.js'
import { proveJob } from './prove.js'
import { checkSvgJob, sanitizeJob } from './sanitize.js'
import { simulateJob } from './simulate.js'
import { measureRuleEffectJob } from './measure-rule-effect.js'

export const workerJobs: readonly WorkerJob[] = Object.freeze([
  optimiseJob,
  proveJob,
  sanitizeJob,
  checkSvgJob,
  simulateJob,
  measureRuleEffectJob,
  composePictureJob,
])
