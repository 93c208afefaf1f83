// An examination: one thing that svc:doctor looks at, and what it has to say about it.
import type { App } from '../app.js'
import type { Owned } from '../model/registry.js'
import type { Task } from '../task/define.js'

/** `doubtful` works, and will not always; `broken` does not. */
export type Health = 'sound' | 'doubtful' | 'broken'

export interface Opinion {
  readonly health: Health
  /** A sentence: what was found. */
  readonly found: string
  /** A sentence: what to do, where something is to be done. */
  readonly advice?: string
}

export interface ExaminationScope {
  readonly app: App
  /** All recurring work of the installation. */
  readonly tasks: readonly Owned<Task>[]
}

export interface Examination {
  /** Kebab-case and unique. */
  readonly name: string
  /** One sentence: what it looks at. */
  readonly description: string
  /** Changes nothing that stays. What it throws is told as `broken`. */
  examine(scope: ExaminationScope): Promise<readonly Opinion[]>
}

/** Declares an examination. */
export function defineExamination(examination: Examination): Examination {
  return Object.freeze(examination)
}

export const sound = (found: string): Opinion => ({ health: 'sound', found })
export const doubtful = (found: string, advice: string): Opinion => ({ health: 'doubtful', found, advice })
export const broken = (found: string, advice: string): Opinion => ({ health: 'broken', found, advice })
