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

export interface TaskState {
  readonly name: string
  readonly description: string
  readonly owner: string
  /** Seconds between runs. */
  readonly every: number
  /** ISO 8601; null before the first run. */
  readonly lastRun: string | null
  /** Due time of the next run, ISO 8601; null before the first run. */
  readonly next: string | null
  /** Time of the last failure, ISO 8601; null if the task has succeeded since. */
  readonly failed: string | null
}

/** The scheduled tasks of an app. */
export interface ScheduledTasks {
  /** The state of each task, in the order of contribution. */
  states(): Promise<readonly TaskState[]>
  /**
   * Runs a task immediately, even if it is not due, and waits for it. NOT_FOUND for an unknown task; NOT_READY if it is running.
   * Rethrows the task's error.
   */
  run(name: string): Promise<void>
}

/** Work at intervals that a serving process starts and stops. */
export interface RecurringWork {
  start(): void
  stop(): Promise<void>
}
