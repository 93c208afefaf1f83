// Where recurring work stands, and how people run a task at once.
import { isoTime } from '../ground/clock.js'
import { NotFoundError, ServiceError } from '../ground/errors.js'
import { didYouMean } from '../ground/nearest.js'
import type { Owned } from '../model/registry.js'
import type { Context } from '../storage/context.js'
import { acquireLease } from '../storage/database/lease.js'
import type { Records } from '../storage/records.js'
import type { Task } from './define.js'
import { noteFailure, noteLastRun, readLastFailure, readLastRun } from './last-run.js'

export interface TaskState {
  readonly name: string
  readonly description: string
  readonly owner: string
  /** Seconds from one run to the next. */
  readonly every: number
  /** ISO 8601; null before the first run. */
  readonly lastRun: string | null
  /** When it is due; null before the first run. */
  readonly next: string | null
  /** When it failed last, where it has not ended well since. */
  readonly failed: string | null
}

type Owners = readonly Owned<Task>[]

/** Where each task stands, in the order in which they were contributed. */
export async function taskStates({ database }: Context, tasks: Owners): Promise<readonly TaskState[]> {
  const states: TaskState[] = []
  for (const { owner, item } of tasks) {
    const { name, description, every } = item
    const ran = await readLastRun(database, name)
    const failed = await readLastFailure(database, name)
    states.push({
      ...{ name, description, owner, every },
      lastRun: ran === null ? null : isoTime(ran),
      next: ran === null ? null : isoTime(ran + every * 1000),
      failed: failed !== null && failed > (ran ?? 0) ? isoTime(failed) : null,
    })
  }
  return states
}

/**
 * Runs a task now, whether it is due or not, and waits for its end. NOT_FOUND for an unknown one; NOT_READY while it runs; what the
 * task throws is thrown.
 */
export async function runTaskNow(context: Context, records: Records, tasks: Owners, name: string): Promise<void> {
  const task = tasks.find(({ item }) => item.name === name)?.item
  if (!task) {
    const names = tasks.map(({ item }) => item.name)
    throw new NotFoundError(`There is no task '${name.slice(0, 100)}'.${didYouMean(name, names)}`)
  }
  const lease = await acquireLease(context.database, `task ${task.name}`, 0)
  if (!lease) throw new ServiceError('NOT_READY', `The task '${name}' is running at the moment. Look again in a minute.`)
  try {
    const { signal } = new AbortController()
    await context.timings.over('task', name, async () => task.run({ context, records, signal }))
    await noteLastRun(context.database, name, context.clock.now())
  } catch (error) {
    await noteFailure(context.database, name, context.clock.now())
    throw error
  } finally {
    await lease.release()
  }
}
