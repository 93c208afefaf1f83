// Checks the browser scripts of plugins: for the admin, the storefront and the client engine.
import { areas } from '../../foundation/access.js'
import type { Fault } from '../../foundation/errors.js'
import { didYouMean } from '../../foundation/message.js'
import type { AdminScreen, AdminWidget } from '../../model/admin/module.js'
import type { Registry } from '../../model/registry.js'
import { type CheckInput, listContributions } from '../collect.js'
import { clientEvaluatedPoints } from '../../product/client-program/define.js'

const levels: readonly string[] = ['read', 'write']

function findScreenProblem({ name, area, level = 'read' }: AdminScreen): string | null {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) return `is named '${name}', which is not kebab-case.`
  if (!areas.includes(area)) return `is in the area '${area}', which does not exist.${didYouMean(area, areas)}`
  return levels.includes(level) ? null : `asks for the level '${level}', which does not exist.`
}

function findWidgetProblem(registry: Registry, { name, draws, of, label }: AdminWidget): string | null {
  const describeUnknown = (noun: string, names: Iterable<string>): string =>
    `'${name}' renders the ${noun} '${of}', which does not exist.${didYouMean(of, [...names])}`
  if (draws === 'kind')
    return registry.propertyKinds.has(of) ? null : describeUnknown('property kind', registry.propertyKinds.keys())
  if (draws === 'property') {
    const [entity = '', property = ''] = of.split('.')
    const properties = registry.entities.get(entity)?.properties ?? {}
    const names = Object.keys(properties).map((key) => `${entity}.${key}`)
    return Object.hasOwn(properties, property) ? null : describeUnknown('property', names)
  }
  if (draws !== 'tile') return `'${name}' renders '${String(draws)}', which is not one of kind, property and tile.`
  if (!(areas as readonly string[]).includes(of)) return describeUnknown('tile of the area', areas)
  return typeof label === 'string' && label !== '' ? null : `'${name}' renders a tile but has no label for its heading.`
}

/** Checks the admin scripts of plugins: valid names and areas of screens, and existing targets of widgets. */
export function checkAdminParts({ contributed, registry }: CheckInput): readonly Fault[] {
  const screens = listContributions(contributed, 'adminScreens').flatMap(({ owner, item }): readonly Fault[] => {
    const problem = findScreenProblem(item)
    const hint = `Use a name in lower-case letters with dashes, one of the areas ${areas.join(', ')}, and the level read or write.`
    return problem === null ? [] : [{ id: 'admin-screen-address', owner, message: `A screen of '${owner}' ${problem}`, hint }]
  })
  const widgets = listContributions(contributed, 'adminWidgets').flatMap(({ owner, item }): readonly Fault[] => {
    const problem = findWidgetProblem(registry, item)
    const hint =
      'Specify a property kind, a property with its entity such as product.title, or an area with a label for its tile.'
    return problem === null ? [] : [{ id: 'admin-widget-target', owner, message: `The widget ${problem}`, hint }]
  })
  return [...screens, ...widgets]
}

/** Checks the storefront scripts: each renders an existing question type. */
export function checkStorefrontModules({ contributed, registry }: CheckInput): readonly Fault[] {
  return listContributions(contributed, 'storefrontModules')
    .filter(({ item }) => !registry.questionTypes.has(item.name))
    .map(({ owner, item: { name } }) => ({
      id: 'storefront-module-type',
      owner,
      message: `'${owner}' renders the question type '${name}', which is not registered by any plugin.${didYouMean(name, registry.questionTypes.keys())}`,
      hint: 'Use the name of a question type, as in question_type.',
    }))
}

/** Checks scripts of the client engine: each implements an existing item without server dependencies. */
export function checkClientEngineModules({ contributed, registry }: CheckInput): readonly Fault[] {
  return listContributions(contributed, 'clientModules').flatMap(({ owner, item: { name, of } }): readonly Fault[] => {
    if (!clientEvaluatedPoints.includes(of)) {
      const message = `'${owner}' provides browser code for '${name}' of '${of}', which is not evaluated in browsers.`
      return [{ id: 'client-module-type', owner, message, hint: `Use one of ${clientEvaluatedPoints.join(', ')}.` }]
    }
    const declared = registry[of].get(name)
    if (!declared) {
      const message = `'${owner}' provides browser code for '${name}' of '${of}', which is not registered by any plugin.${didYouMean(name, registry[of].keys())}`
      return [{ id: 'client-module-type', owner, message, hint: 'Use the name under which it is contributed.' }]
    }
    if (!('load' in declared)) return []
    const message = `'${owner}' provides browser code for '${name}' that imports modules that browsers do not have.`
    return [
      {
        id: 'client-module-type',
        owner,
        message,
        hint: 'Remove the module. Products that use it are then calculated on the server.',
      },
    ]
  })
}
