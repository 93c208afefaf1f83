// Whether what plugins bring is sound, judged before anything is collected: what comes from a package was checked by no compiler here.
import { isObject } from '../ground/object.js'
import type { Customization, Composition, Plugin } from '../contract.js'
import type { Member } from '../contribution/define.js'
import { type PointName, pointNames, points } from '../contribution/points.js'
import type { Fault } from '../ground/fault.js'
import { didYouMean } from '../ground/nearest.js'
import { pluginsOf } from './collect.js'

/** Every fault; with any of them nothing is collected. */
export function soundnessFaults(config: Composition): readonly Fault[] {
  const contributed = pluginsOf(config).flatMap(contributionFaults)
  const astray = config.plugins.filter((plugin) => 'kind' in plugin && plugin.kind === 'customization')
  return [
    ...contributed,
    ...astray.map(({ name }) =>
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
      const wrong = Object.keys(value).filter((name) => value[name] !== undefined && !holds(value[name], point.values))
      return wrong.map((name) => fault(owner, `'${key}.${name}' of '${owner}' is not ${describe(point.values)}.`, hint))
    }
    if (!Array.isArray(value)) return [fault(owner, `'${key}' of '${owner}' is no list.`, hint)]
    return value.flatMap((item: unknown, index) => itemFaults(owner, `${key}[${index}]`, item, point.members))
  })
}

function itemFaults(owner: string, place: string, item: unknown, wanted: Readonly<Record<string, Member>>): readonly Fault[] {
  if (!isObject(item))
    return [fault(owner, `'${place}' of '${owner}' is no object.`, 'Export it from its module and name it here.')]
  const named = typeof item['name'] === 'string' ? `'${item['name']}' in '${place}'` : `'${place}'`
  const lacking = Object.entries({ name: 'text' as const, ...wanted }).filter(([name, member]) => !holds(item[name], member))
  return lacking.map(([name, member]) =>
    fault(
      owner,
      `${named} of '${owner}' has no sound '${name}'.`,
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
  let before = '0000'
  return migrations.flatMap((script, index) => {
    const { version, name, up } = (isObject(script) ? script : {}) as { version?: unknown; name?: unknown; up?: unknown }
    if (
      typeof version === 'string' &&
      /^\d{4}$/.test(version) &&
      version > before &&
      typeof name === 'string' &&
      typeof up === 'function'
    ) {
      before = version
      return []
    }
    const message = `The migration ${index + 1} of '${owner}' has no name, no function 'up', or no version above ${before}.`
    return [{ id: 'migration-order', owner, message, hint: "Versions are four digits that rise: '0001', '0002'." }]
  })
}

function holds(value: unknown, member: Member): boolean {
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
