// Assembles an app without I/O: settings, registry and services. Schemas, documents, checks and workers need only this.
import type { Command, Composition, Generator } from '../contract.js'
import { configFaults } from '../config.js'
import { type ResolvedConfig, resolveSettings } from '../environment.js'
import { BootError, type Fault } from '../ground/fault.js'
import { coreVersion } from '../ground/version.js'
import type { Owned, Registry } from '../model/registry.js'
import { bindCore } from './bindings.js'
import { buildRegistry } from './build-registry.js'
import type { CheckInput } from './check.js'
import { checks } from './checks/index.js'
import { collect, type Contributed, listed } from './collect.js'
import { Container } from './container.js'
import { soundnessFaults } from './soundness.js'

/** Binds or replaces services before the container is closed. */
export type Binding = (container: Container) => void

export interface AssembleOptions {
  /** The resolved settings. Default: the settings of the configuration plus defaults. */
  readonly settings?: ResolvedConfig
  /** Replaces services in tests. */
  readonly bind?: Binding
}

/** The parts of an app that need no database. */
export interface Assembly {
  readonly config: Composition
  readonly settings: ResolvedConfig
  readonly registry: Registry
  readonly contributed: readonly Contributed[]
  readonly commands: readonly Owned<Command>[]
  readonly generators: readonly Owned<Generator>[]
  readonly container: Container
}

/** Throws a BootError with all faults. */
export function assemble(config: Composition, options: AssembleOptions = {}): Assembly {
  throwFaults(configFaults(config))
  throwFaults(soundnessFaults(config))
  const settings = options.settings ?? resolveSettings({ file: config })
  const container = new Container()
  bindCore(container, settings, config.host)
  options.bind?.(container)
  const contributed = collect(config)
  const registry = buildRegistry(contributed, config.host.platform, settings.paymentHosts)
  const input = { config, contributed, registry, version: coreVersion() }
  throwFaults([...container.faults(), ...runChecks(input)])
  return Object.freeze({
    ...{ config, settings, registry, contributed, container },
    commands: listed(contributed, 'commands'),
    generators: listed(contributed, 'generators'),
  })
}

function runChecks(input: CheckInput): readonly Fault[] {
  return checks.flatMap((check) => check(input))
}

function throwFaults(faults: readonly Fault[]): void {
  if (faults.length > 0) throw new BootError(faults)
}
