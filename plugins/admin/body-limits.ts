// The body limits of records and actions: large bodies are accepted only where the declared fields need them.
import type { PropertyMap, UnnamedProperty } from '#core/contract.js'
import { type Entity, isObject, type JsonSchema, type Registry } from '#core/surface.js'
import { defaultBodyLimit } from '../http/body/body-reader.js'

type Params = Readonly<Record<string, string>>

/** Maximum bytes of a record with a long list, such as a table of 250,000 cells. */
const longRecord = 16 * 1_048_576
/** Maximum bytes of the input of an action with a long text, such as a product sheet. */
const longInput = 8 * 1_048_576
/** Lists with this number of entries do not fit into the default limit. */
const longList = 10_000

const limitIn = (schema: JsonSchema | null, keyword: 'maxItems' | 'maxLength'): number => {
  const limit = isObject(schema) ? schema[keyword] : undefined
  return typeof limit === 'number' ? limit : 0
}

const hasLongList = ({ properties }: Entity): boolean =>
  Object.values(properties).some((property) => limitIn(property.kind.schema(property, 'write'), 'maxItems') > longList)

const hasLongText = (input: PropertyMap): boolean =>
  Object.keys(input).some((name) => {
    const property = input[name] as UnnamedProperty<never>
    return limitIn(property.kind.schema({ ...property, name }, 'write'), 'maxLength') > defaultBodyLimit
  })

/** The body limits of the routes of records and actions, by the name in the path. */
export function bodyLimits({ entities, actions }: Pick<Registry, 'entities' | 'actions'>) {
  return {
    recordBody({ entity: name = '' }: Params): number {
      const entity = entities.get(name)
      return entity && hasLongList(entity) ? longRecord : defaultBodyLimit
    },
    actionBody({ action: name = '' }: Params): number {
      const action = actions.get(name)
      return action && hasLongText(action.input) ? longInput : defaultBodyLimit
    },
  }
}
