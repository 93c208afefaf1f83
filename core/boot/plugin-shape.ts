// Checks the shape of plugins before their contributions are collected, because packages were not compiled against this core.
import { isObject } from '../foundation/object.js'
import type { Customization, Composition, Plugin } from '../contract.js'
import type { Member } from '../contribution/define.js'
import { type PointName, pointNames, points } from '../contribution/points.js'
import type { Fault } from '../foundation/fault.js'
import { didYouMean } from '../foundation/nearest.js'
import { listPlugins } from './collect.js'

/** Returns all faults. If there are any, nothing is collected. */
export function findShapeFaults(config: Composition): readonly Fault[] {
  const contributed = listPlugins(config).flatMap(contributionFaults)
  const misplaced = config.plugins.filter((plugin) => 'kind' in plugin && plugin.kind === 'customization')
  return [
    ...contributed,
    ...misplaced.map(({ name }) =>
      fault(
        name,
        `The customization '${name}' stands among the plugins.`,
        "List it under 'customizations': its migrations count there only.",
      ),
    ),
    ...(config.customizations ?? []).flatMap(customizationFaults),
  ]
}

function fault(owner: string, message: string, hint: string): Fault {
  return { id: 'plugin-shape', owner, message, hint }
}

function contributionFaults({ name: owner, contributes = {} }: Plugin): readonly Fault[] {
  const hint = 'Write it as docs/reference/plugins.md shows.'
  if (!isObject(contributes)) return [fault(owner, `'contributes' of '${owner}' is no object.`, hint)]
  return Object.entries(contributes).flatMap(([key, value]: [string, unknown]): readonly Fault[] => {
    if (!isPoint(key)) {
      const message = `'${owner}' contributes '${key}', which means nothing.${didYouMean(key, pointNames)}`
      return [fault(owner, message, `Contributions are ${pointNames.join(', ')}.`)]
    }
    if (value === undefined) return []
    const point = points[key]
    if (point.takes === 'map') {
      if (!isObject(value)) return [fault(owner, `'${key}' of '${owner}' is no object.`, hint)]
      const invalid = Object.keys(value).filter((name) => value[name] !== undefined && !hasShape(value[name], point.values))
      return invalid.map((name) => fault(owner, `'${key}.${name}' of '${owner}' is not ${describe(point.values)}.`, hint))
    }
    if (!Array.isArray(value)) return [fault(owner, `'${key}' of '${owner}' is no list.`, hint)]
    return value.flatMap((item: unknown, index) => itemFaults(owner, `${key}[${index}]`, item, point.members))
  })
}

function itemFaults(owner: string, path: string, item: unknown, required: Readonly<Record<string, Member>>): readonly Fault[] {
  if (!isObject(item))
    return [fault(owner, `'${path}' of '${owner}' is no object.`, 'Export it from its module and name it here.')]
  const subject = typeof item['name'] === 'string' ? `'${item['name']}' in '${path}'` : `'${path}'`
  const missing = Object.entries({ name: 'text' as const, ...required }).filter(([name, member]) => !hasShape(item[name], member))
  return missing.map(([name, member]) =>
    fault(
      owner,
      `${subject} of '${owner}' has no sound '${name}'.`,
      `Give it ${describe(member)}; docs/reference/plugins.md shows where.`,
    ),
  )
}

function customizationFaults({ name: owner, kind, version, migrations }: Customization): readonly Fault[] {
  const faults: Fault[] = []
  if ((kind as unknown) !== 'customization') {
    faults.push(fault(owner, `'${owner}' is listed as a customization and is none.`, "Give it kind: 'customization'."))
  }
  if (typeof version !== 'string') {
    faults.push(fault(owner, `The customization '${owner}' has no version.`, "Give it a text such as '1.0.0'."))
  }
  if (!Array.isArray(migrations)) {
    return [...faults, fault(owner, `'migrations' of '${owner}' is no list.`, 'Write migrations: [] where there are none.')]
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
    const message = `The migration ${index + 1} of '${owner}' has no name, no function 'up', or no version above ${previousVersion}.`
    return [{ id: 'migration-order', owner, message, hint: "Versions are four digits that rise: '0001', '0002'." }]
  })
}

function hasShape(value: unknown, member: Member): boolean {
  if (member === 'text') return typeof value === 'string' && value !== ''
  if (member === 'list') return Array.isArray(value)
  return member === 'map' ? isObject(value) : typeof value === 'function'
}

function describe(member: Member): string {
  if (member === 'text') return 'a text'
  return member === 'list' ? 'a list' : member === 'map' ? 'an object' : 'a function'
}

function isPoint(key: string): key is PointName {
  return Object.hasOwn(points, key)
}
