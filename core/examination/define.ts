// The definition of a health check of svc:doctor and of its results.
import type { App } from '../app.js'
import type { Owned } from '../model/registry.js'
import type { Task } from '../task/define.js'

/** `sound`: works; `doubtful`: works but may fail later; `broken`: does not work. */
export type Health = 'sound' | 'doubtful' | 'broken'

export interface Opinion {
  readonly health: Health
  /** The result, as a sentence. */
  readonly found: string
  /** The recommended action, as a sentence, if one is required. */
  readonly advice?: string
}

export interface ExaminationScope {
  readonly app: App
  /** All scheduled tasks of the installation. */
  readonly tasks: readonly Owned<Task>[]
}

export interface Examination {
  /** Kebab-case and unique. */
  readonly name: string
  /** One sentence about the checked subject. */
  readonly description: string
  /** Runs the check. It must leave no changes behind. A thrown error is reported as `broken`. */
  examine(scope: ExaminationScope): Promise<readonly Opinion[]>
}

/** Declares a health check. */
export function defineExamination(examination: Examination): Examination {
  return Object.freeze(examination)
}

export const sound = (found: string): Opinion => ({ health: 'sound', found })
export const doubtful = (found: string, advice: string): Opinion => ({ health: 'doubtful', found, advice })
export const broken = (found: string, advice: string): Opinion => ({ health: 'broken', found, advice })
