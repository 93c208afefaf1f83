// The definition of a health check of svc:doctor and of its results. Runs the checks one by one.
import type { App } from '../app.js'
import type { OwnedItem } from '../model/registry.js'
import type { Task } from '../tasks/define-task.js'

/** `ok`: works; `warning`: works but may fail later; `error`: does not work. */
export type Health = 'ok' | 'warning' | 'error'

export interface HealthReport {
  readonly health: Health
  /** The result, as a sentence. */
  readonly finding: string
  /** The recommended action, as a sentence, if one is required. */
  readonly advice?: string
}

export interface HealthCheckScope {
  readonly app: App
  /** All scheduled tasks of the installation. */
  readonly tasks: readonly OwnedItem<Task>[]
}

export interface HealthCheck {
  /** Kebab-case and unique. */
  readonly name: string
  /** One sentence about the checked subject. */
  readonly description: string
  /** Runs the check. It must leave no changes behind. A thrown error is reported as `error`. */
  run(scope: HealthCheckScope): Promise<readonly HealthReport[]>
}

/** Declares a health check. */
export function defineHealthCheck(healthCheck: HealthCheck): HealthCheck {
  return Object.freeze(healthCheck)
}

export const createSuccess = (finding: string): HealthReport => ({ health: 'ok', finding })
export const createWarning = (finding: string, advice: string): HealthReport => ({ health: 'warning', finding, advice })
export const createFault = (finding: string, advice: string): HealthReport => ({ health: 'error', finding, advice })

/** The results of one health check. */
export interface HealthCheckResult {
  readonly check: string
  readonly owner: string
  readonly reports: readonly HealthReport[]
}

/** Milliseconds after which a check is considered failed because its subject does not respond. */
const timeout = 20_000

/** Runs the health checks one by one. A failing or hanging check does not prevent the others. */
export async function runHealthChecks(
  scope: HealthCheckScope,
  healthChecks: readonly OwnedItem<HealthCheck>[],
): Promise<readonly HealthCheckResult[]> {
  const results: HealthCheckResult[] = []
  for (const { owner, item } of healthChecks) {
    results.push({ check: item.name, owner, reports: await runHealthCheck(scope, item) })
  }
  return results
}

async function runHealthCheck(scope: HealthCheckScope, healthCheck: HealthCheck): Promise<readonly HealthReport[]> {
  let timer: NodeJS.Timeout | undefined
  const timedOut = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`there was no answer within ${timeout / 1000} seconds`)), timeout)
  })
  try {
    return await Promise.race([healthCheck.run(scope), timedOut])
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).replace(/\.?$/, '.')
    return [createFault(`The check failed: ${reason}`, 'Fix the cause, then run the check again.')]
  } finally {
    clearTimeout(timer)
  }
}
