// What the installation's own layer adds: question types, condition and term names, entities, properties (spec 4.4).
import { defineAction } from '../action/define.js'
import { namedTypes } from '../action/custom-types.js'
import type { Registry, Shelf } from '../model/registry.js'

interface QuestionTypeEntry {
  readonly name: string
  readonly label: string
  /** `<customization>/<type>`; null for stock ones. */
  readonly class: string | null
  /** It declares fields of its own that rules and terms can read. */
  readonly selfDescribing: boolean
}

interface Output {
  readonly customized: boolean
  readonly questionTypes: readonly QuestionTypeEntry[]
  readonly conditionTypes: readonly string[]
  readonly termTypes: readonly string[]
  readonly functions: readonly string[]
  readonly entities: readonly { readonly name: string; readonly owner: string }[]
  readonly writing: string
}

const writing =
  'A question takes a type by its name in question_type; the properties of the type join the fields of question. ' +
  'Custom conditions are written {"condition": "<name>", ...keys, "operator", "value"}, custom terms {"term": "<name>", ...keys}; ' +
  'their keys are stored as they are. Code of the customization itself cannot be changed here.'

const customNames = (registry: Registry, shelf: Shelf<unknown>): readonly string[] =>
  namedTypes(registry, shelf).flatMap(({ name, custom }) => (custom ? [name] : []))

export const describeCustomization = defineAction({
  name: 'describe-customization',
  description:
    'Describes what this installation adds of its own; use it where a type or entity is unknown. ' +
    'Lists custom question types, condition and term names, functions and entities.',
  input: {},
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  needs: { all: ['catalog:read'] },
  command: 'svc:customization:describe',
  example: {},
  run({ context: { registry } }): Promise<Output> {
    const questionTypes = [...registry.questionTypes.values()].map(({ name, label, fields = [] }): QuestionTypeEntry => {
      const owner = registry.questionTypes.owner(name) ?? ''
      return { name, label, class: registry.isCustom(owner) ? `${owner}/${name}` : null, selfDescribing: fields.length > 0 }
    })
    const entities = [...registry.entities.values()].flatMap(({ name, owner }) =>
      registry.isCustom(owner) ? [{ name, owner }] : [],
    )
    const parts = {
      conditionTypes: customNames(registry, registry.conditionTypes),
      termTypes: customNames(registry, registry.termTypes),
      functions: customNames(registry, registry.functions),
    }
    const customized = questionTypes.some((type) => type.class !== null) || entities.length > 0
    const named = Object.values(parts).some((names) => names.length > 0)
    return Promise.resolve({ customized: customized || named, questionTypes, ...parts, entities, writing })
  },
})
