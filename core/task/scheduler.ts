// Runs tasks while the service serves: each at its interval, by one process at a time, and stops without leaving one half done.
import type { Owned } from '../model/registry.js'
import type { Context } from '../storage/context.js'
import { acquireLease } from '../storage/database/lease.js'
import type { Records } from '../storage/records.js'
import type { Task } from './define.js'
import { noteFailure, noteLastRun, readLastRun } from './last-run.js'

export interface Scheduler {
  /** Aborts waiting, tells running tasks to end, and waits for them. */
  stop(): Promise<void>
}

/** Seconds before the first run, so that a starting service answers first. */
const firstDelay = 10

export function startScheduler(context: Context, records: Records, tasks: readonly Owned<Task>[]): Scheduler {
  const stopping = new AbortController()
  const { signal } = stopping
  const timers = new Set<NodeJS.Timeout>()
  const running = new Set<Promise<void>>()

  function plan(task: Owned<Task>, seconds: number): void {
    if (signal.aborted) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      const run = runTask(context, records, task, signal).finally(() => {
        running.delete(run)
        plan(task, task.item.every)
      })
      running.add(run)
    }, seconds * 1000)
    timer.unref()
    timers.add(timer)
  }

  for (const task of tasks) plan(task, Math.min(firstDelay, task.item.every))
  return {
    async stop() {
      stopping.abort()
      for (const timer of timers) clearTimeout(timer)
      await Promise.all(running)
    },
  }
}

/** One run, if it is due and no other process is at it. Never throws: a failure is logged with the task's owner. */
export async function runTask(
  context: Context,
  records: Records,
  { owner, item: task }: Owned<Task>,
  signal: AbortSignal,
): Promise<void> {
  try {
    const lease = await acquireLease(context.database, `task ${task.name}`, 0)
    if (!lease) return
    try {
      if (!(await isDue(context, task))) return
      const ownContext = { ...context, log: context.log.child({ task: task.name, owner }) }
      await context.timings.over('task', task.name, async () => task.run({ context: ownContext, records, signal }))
      await noteLastRun(context.database, task.name, context.clock.now())
    } finally {
      await lease.release()
    }
  } catch (error) {
    context.log.error({ err: error, task: task.name, owner }, 'A task failed; it runs again at its next turn.')
    // The database may be what failed.
    await noteFailure(context.database, task.name, context.clock.now()).catch(() => undefined)
  }
}

/** Another process may have run it a moment ago. A tenth of the interval is tolerated, because timers are not exact. */
async function isDue({ clock, database }: Context, task: Task): Promise<boolean> {
  const last = await readLastRun(database, task.name)
  return last === null || clock.now() - last >= task.every * 900
}
