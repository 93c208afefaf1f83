// The interface of a boot check: a pure function of the contributions and the registry that reports all faults.
import type { Composition } from '../contract.js'
import type { Fault } from '../foundation/errors.js'
import type { Registry } from '../model/registry.js'
import type { Contributed } from './collect.js'

export interface CheckInput {
  readonly config: Composition
  readonly contributed: readonly Contributed[]
  /** Built from the first item of each name, so it exists even if names clash. */
  readonly registry: Registry
  /** The version of core, for example `1.2.3`. */
  readonly version: string
}

export type BootCheck = (input: CheckInput) => readonly Fault[]
