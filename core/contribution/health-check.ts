// The definition of a health check of svc:doctor and of its results. Runs the checks one by one.
import { toErrorMessage } from '../foundation/errors.js'
import { createMessage, type MessageText } from '../foundation/message.js'
import type { App } from '../app.js'
import type { OwnedItem } from '../model/registry.js'
import type { Task } from '../tasks/define-task.js'

/** `ok`: works; `warning`: works but may fail later; `error`: does not work. */
export type Health = 'ok' | 'warning' | 'error'

export interface HealthReport {
  readonly health: Health
  /** The result: a message, or a finished sentence. */
  readonly finding: MessageText
  /** The recommended action, if one is required. */
  readonly advice?: MessageText
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

export const createSuccess = (finding: MessageText): HealthReport => ({ health: 'ok', finding })
export const createWarning = (finding: MessageText, advice: MessageText): HealthReport => ({
  health: 'warning',
  finding,
  advice,
})
export const createFault = (finding: MessageText, advice: MessageText): HealthReport => ({ health: 'error', finding, advice })

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
  const timedOut = new Promise<readonly HealthReport[]>((resolve) => {
    timer = setTimeout(() => resolve([createFailure(createMessage('checks.noAnswer', { seconds: timeout / 1000 }))]), timeout)
  })
  try {
    return await Promise.race([healthCheck.run(scope), timedOut])
  } catch (error) {
    const reason = toErrorMessage(error)
    return [createFailure(typeof reason === 'string' ? reason.replace(/\.?$/, '.') : reason)]
  } finally {
    clearTimeout(timer)
  }
}

const createFailure = (reason: MessageText): HealthReport =>
  createFault(createMessage('checks.failed', { reason }), createMessage('checks.failedAdvice'))
