// Reports the state of scheduled tasks and runs a task on request.
import { createMessage } from '../foundation/message.js'
import { formatIsoTime } from '../foundation/clock.js'
import { NotFoundError, ServiceError } from '../foundation/errors.js'
import { suggestName } from '../foundation/nearest.js'
import type { OwnedItem } from '../model/registry.js'
import type { Context } from '../storage/context.js'
import { acquireLease } from '../storage/database/lease.js'
import type { Records } from '../storage/records.js'
import type { Task } from './define.js'
import { storeLastFailure, storeLastRun, readLastFailure, readLastRun } from './run-history.js'

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

type OwnedTasks = readonly OwnedItem<Task>[]

/** The state of each task, in the order of contribution. */
export async function listTaskStates({ database }: Context, tasks: OwnedTasks): Promise<readonly TaskState[]> {
  const states: TaskState[] = []
  for (const { owner, item } of tasks) {
    const { name, description, every } = item
    const lastRun = await readLastRun(database, name)
    const lastFailure = await readLastFailure(database, name)
    states.push({
      ...{ name, description, owner, every },
      lastRun: lastRun === null ? null : formatIsoTime(lastRun),
      next: lastRun === null ? null : formatIsoTime(lastRun + every * 1000),
      failed: lastFailure !== null && lastFailure > (lastRun ?? 0) ? formatIsoTime(lastFailure) : null,
    })
  }
  return states
}

/**
 * Runs a task immediately, even if it is not due, and waits for it. NOT_FOUND for an unknown task; NOT_READY if it is running.
 * Rethrows the task's error.
 */
export async function runTaskNow(context: Context, records: Records, tasks: OwnedTasks, name: string): Promise<void> {
  const task = tasks.find(({ item }) => item.name === name)?.item
  if (!task) {
    const names = tasks.map(({ item }) => item.name)
    throw new NotFoundError(createMessage('errors.unknownTask', { name: name.slice(0, 100), hint: suggestName(name, names) }))
  }
  const lease = await acquireLease(context.database, `task ${task.name}`, 0)
  if (!lease) throw new ServiceError('NOT_READY', createMessage('errors.taskRunning', { name }))
  try {
    const { signal } = new AbortController()
    await context.timings.measure('task', name, async () => task.run({ context, records, signal }))
    await storeLastRun(context.database, name, context.clock.now())
  } catch (error) {
    await storeLastFailure(context.database, name, context.clock.now())
    throw error
  } finally {
    await lease.release()
  }
}
