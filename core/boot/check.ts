// What a boot check is: a pure look at what was collected and built, that reports everything it finds.
import type { Composition } from '../contract.js'
import type { Fault } from '../ground/fault.js'
import type { Registry } from '../model/registry.js'
import type { Contributed } from './collect.js'

export interface CheckInput {
  readonly config: Composition
  readonly contributed: readonly Contributed[]
  /** Built from the first of each name, so that it exists even where names clash. */
  readonly registry: Registry
  /** The version of the core, `1.2.3`. */
  readonly version: string
}

export type Check = (input: CheckInput) => readonly Fault[]
