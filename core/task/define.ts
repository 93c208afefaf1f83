// A task: recurring work that runs in one process at a time while the service serves.
import type { Context } from '../storage/context.js'
import type { Records } from '../storage/records.js'

export interface TaskScope {
  readonly context: Context
  readonly records: Records
  /** Aborted when the service stops; long work looks at it between steps. */
  readonly signal: AbortSignal
}

export interface Task {
  /** Kebab-case and unique; also the name of its lease. */
  readonly name: string
  /** One sentence: what it does. */
  readonly description: string
  /** Seconds from the end of one run to the next, in whichever process. */
  readonly every: number
  /** Its failure is logged with the task's owner; the next run comes all the same. */
  run(scope: TaskScope): Promise<void>
}

/** Declares a task. */
export function defineTask(task: Task): Task {
  return Object.freeze(task)
}
