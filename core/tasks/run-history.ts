// Stores the times of the last run and the last failure of each task, shared by all processes.
import type { Queryable } from '../storage/database/dialect.js'
import { listSystemVariables, readSystemVariable, setSystemVariable } from '../storage/system-variables.js'

/** Prefix of the system variable with the end of a task's last run in milliseconds. Processes share it to share the schedule. */
const prefix = 'task_last_run '

/** Milliseconds since the epoch; null if the task never ran. */
export async function readLastRun(on: Queryable, task: string): Promise<number | null> {
  const stored = await readSystemVariable(on, prefix + task)
  return stored === null ? null : Number(stored)
}

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
