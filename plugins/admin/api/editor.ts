// The editors of rules, formulas, tables and code: their vocabulary, and checks of unsaved input. Stores nothing.
import {
  type FieldKind,
  createLabel,
  createMessage,
  NotFoundError,
  type Refusal,
  ServiceError,
  ValidationError,
  type ConditionType,
  type TermType,
} from '#core/contract.js'
import {
  type Finding,
  inputForms,
  type Entity,
  type Registry,
  entities,
  isObject,
  requireEntity,
  requireScopes,
  productEditing,
  entityModel,
  recordGraphs,
} from '#core/surface.js'
import { openEditedProduct } from '../../sheets/surface.js'
import { requireTargetEntity } from '../../http/record-query.js'
import { createJsonReply, type Reply } from '../../http/reply.js'
import { type AdminScope, loadSettingsSnapshot } from '../gate/admin-scope.js'
import { createMessageTranslator } from '../wording/message-translator.js'
import { translateFormField } from './entity-shape.js'
import { labelChoices } from './choices.js'
import { toHeading, type LabelTranslator, createLabelTranslator } from '../wording/label-translator.js'

/** A field of a question, as conditions and terms read it. */
export interface EditorField {
  readonly key: string
  readonly title: string
  readonly kind: FieldKind
  readonly description: string
  /** Needs one of the question's answers as a second part. */
  readonly perAnswer: boolean
  readonly inRules: boolean
  readonly inTerms: boolean
}

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

/** An error in the typed input. `path` is the position inside of it, '' for the whole input. */
interface EditorIssue {
  readonly path: string
  readonly message: string
  /** Index of the character in a text, from 0. */
  readonly at?: number
}

/** `POST rule`: checks an unsaved rule. `id` is the rule's record. Without it nothing is counted. */
export interface RuleCheckRequest {
  readonly owner: number
  readonly id?: number | null
  readonly rule: unknown
}

/** Number of valid configurations, in digits. */
interface ValidConfigurationCount {
  readonly configurations: string
  /** False for a random sample: there may be more. */
  readonly exact: boolean
}

export interface RuleCheckReply {
  readonly issues: readonly EditorIssue[]
  /** null if nothing is counted: the rule is wrong, or its record is new or not published. */
  readonly counts: {
    readonly withRule: ValidConfigurationCount | null
    readonly withoutRule: ValidConfigurationCount | null
  } | null
  /** Findings about the rule. */
  readonly findings: readonly Finding[]
}

/** `POST body`: checks the unsaved body of a calculation and evaluates it for a sample. */
export interface BodyCheckRequest {
  readonly owner: number
  /** The record's fields, as a write takes them. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly selections: readonly { readonly question_id: number; readonly value: string }[]
}

/** A part of a value: its amount, and its components. */
export interface TracedPart {
  readonly kind: string
  readonly title: string | null
  readonly value: number
  readonly details: readonly { readonly what: string; readonly value: number | string | null }[]
  readonly warnings: readonly string[]
  readonly parts: readonly TracedPart[]
}

export interface BodyCheckReply {
  readonly issues: readonly EditorIssue[]
  /** The questions that the value depends on, directly or through referenced calculations. */
  readonly reads: readonly number[]
  /** null if the body is wrong. `value` is null if the sample has no result. */
  readonly sample: { readonly value: number | null; readonly trace: TracedPart } | null
  /** Sample selections that were refused. */
  readonly refused: readonly { readonly question_id: number; readonly message: string }[]
}

/** An answer is four steps away from its product. No other path is much longer. */
const maxOwnerSteps = 8
/** Maximum seconds for the check of a rule in its worker. */
const countTimeLimit = 4
/** Maximum number of selections in a sample. */
const maxSelections = 200
/** Amounts are integers of 1/10,000. */
const amountUnitsPerOne = 10_000

/** The id, from a number or its text. null for everything else. */
function parsePositiveId(value: unknown): number | null {
  const id = typeof value === 'string' && /^[1-9]\d{0,15}$/.test(value) ? Number(value) : value
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : null
}

/** The product that owns the owner record, or is that record. Throws NOT_FOUND without one. */
async function findOwningProduct({ app }: AdminScope, entity: Entity, owner: number): Promise<number> {
  const { registry, database } = app.context
  const root = entities.product.name
  let [join] = entityModel.findOwnerJoins(entity)
  let id: number | null = owner
  for (let step = 0; join && id !== null && step < maxOwnerSteps; step++) {
    if (join.entity === root) return id
    const above: Entity = requireEntity(registry, join.entity)
    const [next] = entityModel.findOwnerJoins(above)
    const [record]: readonly { readonly values: Readonly<Record<string, unknown>> }[] = await recordGraphs.loadRecords(
      database,
      above,
      [],
      {
        column: 'id',
        values: [id],
      },
    )
    id = next ? parsePositiveId(record?.values[next.property]) : null
    join = next
  }
  throw new NotFoundError(createMessage('errors.noProductOfOwner', { entity: createLabel('entity', entity.label), owner }))
}

/** Throws VALIDATION_FAILED on `owner`, INSUFFICIENT_SCOPE without catalog:read, NOT_FOUND if no product owns the record. */
type EditedProduct = Awaited<ReturnType<typeof openEditedProduct>>

async function getEditedProduct(scope: AdminScope, entity: Entity, owner: unknown): Promise<EditedProduct> {
  requireScopes(scope.caller.grant, ['catalog:read'])
  const id = parsePositiveId(owner)
  if (id === null) throw ValidationError.of('owner', createMessage('errors.ownerRequired'))
  return openEditedProduct(scope.app.context, await findOwningProduct(scope, entity, id))
}

/** The errors of an editor's text, each with its path. */
function toEditorIssues({ app, language }: AdminScope, refusals: readonly Refusal[]): readonly EditorIssue[] {
  const tell = createMessageTranslator(app.context.registry, language)
  return refusals.map((refusal) => ({ path: refusal.path ?? '', message: tell.refusal(refusal) }))
}

/** POST editor/:entity/rule. Callers who may not write the rule do not see its effect. */
export async function checkEditedRule(scope: AdminScope): Promise<Reply> {
  const { app, request, caller: adminCaller, language } = scope
  const entity = requireTargetEntity(app, request, 'update')
  const { owner, id: submittedId, rule = null } = request.fields
  const product = await getEditedProduct(scope, entity, owner)
  const id = parsePositiveId(submittedId)
  if (submittedId !== undefined && submittedId !== null && id === null)
    throw ValidationError.of('id', createMessage('errors.ruleRecordRequired'))
  const { refusals, source } = productEditing.checkRule(product, { entity: entity.name, id, rule })
  if (source === null || id === null) {
    const issues = toEditorIssues(scope, refusals)
    return createJsonReply({ issues, counts: null, findings: [] } satisfies RuleCheckReply)
  }
  const place = { entity: entity.name as 'question' | 'answer', id }
  try {
    const tell = createMessageTranslator(app.context.registry, language)
    const call = { caller: adminCaller, seconds: countTimeLimit, progress: () => undefined }
    const { withRule, withoutRule, findings } = await app.operations.jobs.run(
      productEditing.measureRuleEffectJob,
      { source, place },
      call,
    )
    return createJsonReply({
      issues: [],
      counts: { withRule, withoutRule },
      findings: findings
        .map((finding) => tell.finding(finding))
        .map(({ kind, grade, entity: of, id: ofId, field, message }) => ({
          kind,
          grade,
          entity: of,
          id: ofId,
          field,
          message,
        })),
    } satisfies RuleCheckReply)
  } catch (error) {
    // The product is too large, or requests come faster than the count. The next request counts again.
    if (!(error instanceof ServiceError) || !['TOO_MANY_REQUESTS', 'VALIDATION_FAILED'].includes(error.code)) throw error
    return createJsonReply({ issues: [], counts: { withRule: null, withoutRule: null }, findings: [] } satisfies RuleCheckReply)
  }
}

function parseSelections(input: unknown): readonly { readonly question_id: number; readonly value: string }[] {
  const refuse = (): never => {
    throw ValidationError.of('selections', createMessage('errors.selectionsInvalid', { most: maxSelections }))
  }
  if (input === undefined || input === null) return []
  if (!Array.isArray(input) || input.length > maxSelections) return refuse()
  return input.map((selection: unknown) => {
    const id = isObject(selection) ? parsePositiveId(selection['question_id']) : null
    const value = isObject(selection) ? selection['value'] : null
    return id === null || typeof value !== 'string' ? refuse() : { question_id: id, value }
  })
}

type SampleTrace = NonNullable<ReturnType<typeof productEditing.checkBody>['sample']>['trace']

const toTracedPart = ({ kind, title, amount, details, warnings, parts }: SampleTrace): TracedPart => ({
  kind,
  title: title ?? null,
  value: amount / amountUnitsPerOne,
  details: details ?? [],
  warnings: warnings ?? [],
  parts: (parts ?? []).map(toTracedPart),
})

/** POST editor/:entity/body. Callers who may not write code do not see its result. */
export async function checkEditedBody(scope: AdminScope): Promise<Reply> {
  const { app, request } = scope
  const entity = requireTargetEntity(app, request, 'update')
  if (!productEditing.isCalculationBody(entity.name))
    throw new NotFoundError(createMessage('errors.noCalculationBody', { entities: createLabel('entity', entity.pluralLabel) }))
  const { owner, fields } = request.fields
  const product = await getEditedProduct(scope, entity, owner)
  if (!isObject(fields)) throw ValidationError.of('fields', createMessage('errors.bodyFieldsRequired'))
  const body = { id: parsePositiveId(owner)!, entity: entity.name, fields }
  const { refusals, errorPosition, reads, sample, refused } = productEditing.checkBody(product, body, app.context.registry, {
    selections: parseSelections(request.fields['selections']),
    now: app.context.clock.now(),
  })
  const issues = toEditorIssues(scope, refusals)
  return createJsonReply({
    issues: errorPosition === null ? issues : issues.map((issue) => ({ ...issue, at: errorPosition })),
    reads,
    sample: sample && { value: sample.value, trace: toTracedPart(sample.trace) },
    refused,
  } satisfies BodyCheckReply)
}

/** Fields of the customer group that connect it with another program. */
const internalGroupFields: ReadonlySet<string> = new Set(['host_group_id'])

type EditedQuestion = NonNullable<ReturnType<EditedProduct['vocabulary']['questions']['get']>>
type QuestionField = NonNullable<ReturnType<EditedQuestion['fields']['get']>>

const toEditorField = (
  { key, title, kind, description, perAnswer, inRules, inTerms }: QuestionField,
  translate: LabelTranslator,
): EditorField => ({
  key,
  title: translate(title, `labels.ruleField.${key}`),
  kind,
  perAnswer,
  inRules,
  inTerms,
  description: translate(description, `labels.ruleField.${key}.${kind === 'choice' ? 'choice' : 'description'}`),
})

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
