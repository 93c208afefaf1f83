// Runs tasks at their intervals in a serving process, each in one process at a time, and stores and reports their state.
import { createMessage, suggestName } from '../foundation/message.js'
import { contextToken, recordsToken, taskListToken } from '../boot/tokens.js'
import { formatIsoTime } from '../foundation/clock.js'
import { NotFoundError, ServiceError } from '../foundation/errors.js'
import { inject, injectable } from '../foundation/injection.js'
import type { OwnedItem } from '../model/registry.js'
import type { Context } from '../storage/context.js'
import { acquireLease, type Lease } from '../storage/database/lease.js'
import type { Records } from '../storage/records.js'
import type { RecurringWork, ScheduledTasks, Task, TaskState } from './define-task.js'
import type { Queryable } from '../storage/database/dialect.js'
import { listSystemVariables, readSystemVariable, setSystemVariable } from '../storage/system-variables.js'

/** Prefix of the system variable with the end of a task's last run in milliseconds. Processes share it to share the schedule. */
const prefix = 'task_last_run '

/** Milliseconds since the epoch; null if the task never ran. */
export async function readLastRun(on: Queryable, task: string): Promise<number | null> {
  const stored = await readSystemVariable(on, prefix + task)
  return stored === null ? null : Number(stored)
}

/** Stores the times of the last run and the last failure of each task, shared by all processes. */
export async function storeLastRun(on: Queryable, task: string, now: number): Promise<void> {
  await setSystemVariable(on, prefix + task, String(now))
}

/** Prefix of the system variable with the time of a task's last failure. */
const failurePrefix = 'task_last_failure '

/** Milliseconds since the epoch; null if the task never failed. */
export async function readLastFailure(on: Queryable, task: string): Promise<number | null> {
  const stored = await readSystemVariable(on, failurePrefix + task)
  return stored === null ? null : Number(stored)
}

export async function storeLastFailure(on: Queryable, task: string, now: number): Promise<void> {
  await setSystemVariable(on, failurePrefix + task, String(now))
}

/** The end of the last run of each task that ever ran, by task name. */
export async function listLastRuns(on: Queryable): Promise<ReadonlyMap<string, number>> {
  const variables = await listSystemVariables(on, new Set())
  const runs = variables.filter(({ name }) => name.startsWith(prefix))
  return new Map(runs.map(({ name, value }) => [name.slice(prefix.length), Number(value)]))
}

/** Delay of the first run in seconds, so a starting service can serve requests first. */
const firstDelay = 10

@injectable()
export class TaskScheduler implements ScheduledTasks, RecurringWork {
  private readonly stopping = new AbortController()
  private readonly timers = new Set<NodeJS.Timeout>()
  private readonly running = new Set<Promise<void>>()

  constructor(
    @inject(contextToken) private readonly context: Context,
    @inject(recordsToken) private readonly records: Records,
    @inject(taskListToken) private readonly tasks: readonly OwnedItem<Task>[],
  ) {}

  /** Starts the timers. Call `stop` to end them. */
  start(): void {
    for (const task of this.tasks) this.schedule(task, Math.min(firstDelay, task.item.every))
  }

  /** Cancels timers, aborts running tasks and waits for them: tasks stop only between complete steps. */
  async stop(): Promise<void> {
    this.stopping.abort()
    for (const timer of this.timers) clearTimeout(timer)
    await Promise.all(this.running)
  }

  async states(): Promise<readonly TaskState[]> {
    const { database } = this.context
    const states: TaskState[] = []
    for (const { owner, item } of this.tasks) {
      const { name, description, every } = item
      const lastRun = await readLastRun(database, name)
      const lastFailure = await readLastFailure(database, name)
      states.push({
        name,
        description,
        owner,
        every,
        lastRun: lastRun === null ? null : formatIsoTime(lastRun),
        next: lastRun === null ? null : formatIsoTime(lastRun + every * 1000),
        failed: lastFailure !== null && lastFailure > (lastRun ?? 0) ? formatIsoTime(lastFailure) : null,
      })
    }
    return states
  }

  async run(name: string): Promise<void> {
    const { context, records } = this
    const task = this.tasks.find(({ item }) => item.name === name)?.item
    if (!task) {
      const names = this.tasks.map(({ item }) => item.name)
      throw new NotFoundError(createMessage('errors.unknownTask', { name: name.slice(0, 100), hint: suggestName(name, names) }))
    }
    const lease = await this.acquireTaskLease(task)
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

  /** Runs a task if it is due and no other process is running it. Never throws: failures are logged with the task's owner. */
  async runIfDue({ owner, item: task }: OwnedItem<Task>): Promise<void> {
    const { context, records } = this
    const { signal } = this.stopping
    try {
      const lease = await this.acquireTaskLease(task)
      if (!lease) return
      try {
        if (!(await this.isDue(task))) return
        const ownContext = { ...context, log: context.log.child({ task: task.name, owner }) }
        await context.timings.measure('task', task.name, async () => task.run({ context: ownContext, records, signal }))
        await storeLastRun(context.database, task.name, context.clock.now())
      } finally {
        await lease.release()
      }
    } catch (error) {
      context.log.error({ err: error, task: task.name, owner }, 'A task failed. It runs again on its schedule.')
      // The database itself may have failed.
      await storeLastFailure(context.database, task.name, context.clock.now()).catch(() => undefined)
    }
  }

  private schedule(task: OwnedItem<Task>, seconds: number): void {
    if (this.stopping.signal.aborted) return
    const timer = setTimeout(() => {
      this.timers.delete(timer)
      const run = this.runIfDue(task).finally(() => {
        this.running.delete(run)
        this.schedule(task, task.item.every)
      })
      this.running.add(run)
    }, seconds * 1000)
    timer.unref()
    this.timers.add(timer)
  }

  private acquireTaskLease({ name }: Task): Promise<Lease | null> {
    return acquireLease(this.context.database, `task ${name}`, 0)
  }

  /** Another process may have run the task recently. Accepts 90 % of the interval, because timers are not exact. */
  private async isDue(task: Task): Promise<boolean> {
    const { clock, database } = this.context
    const last = await readLastRun(database, task.name)
    return last === null || clock.now() - last >= task.every * 900
  }
}
