// Assembles an app without I/O: settings and registry. Schemas, documents, checks and workers need only this.
import type { Command, Composition, Generator } from '../contract.js'
import { findConfigFaults } from '../config.js'
import { type ResolvedConfig, resolveSettings } from '../resolve-settings.js'
import { BootError, type Fault } from '../foundation/fault.js'
import { getCoreVersion } from '../foundation/version.js'
import type { OwnedItem, Registry } from '../model/registry.js'
import { buildRegistry } from './build-registry.js'
import type { CheckInput } from './boot-check.js'
import { checks } from './checks/index.js'
import { collectContributions, type Contributed, listContributions } from './collect.js'
import { findShapeFaults } from './plugin-shape.js'

export interface AssembleOptions {
  /** The resolved settings. Default: the settings of the configuration plus defaults. */
  readonly settings?: ResolvedConfig
}

/** The parts of an app that need no database. */
export interface Assembly {
  readonly config: Composition
  readonly settings: ResolvedConfig
  readonly registry: Registry
  readonly contributed: readonly Contributed[]
  readonly commands: readonly OwnedItem<Command>[]
  readonly generators: readonly OwnedItem<Generator>[]
}

/** Throws a BootError with all faults. */
export function assemble(config: Composition, options: AssembleOptions = {}): Assembly {
  throwFaults(findConfigFaults(config))
  throwFaults(findShapeFaults(config))
  const settings = options.settings ?? resolveSettings({ file: config })
  const contributed = collectContributions(config)
  const registry = buildRegistry(contributed, config.host.platform, settings.paymentHosts)
  const input = { config, contributed, registry, version: getCoreVersion() }
  throwFaults(runChecks(input))
  return Object.freeze({
    config,
    settings,
    registry,
    contributed,
    commands: listContributions(contributed, 'commands'),
    generators: listContributions(contributed, 'generators'),
  })
}

function runChecks(input: CheckInput): readonly Fault[] {
  return checks.flatMap((check) => check(input))
}

function throwFaults(faults: readonly Fault[]): void {
  if (faults.length > 0) throw new BootError(faults)
}
