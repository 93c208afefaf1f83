// Scripts of the admin: screens with an address and an area, and widgets for something that exists.
import { areas } from '../../ground/access/areas.js'
import type { Fault } from '../../ground/fault.js'
import { didYouMean } from '../../ground/nearest.js'
import type { AdminScreen, AdminWidget } from '../../model/admin/module.js'
import type { Registry } from '../../model/registry.js'
import type { CheckInput } from '../check.js'
import { listed } from '../collect.js'

const levels: readonly string[] = ['read', 'write']

function wrongScreen({ name, area, level = 'read' }: AdminScreen): string | null {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) return `is named '${name}', which is not kebab-case.`
  if (!areas.includes(area)) return `stands in the area '${area}', which does not exist.${didYouMean(area, areas)}`
  return levels.includes(level) ? null : `asks for the level '${level}', which does not exist.`
}

function wrongWidget(registry: Registry, { name, draws, of, label }: AdminWidget): string | null {
  const unknown = (what: string, known: Iterable<string>): string =>
    `'${name}' draws the ${what} '${of}', which does not exist.${didYouMean(of, [...known])}`
  if (draws === 'kind') return registry.propertyKinds.has(of) ? null : unknown('property kind', registry.propertyKinds.keys())
  if (draws === 'property') {
    const [entity = '', property = ''] = of.split('.')
    const properties = registry.entities.get(entity)?.properties ?? {}
    const known = Object.keys(properties).map((one) => `${entity}.${one}`)
    return Object.hasOwn(properties, property) ? null : unknown('property', known)
  }
  if (draws !== 'tile') return `'${name}' draws '${String(draws)}', which is none of kind, property and tile.`
  if (!(areas as readonly string[]).includes(of)) return unknown('tile of the area', areas)
  return typeof label === 'string' && label !== '' ? null : `'${name}' draws a tile, and has no label for its heading.`
}

export function checkAdminParts({ contributed, registry }: CheckInput): readonly Fault[] {
  const screens = listed(contributed, 'adminScreens').flatMap(({ owner, item }): readonly Fault[] => {
    const wrong = wrongScreen(item)
    const hint = `Take a name in small letters with dashes, one of the areas ${areas.join(', ')}, and the level read or write.`
    return wrong === null ? [] : [{ id: 'admin-screen-address', owner, message: `A screen of '${owner}' ${wrong}`, hint }]
  })
  const widgets = listed(contributed, 'adminWidgets').flatMap(({ owner, item }): readonly Fault[] => {
    const wrong = wrongWidget(registry, item)
    const hint = 'Name a property kind, a property with its entity such as product.title, or an area with a label for its tile.'
    return wrong === null ? [] : [{ id: 'admin-widget-target', owner, message: `The widget ${wrong}`, hint }]
  })
  return [...screens, ...widgets]
}
