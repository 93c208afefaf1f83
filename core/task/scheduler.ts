// Schedules tasks in a serving process: each at its interval, in one process at a time. Stops only between complete runs.
import type { OwnedItem } from '../model/registry.js'
import type { Context } from '../storage/context.js'
import { acquireLease } from '../storage/database/lease.js'
import type { Records } from '../storage/records.js'
import type { Task } from './define.js'
import { storeLastFailure, storeLastRun, readLastRun } from './run-history.js'

export interface Scheduler {
  /** Cancels timers, aborts running tasks and waits for them. */
  stop(): Promise<void>
}

/** Delay of the first run in seconds, so a starting service can serve requests first. */
const firstDelay = 10

export function startScheduler(context: Context, records: Records, tasks: readonly OwnedItem<Task>[]): Scheduler {
  const stopping = new AbortController()
  const { signal } = stopping
  const timers = new Set<NodeJS.Timeout>()
  const running = new Set<Promise<void>>()

  function schedule(task: OwnedItem<Task>, seconds: number): void {
    if (signal.aborted) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      const run = runTask(context, records, task, signal).finally(() => {
        running.delete(run)
        schedule(task, task.item.every)
      })
      running.add(run)
    }, seconds * 1000)
    timer.unref()
    timers.add(timer)
  }

  for (const task of tasks) schedule(task, Math.min(firstDelay, task.item.every))
  return {
    async stop() {
      stopping.abort()
      for (const timer of timers) clearTimeout(timer)
      await Promise.all(running)
    },
  }
}

/** Runs a task if it is due and no other process is running it. Never throws: failures are logged with the task's owner. */
export async function runTask(
  context: Context,
  records: Records,
  { owner, item: task }: OwnedItem<Task>,
  signal: AbortSignal,
): Promise<void> {
  try {
    const lease = await acquireLease(context.database, `task ${task.name}`, 0)
    if (!lease) return
    try {
      if (!(await isDue(context, task))) return
      const ownContext = { ...context, log: context.log.child({ task: task.name, owner }) }
      await context.timings.measure('task', task.name, async () => task.run({ context: ownContext, records, signal }))
      await storeLastRun(context.database, task.name, context.clock.now())
    } finally {
      await lease.release()
    }
  } catch (error) {
    context.log.error({ err: error, task: task.name, owner }, 'A task failed; it runs again at its next turn.')
    // The database itself may have failed.
    await storeLastFailure(context.database, task.name, context.clock.now()).catch(() => undefined)
  }
}

/** Another process may have run the task recently. Accepts 90 % of the interval, because timers are not exact. */
async function isDue({ clock, database }: Context, task: Task): Promise<boolean> {
  const last = await readLastRun(database, task.name)
  return last === null || clock.now() - last >= task.every * 900
}
