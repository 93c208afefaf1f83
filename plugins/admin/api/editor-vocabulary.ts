// The vocabulary of the editors: questions, fields, tables and functions that rules, formulas and code can use.
import type { FieldKind, ConditionType, TermType } from '#core/contract.js'
import { inputForms, type Registry, entities, requireEntity, entityModel, recordGraphs } from '#core/surface.js'
import { requireTargetEntity } from '../../http/record-query.js'
import { createJsonReply, type Reply } from '../../http/reply.js'
import { type AdminScope, loadSettingsSnapshot } from '../gate/admin-scope.js'
import { translateFormField } from './entity-shape.js'
import { labelChoices } from './choices.js'
import { toHeading, type LabelTranslator, createLabelTranslator } from '../wording/label-translator.js'
import { getEditedProduct } from './editor.js'

type EditedProduct = Awaited<ReturnType<typeof getEditedProduct>>
type EditedQuestion = NonNullable<ReturnType<EditedProduct['vocabulary']['questions']['get']>>
type QuestionField = NonNullable<ReturnType<EditedQuestion['fields']['get']>>

/** A field of a question, as conditions and terms read it. Its texts are in the author's language. */
export type EditorField = Omit<QuestionField, 'source'>

export interface EditorQuestion {
  readonly id: number
  /** Its key in formulas: `wood`. */
  readonly key: string
  readonly title: string
  /** The title of its page. */
  readonly page: string
  readonly type: string
  readonly unit: string
  /** The index of its fields in `fields` of the vocabulary. */
  readonly fields: number
  readonly answers: readonly { readonly id: number; readonly key: string; readonly title: string }[]
  /** True if several answers can be selected. */
  readonly multiple: boolean
  /** Smallest and largest allowed value. null if unlimited or calculated. */
  readonly min: number | null
  readonly max: number | null
}

/** A condition or term type with a code of its own. */
export interface EditorType {
  readonly name: string
  readonly label: string
  /** The kind that decides about operator and value. null for terms. */
  readonly kind: FieldKind | null
  readonly fields: readonly inputForms.EntityFormField[]
}

/** A field of the shopper's customer group. */
export interface EditorGroupField {
  readonly key: string
  readonly title: string
  readonly kind: FieldKind
  /** The customer groups by name, for the field that identifies the group. */
  readonly choices?: readonly { readonly id: number; readonly title: string }[]
  /** True for fields of programs. Pickers offer them only where a rule already uses them. */
  readonly internal?: boolean
}

/** `GET vocabulary?owner=<id>`: the names available in the owner's product. NOT_FOUND if no product owns it. */
export interface EditorVocabulary {
  readonly product: { readonly id: number; readonly title: string }
  readonly questions: readonly EditorQuestion[]
  /** Lists of fields that questions share. */
  readonly fields: readonly (readonly EditorField[])[]
  readonly calculations: readonly { readonly id: number; readonly key: string; readonly name: string; readonly type: string }[]
  readonly groupFields: readonly EditorGroupField[]
  readonly functions: readonly {
    readonly name: string
    readonly description: string
    readonly required: number
    readonly optional: number | 'any'
  }[]
  readonly conditionTypes: readonly EditorType[]
  readonly termTypes: readonly EditorType[]
}

/** Fields of the customer group that connect it with another program. */
const internalGroupFields: ReadonlySet<string> = new Set(['host_group_id'])

const toEditorField = ({ source: _source, ...field }: QuestionField, translate: LabelTranslator): EditorField => {
  const { key, title, description, kind } = field
  return {
    ...field,
    title: translate(title, `labels.ruleField.${key}`),
    description: translate(description, `labels.ruleField.${key}.${kind === 'choice' ? 'choice' : 'description'}`),
  }
}

const toNumberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** Questions with their fields. A list of fields has about thirty entries, so questions with the same list share it. */
function toEditorQuestions(
  { vocabulary, questions, names, settings }: EditedProduct,
  translate: LabelTranslator,
  { questionTypes }: Registry,
): {
  readonly questions: readonly EditorQuestion[]
  readonly fields: readonly (readonly EditorField[])[]
} {
  const keys = new Map(names.map(({ entity, id, key }) => [`${entity} ${id}`, key]))
  const lists = new Map<string, { readonly index: number; readonly fields: readonly EditorField[] }>()
  const editorQuestions = questions.map(({ id, type, page }): EditorQuestion => {
    const question = vocabulary.questions.get(id)!
    const fields = [...question.fields.values()].map((field) => toEditorField(field, translate))
    const text = JSON.stringify(fields)
    const list = lists.get(text) ?? { index: lists.size, fields }
    lists.set(text, list)
    const values = settings.get(id) ?? {}
    return {
      id,
      key: keys.get(`question ${id}`) ?? String(id),
      title: question.title,
      page: page.title,
      type,
      unit: typeof values['unit'] === 'string' ? values['unit'] : '',
      fields: list.index,
      answers: [...question.answers.values()].map((answer) => ({
        id: answer.id,
        key: keys.get(`answer ${answer.id}`) ?? String(answer.id),
        title: answer.title,
      })),
      multiple: questionTypes.get(type)?.multiple === true,
      min: values['set_min_value'] === 'static' ? toNumberOrNull(values['minval']) : null,
      max: values['set_max_value'] === 'static' ? toNumberOrNull(values['maxval']) : null,
    }
  })
  return { questions: editorQuestions, fields: [...lists.values()].map(({ fields }) => fields) }
}

/** GET editor/:entity/vocabulary */
export async function readVocabulary(scope: AdminScope): Promise<Reply> {
  const { app, request } = scope
  const { registry } = app.context
  const translate = createLabelTranslator(registry, scope.language)
  const entity = requireTargetEntity(app, request, 'read')
  const product = await getEditedProduct(scope, entity, request.query.values.get('owner'))
  const { languages } = (await loadSettingsSnapshot(scope)).snapshot
  const typed = (owner: 'conditionType' | 'termType', type: ConditionType | TermType, kind: EditorType['kind']): EditorType => ({
    name: type.name,
    label: translate(type.label, `labels.${owner}.${type.name}`),
    kind,
    fields: Object.values(entityModel.nameProperties(type.properties)).map((property) =>
      translateFormField(inputForms.toFormField(property, registry, languages), `${owner}.${type.name}`, translate),
    ),
  })
  // Names in the language of the account, if the shop has it.
  const isOwn = (tag: string): boolean => tag.split('-')[0] === scope.language
  const titleLanguages = languages.toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)))
  const groupEntity = requireEntity(registry, entities.customerGroup.name)
  const groups = (
    await labelChoices(scope, groupEntity, await recordGraphs.loadRecords(app.context.database, groupEntity, titleLanguages))
  ).map(({ id, label }) => ({ id, title: label }))
  const keys = new Map(product.names.map((part) => [`${part.entity} ${part.id}`, part.key]))
  return createJsonReply({
    product: product.product,
    ...toEditorQuestions(product, translate, registry),
    calculations: product.calculations.map((calculation) => ({
      ...calculation,
      key: keys.get(`calculation ${calculation.id}`) ?? String(calculation.id),
    })),
    groupFields: [...product.vocabulary.groupFields.values()].map(({ key, title, kind }) =>
      key === 'id'
        ? { key, title: toHeading(translate(groupEntity.label, `labels.entity.${groupEntity.name}`)), kind, choices: groups }
        : {
            key,
            title: translate(title, `labels.groupField.${key}`),
            kind,
            ...(internalGroupFields.has(key) && { internal: true }),
          },
    ),
    functions: [...registry.functions.values()].map(({ name, description, required, optional }) => ({
      name,
      description: translate(description, `labels.function.${name}`),
      required,
      optional,
    })),
    // A type that only reads is written in the short form of its operand.
    conditionTypes: [...registry.conditionTypes.values()].flatMap((type) =>
      'kind' in type ? [typed('conditionType', type, type.kind)] : [],
    ),
    termTypes: [...registry.termTypes.values()].flatMap((type) => ('operand' in type ? [] : [typed('termType', type, null)])),
  } satisfies EditorVocabulary)
}
