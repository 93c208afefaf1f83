// Assembles an app without I/O: settings and registry. Schemas, documents, checks and workers need only this.
import type { Command, Composition, Generator, Customization, Plugin } from '../contract.js'
import { findConfigFaults } from '../config.js'
import { type Member, listPointNames, type PointName, pointNames, points } from '../contribution/points.js'
import type { QuestionType } from '../engine/question/question-type.js'
import type { Area } from '../foundation/access.js'
import { createMessage, quoteText, suggestName } from '../foundation/message.js'
import { isObject } from '../foundation/json.js'
import type { PropertyMap, UnnamedProperty, Platform } from '../foundation/property/kind.js'
import { completeEntity, type Entity, type Filter } from '../model/entity/define.js'
import { createProductFilters } from '../model/entity/filters.js'
import { type ResolvedConfig, resolveSettings } from '../resolve-settings.js'
import { BootError, createBootFault, type Fault } from '../foundation/errors.js'
import { getCoreVersion } from '../foundation/version.js'
import {
  type OwnedItem,
  type Registry,
  createRegistry,
  type RegistryParts,
  type RegistryContributions,
} from '../model/registry.js'
import {
  type CheckInput,
  collectContributions,
  type Contributed,
  listContributions,
  keepFirstByName,
  questionEntity,
  listPlugins,
} from './collect.js'
import { checks } from './checks/index.js'

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

// Builds the frozen registry from all contributions: entities with extra properties, areas, and fields of question types.

const typeProperty = 'question_type'

function buildRegistry(contributed: readonly Contributed[], platform: Platform, paymentHosts: readonly string[]): Registry {
  return createRegistry({ ...collectRegistryParts(contributed, platform), paymentHosts })
}

/** Never throws: the boot checks report duplicate names, and the first of each name is used here. */
export function collectRegistryParts(contributed: readonly Contributed[], platform: Platform): RegistryParts {
  const maps = listPointNames.map((name) => [
    name,
    keepFirstByName<{ readonly name: string }>(listContributions(contributed, name)),
  ])
  return {
    platform,
    entities: buildEntities(contributed, keepFirstByName(listContributions(contributed, 'questionTypes'))),
    translations: contributed.map(({ contributions }) => contributions.translations ?? {}),
    messages: contributed.map(({ contributions }) => contributions.messages ?? {}),
    contributions: Object.fromEntries(maps.filter(([name]) => name !== 'entities')) as RegistryContributions,
  }
}

function buildEntities(
  contributed: readonly Contributed[],
  questionTypes: readonly OwnedItem<QuestionType>[],
): readonly Entity[] {
  const definitions = keepFirstByName(listContributions(contributed, 'entities'))
  const areas = new Map<string, Area>()
  for (const { contributions } of contributed) {
    for (const [entity, area] of Object.entries(contributions.areas ?? {})) if (!areas.has(entity)) areas.set(entity, area)
  }
  const complete = definitions.map(({ owner, item }) => {
    const extra = extraProperties(contributed, item.name)
    const properties = { ...extra, ...item.properties }
    const ofQuestionTypes = item.name === questionEntity ? typeProperties(questionTypes, properties) : {}
    const filters = [...(item.filters ?? []), ...extraFilters(extra)]
    const listing = [...new Set([...item.listing, ...findNames(extra, 'listed')])]
    const sortable = [...(item.sortable ?? []), ...findNames(extra, 'sort')]
    const definition = { ...item, filters, listing, ...(sortable.length > 0 && { sortable }) }
    return completeEntity(definition, owner, { ...extra, ...ofQuestionTypes }, areas.get(item.name))
  })
  const byName = new Map(complete.map((entity) => [entity.name, entity]))
  return complete.map((entity) =>
    Object.freeze({ ...entity, filters: [...createProductFilters(entity, byName), ...entity.filters] }),
  )
}

function extraProperties(contributed: readonly Contributed[], entity: string): PropertyMap {
  const maps = contributed.map(({ contributions }) => contributions.properties?.[entity] ?? {})
  return Object.assign({}, ...maps.toReversed()) as PropertyMap
}

/** Filters by unlisted properties that plugins add. Listing columns have filters of their own. */
function extraFilters(extra: PropertyMap): readonly Filter[] {
  return Object.entries(extra).flatMap(([name, { kind, label, listed: isListed, filter }]): readonly Filter[] => {
    if (isListed === true || filter === false) return []
    if (kind.filter === 'equals' || kind.filter === 'boolean') {
      const help = `${label} equals this value. Empty finds records without one.`
      return [{ name, help, property: name, compare: 'equals' }]
    }
    if (filter !== true) return []
    if (kind.filter === 'search') return [{ name, help: `The text occurs in ${label}.`, property: name, compare: 'contains' }]
    return [
      { name: `${name}_from`, help: `${label} is at or after this time or day.`, property: name, compare: 'from' },
      { name: `${name}_to`, help: `${label} is at or before this time or day.`, property: name, compare: 'to' },
    ]
  })
}

/** The names of added properties with an option set to true. */
function findNames(extra: PropertyMap, option: 'listed' | 'sort'): readonly string[] {
  return Object.entries(extra).flatMap(([name, property]) => (property[option] === true ? [name] : []))
}

/** The properties that question types add to the question. Each applies to questions of the types that declare it. */
function typeProperties(types: readonly OwnedItem<QuestionType>[], existing: PropertyMap): PropertyMap {
  const merged: Record<string, UnnamedProperty> = {}
  for (const { item } of types) {
    for (const [name, declared] of Object.entries(item.properties)) {
      const previous = merged[name] ?? existing[name]
      const property = previous ?? declared
      const values = previous?.appliesWhen?.property === typeProperty ? previous.appliesWhen.values : []
      if (previous && previous.appliesWhen?.property !== typeProperty) continue
      merged[name] = { ...property, appliesWhen: { property: typeProperty, values: [...new Set([...values, item.name])] } }
    }
  }
  return merged
}

/** Returns all faults. If there are any, nothing is collected. */
export function findShapeFaults(config: Composition): readonly Fault[] {
  const contributed = listPlugins(config).flatMap(contributionFaults)
  const misplaced = config.plugins.filter((plugin) => 'kind' in plugin && plugin.kind === 'customization')
  return [
    ...contributed,
    ...misplaced.map(({ name }) =>
      createBootFault(
        'plugin-shape',
        name,
        createMessage('boot.customizationMisplaced', { name }),
        createMessage('boot.moveCustomization'),
      ),
    ),
    ...(config.customizations ?? []).flatMap(customizationFaults),
  ]
}

function contributionFaults({ name: owner, contributes = {} }: Plugin): readonly Fault[] {
  const reportShape = (path: string, shape: Member): Fault =>
    createBootFault(
      'plugin-shape',
      owner,
      createMessage('boot.wrongShape', { path, owner, shape }),
      createMessage('boot.seePluginFormat'),
    )
  if (!isObject(contributes)) return [reportShape('contributes', 'map')]
  return Object.entries(contributes).flatMap(([key, value]: [string, unknown]): readonly Fault[] => {
    if (!isPoint(key)) {
      const message = createMessage('boot.unknownPoint', { owner, name: key, suggestion: suggestName(key, pointNames) })
      return [createBootFault('plugin-shape', owner, message, createMessage('boot.listPoints', { names: pointNames }))]
    }
    if (value === undefined) return []
    const point = points[key]
    if (point.takes === 'map') {
      if (!isObject(value)) return [reportShape(key, 'map')]
      const invalid = Object.keys(value).filter((name) => value[name] !== undefined && !hasShape(value[name], point.values))
      return invalid.map((name) => reportShape(`${key}.${name}`, point.values))
    }
    if (!Array.isArray(value)) return [reportShape(key, 'list')]
    return value.flatMap((item: unknown, index) => itemFaults(owner, `${key}[${index}]`, item, point.members))
  })
}

function itemFaults(owner: string, path: string, item: unknown, required: Readonly<Record<string, Member>>): readonly Fault[] {
  if (!isObject(item)) {
    const message = createMessage('boot.wrongShape', { path, owner, shape: 'map' })
    return [createBootFault('plugin-shape', owner, message, createMessage('boot.exportPart'))]
  }
  const part = typeof item['name'] === 'string' ? createMessage('boot.namedPart', { name: item['name'], path }) : quoteText(path)
  const missing = Object.entries({ name: 'text' as const, ...required }).filter(([name, member]) => !hasShape(item[name], member))
  return missing.map(([name, member]) =>
    createBootFault(
      'plugin-shape',
      owner,
      createMessage('boot.memberInvalid', { part, owner, member: name }),
      createMessage('boot.addMember', { shape: member }),
    ),
  )
}

function customizationFaults({ name: owner, kind, version, migrations }: Customization): readonly Fault[] {
  const faults: Fault[] = []
  if ((kind as unknown) !== 'customization') {
    faults.push(
      createBootFault('plugin-shape', owner, createMessage('boot.notACustomization', { owner }), createMessage('boot.setKind')),
    )
  }
  if (typeof version !== 'string') {
    faults.push(
      createBootFault('plugin-shape', owner, createMessage('boot.versionMissing', { owner }), createMessage('boot.addVersion')),
    )
  }
  if (!Array.isArray(migrations)) {
    const message = createMessage('boot.wrongShape', { path: 'migrations', owner, shape: 'list' })
    return [...faults, createBootFault('plugin-shape', owner, message, createMessage('boot.emptyMigrations'))]
  }
  return [...faults, ...migrationFaults(owner, migrations)]
}

function migrationFaults(owner: string, migrations: readonly unknown[]): readonly Fault[] {
  let previousVersion = '0000'
  return migrations.flatMap((script, index) => {
    const { version, name, up } = (isObject(script) ? script : {}) as { version?: unknown; name?: unknown; up?: unknown }
    if (
      typeof version === 'string' &&
      /^\d{4}$/.test(version) &&
      version > previousVersion &&
      typeof name === 'string' &&
      typeof up === 'function'
    ) {
      previousVersion = version
      return []
    }
    const message = createMessage('boot.migrationInvalid', { number: index + 1, owner, version: previousVersion })
    return [createBootFault('migration-order', owner, message, createMessage('boot.migrationVersions'))]
  })
}

function hasShape(value: unknown, member: Member): boolean {
  if (member === 'text') return typeof value === 'string' && value !== ''
  if (member === 'list') return Array.isArray(value)
  return member === 'map' ? isObject(value) : typeof value === 'function'
}

function isPoint(key: string): key is PointName {
  return Object.hasOwn(points, key)
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
