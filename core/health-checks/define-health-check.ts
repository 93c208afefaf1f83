// The definition of a health check of svc:doctor and of its results.
import type { App } from '../app.js'
import type { OwnedItem } from '../model/registry.js'
import type { Task } from '../tasks/define-task.js'

/** `sound`: works; `doubtful`: works but may fail later; `broken`: does not work. */
export type Health = 'sound' | 'doubtful' | 'broken'

export interface HealthReport {
  readonly health: Health
  /** The result, as a sentence. */
  readonly found: string
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
  /** Runs the check. It must leave no changes behind. A thrown error is reported as `broken`. */
  examine(scope: HealthCheckScope): Promise<readonly HealthReport[]>
}

/** Declares a health check. */
export function defineHealthCheck(healthCheck: HealthCheck): HealthCheck {
  return Object.freeze(healthCheck)
}

export const sound = (finding: string): HealthReport => ({ health: 'sound', found: finding })
export const doubtful = (finding: string, advice: string): HealthReport => ({ health: 'doubtful', found: finding, advice })
export const broken = (finding: string, advice: string): HealthReport => ({ health: 'broken', found: finding, advice })
