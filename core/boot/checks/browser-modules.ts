// Checks the browser scripts of plugins: for the admin, the storefront and the client engine.
import { areas } from '../../foundation/access.js'
import { createBootFault, type Fault } from '../../foundation/errors.js'
import { createMessage, type Message, suggestName } from '../../foundation/message.js'
import type { AdminScreen, AdminWidget } from '../../model/admin/module.js'
import type { Registry } from '../../model/registry.js'
import { type CheckInput, listContributions } from '../collect.js'
import { clientEvaluatedPoints } from '../../product/client-program/define.js'

const levels: readonly string[] = ['read', 'write']

function findScreenProblem(owner: string, { name, area, level = 'read' }: AdminScreen): Message | null {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) return createMessage('boot.screenNameInvalid', { owner, name })
  if (!areas.includes(area)) return createMessage('boot.screenAreaUnknown', { owner, area, suggestion: suggestName(area, areas) })
  return levels.includes(level) ? null : createMessage('boot.screenLevelUnknown', { owner, level })
}

function findWidgetProblem(registry: Registry, { name, draws, of, label }: AdminWidget): Message | null {
  const describeUnknown = (names: Iterable<string>): Message =>
    createMessage('boot.widgetTargetUnknown', { name, target: draws, of, suggestion: suggestName(of, names) })
  if (draws === 'kind') return registry.propertyKinds.has(of) ? null : describeUnknown(registry.propertyKinds.keys())
  if (draws === 'property') {
    const [entity = '', property = ''] = of.split('.')
    const properties = registry.entities.get(entity)?.properties ?? {}
    const names = Object.keys(properties).map((key) => `${entity}.${key}`)
    return Object.hasOwn(properties, property) ? null : describeUnknown(names)
  }
  if (draws !== 'tile') return createMessage('boot.widgetKindUnknown', { name, draws: String(draws) })
  if (!(areas as readonly string[]).includes(of)) return describeUnknown(areas)
  return typeof label === 'string' && label !== '' ? null : createMessage('boot.tileWithoutLabel', { name })
}

/** Checks the admin scripts of plugins: valid names and areas of screens, and existing targets of widgets. */
export function checkAdminParts({ contributed, registry }: CheckInput): readonly Fault[] {
  const screens = listContributions(contributed, 'adminScreens').flatMap(({ owner, item }): readonly Fault[] => {
    const problem = findScreenProblem(owner, item)
    const hint = createMessage('boot.useScreenAddress', { areas })
    return problem === null ? [] : [createBootFault('admin-screen-address', owner, problem, hint)]
  })
  const widgets = listContributions(contributed, 'adminWidgets').flatMap(({ owner, item }): readonly Fault[] => {
    const problem = findWidgetProblem(registry, item)
    const hint = createMessage('boot.useWidgetTarget')
    return problem === null ? [] : [createBootFault('admin-widget-target', owner, problem, hint)]
  })
  return [...screens, ...widgets]
}

/** Checks the storefront scripts: each renders an existing question type. */
export function checkStorefrontModules({ contributed, registry }: CheckInput): readonly Fault[] {
  return listContributions(contributed, 'storefrontModules')
    .filter(({ item }) => !registry.questionTypes.has(item.name))
    .map(({ owner, item: { name } }) => {
      const suggestion = suggestName(name, registry.questionTypes.keys())
      const message = createMessage('boot.moduleTypeUnknown', { owner, name, suggestion })
      return createBootFault('storefront-module-type', owner, message, createMessage('boot.useQuestionType'))
    })
}

/** Checks scripts of the client engine: each implements an existing item without server dependencies. */
export function checkClientEngineModules({ contributed, registry }: CheckInput): readonly Fault[] {
  return listContributions(contributed, 'clientModules').flatMap(({ owner, item: { name, of } }): readonly Fault[] => {
    if (!clientEvaluatedPoints.includes(of)) {
      const message = createMessage('boot.codeNotEvaluated', { owner, name, of })
      const hint = createMessage('boot.useOneOf', { names: clientEvaluatedPoints })
      return [createBootFault('client-module-type', owner, message, hint)]
    }
    const declared = registry[of].get(name)
    if (!declared) {
      const suggestion = suggestName(name, registry[of].keys())
      const message = createMessage('boot.codeTargetUnknown', { owner, name, of, suggestion })
      return [createBootFault('client-module-type', owner, message, createMessage('boot.useContributedName'))]
    }
    if (!('load' in declared)) return []
    const message = createMessage('boot.codeNeedsServer', { owner, name })
    return [createBootFault('client-module-type', owner, message, createMessage('boot.removeModule'))]
  })
}
