// Describes the additions of the installation: question types, conditions, terms, functions and entities.
import { createMessage, type Message } from '../foundation/message.js'
import { defineAction } from './define-action.js'
import {
  describeCustomConditions,
  describeCustomTerms,
  listCustomTypes,
  type ArgumentDescription,
  type ConditionDescription,
  describeArguments,
  type TermDescription,
} from './custom-types.js'

interface QuestionTypeEntry {
  readonly name: string
  readonly label: string
  /** `<customization>/<type>`; null for stock types. */
  readonly class: string | null
  /** True if it declares fields for rules and terms. */
  readonly selfDescribing: boolean
  /** For types of the installation: whether the selection is an answer, added question properties, and fields for rules and terms. */
  readonly takesAnswers?: boolean
  readonly properties?: readonly ArgumentDescription[]
  readonly fields?: readonly {
    readonly key: string
    readonly title: string
    readonly kind: string
    readonly description: string
  }[]
}

interface Output {
  readonly customized: boolean
  readonly questionTypes: readonly QuestionTypeEntry[]
  readonly conditionTypes: readonly string[]
  readonly termTypes: readonly string[]
  readonly functions: readonly string[]
  /** Arguments of the conditions and terms. */
  readonly conditions: readonly ConditionDescription[]
  readonly terms: readonly TermDescription[]
  readonly entities: readonly { readonly name: string; readonly owner: string }[]
  readonly writing: Message
}

const getName = ({ name }: { readonly name: string }): string => name

export const describeCustomization = defineAction({
  name: 'describe-customization',
  description:
    'Describes the additions of this installation; use it for unknown types or entities. ' +
    'Lists its question types, conditions, terms, functions and entities.',
  input: {},
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  needs: { all: ['catalog:read'] },
  command: 'svc:customization:describe',
  example: {},
  run({ context: { registry } }): Promise<Output> {
    const questionTypes = [...registry.questionTypes.values()].map((type): QuestionTypeEntry => {
      const { name, label, fields = [], takesAnswers: hasAnswers, properties } = type
      const owner = registry.questionTypes.owner(name) ?? ''
      const entry = { name, label, class: null, selfDescribing: fields.length > 0 }
      if (!registry.isCustom(owner)) return entry
      return {
        ...entry,
        class: `${owner}/${name}`,
        takesAnswers: hasAnswers,
        properties: describeArguments(properties),
        fields: fields.map(({ key, title, kind, description }) => ({ key, title, kind, description })),
      }
    })
    const entities = [...registry.entities.values()].flatMap(({ name, owner }) =>
      registry.isCustom(owner) ? [{ name, owner }] : [],
    )
    const conditions = describeCustomConditions(registry)
    const terms = describeCustomTerms(registry)
    const parts = {
      conditionTypes: conditions.map(getName),
      termTypes: terms.map(getName),
      functions: listCustomTypes(registry, registry.functions).map(getName),
    }
    const customized = questionTypes.some((type) => type.class !== null) || entities.length > 0
    const hasTypes = Object.values(parts).some((names) => names.length > 0)
    return Promise.resolve({
      customized: customized || hasTypes,
      questionTypes,
      ...parts,
      conditions,
      terms,
      entities,
      writing: createMessage('steps.customTypes'),
    })
  },
})
