// When tasks ran last, whichever process ran them.
import type { Queryable } from '../storage/database/queryable.js'
import { listSystemVariables, readSystemVariable, setSystemVariable } from '../storage/system-variables.js'

/** Before the name of a task: the system variable that says when it ended last, in milliseconds, so that processes share one rhythm. */
const prefix = 'task_last_run '

/** Milliseconds since the epoch; null where it never ran. */
export async function readLastRun(on: Queryable, task: string): Promise<number | null> {
  const held = await readSystemVariable(on, prefix + task)
  return held === null ? null : Number(held)
}

export async function noteLastRun(on: Queryable, task: string, now: number): Promise<void> {
  await setSystemVariable(on, prefix + task, String(now))
}

/** Before the name of a task: the system variable that says when it failed last. */
const failurePrefix = 'task_last_failure '

/** Milliseconds since the epoch; null where it never failed. */
export async function readLastFailure(on: Queryable, task: string): Promise<number | null> {
  const held = await readSystemVariable(on, failurePrefix + task)
  return held === null ? null : Number(held)
}

export async function noteFailure(on: Queryable, task: string, now: number): Promise<void> {
  await setSystemVariable(on, failurePrefix + task, String(now))
}

/** Task name to the moment at which it ended last, of all that ever ran. */
export async function listLastRuns(on: Queryable): Promise<ReadonlyMap<string, number>> {
  const variables = await listSystemVariables(on, new Set())
  const runs = variables.filter(({ name }) => name.startsWith(prefix))
  return new Map(runs.map(({ name, value }) => [name.slice(prefix.length), Number(value)]))
}
