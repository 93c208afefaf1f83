// The definition of a scheduled task: recurring work that runs in one serving process at a time.
import type { Context } from '../storage/context.js'
import type { Records } from '../storage/records.js'

export interface TaskScope {
  readonly context: Context
  readonly records: Records
  /** Aborted when the service stops. Long tasks check it between steps. */
  readonly signal: AbortSignal
}

export interface Task {
  /** Kebab-case and unique. Also the name of its lease. */
  readonly name: string
  /** One sentence about its effect. */
  readonly description: string
  /** Seconds from the end of one run to the start of the next, in any process. */
  readonly every: number
  /** Runs the task. A failure is logged with the task's owner and does not prevent the next run. */
  run(scope: TaskScope): Promise<void>
}

/** Declares a scheduled task. */
export function defineTask(task: Task): Task {
  return Object.freeze(task)
}
