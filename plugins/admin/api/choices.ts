// Choices of a reference field and titles of catalog records, found by text or by id. Names of records without a title are generated.
import { createMessage, ValidationError, type Context, type Grant } from '#core/contract.js'
import { type Entity, recordGraphs, type Registry, requireEntity, entityModel, entities } from '#core/surface.js'
import { readListQuery, requireTargetEntity } from '../../http/record-query.js'
import { createJsonReply, type Reply } from '../../http/reply.js'
import { type AdminScope, loadSettingsSnapshot } from '../gate/admin-scope.js'
import { createLabelTranslator, quoteInLanguage, toHeading, type LabelTranslator } from '../wording/label-translator.js'
import { isolateText } from '../wording/display-name.js'
import { getTitleField, canPerform } from './entity-shape.js'
import type { RecordChoice, WireRow } from './shape.js'

/** The title of a record. null if it is unknown or empty. */
export type TitleLookup = (entity: string, id: number) => string | null

/** Builds names for records without a title, from their owner and the records that they reference. */
interface NamingContext {
  readonly registry: Registry
  readonly translate: LabelTranslator
}

/** Maximum number of referenced records in a name, besides the owner. */
const maxReferencesInName = 3

/** A record with its loaded values. */
interface UntitledRecord {
  readonly id: number
  readonly values: WireRow
}

interface RecordReference {
  readonly entity: string
  readonly id: number
}

/** The records that this record references, owner separately. Only properties that reference a single record. */
function listReferences(
  entity: Entity,
  registry: Registry,
  values: WireRow,
): { readonly owner: RecordReference | null; readonly others: readonly RecordReference[] } {
  const owner = entityModel.findOwnerJoins(entity).find(({ property }) => typeof values[property] === 'number')
  const otherReferences = Object.values(entity.properties).flatMap((property): readonly RecordReference[] => {
    const value = values[property.name]
    if (property.name === owner?.property || typeof value !== 'number') return []
    const references = property.kind.references?.(value, property, registry) ?? []
    // The currency does not distinguish one configuration from another.
    if (references[0]?.entity === entities.currency.name) return []
    return references.slice(0, 1).map((reference) => ({ entity: reference.entity, id: reference.id }))
  })
  return {
    owner: owner ? { entity: owner.entity, id: Number(values[owner.property]) } : null,
    others: otherReferences.slice(0, maxReferencesInName),
  }
}

/** `Matrix “Prices”: Width × Drop`. null if neither the owner nor a referenced record has a title. */
export function generateName(
  entity: Entity,
  values: WireRow,
  titleOf: TitleLookup,
  { registry, translate }: NamingContext,
): string | null {
  const { owner, others: otherReferences } = listReferences(entity, registry, values)
  const of = owner && titleOf(owner.entity, owner.id)
  const by = otherReferences.flatMap(({ entity: other, id }) => titleOf(other, id) ?? [])
  if (!of && by.length === 0) return null
  const quoted = of ? ` ${quoteInLanguage(of, translate.language)}` : ''
  return `${toHeading(translate(entity.label, `labels.entity.${entity.name}`))}${quoted}${by.length > 0 ? `: ${by.map((title) => isolateText(title, translate.language)).join(' × ')}` : ''}`
}

/** Names by id, for records without a title. Leaves out records that the caller may not read. */
async function generateRecordNames(
  { database, registry }: Context,
  entity: Entity,
  records: readonly UntitledRecord[],
  calling: NamingContext & { readonly grant: Grant; readonly languages: readonly string[] },
): Promise<ReadonlyMap<number, string>> {
  const { grant, languages } = calling
  if (getTitleField(entity) !== null) return new Map()
  const idsByEntity = new Map<string, Set<number>>()
  for (const { values } of records) {
    const { owner, others: otherReferences } = listReferences(entity, registry, values)
    for (const reference of owner ? [owner, ...otherReferences] : otherReferences) {
      idsByEntity.set(reference.entity, (idsByEntity.get(reference.entity) ?? new Set()).add(reference.id))
    }
  }
  const titles = new Map<string, string>()
  for (const [name, ids] of idsByEntity) {
    const other = requireEntity(registry, name)
    const field = getTitleField(other)
    if (field === null || !canPerform(other, 'read', grant)) continue
    for (const { id, values } of await recordGraphs.loadRecords(database, other, languages, { column: 'id', values: [...ids] })) {
      const title = values[field]
      if (typeof title === 'number')
        titles.set(`${name} ${id}`, `${toHeading(calling.translate(other.label, `labels.entity.${other.name}`))} ${title}`)
      else if (typeof title === 'string' && title !== '') titles.set(`${name} ${id}`, title)
    }
  }
  const titleOf: TitleLookup = (name, id) => titles.get(`${name} ${id}`) ?? null
  return new Map(
    records.flatMap(({ id, values }) => {
      const called = generateName(entity, values, titleOf, calling)
      return called === null ? [] : [[id, called] as const]
    }),
  )
}

/** Calls `generateRecordNames` with the language and the rights of the current account. */
export async function loadGeneratedNames(
  scope: AdminScope,
  entity: Entity,
  records: readonly UntitledRecord[],
): Promise<ReadonlyMap<number, string>> {
  if (getTitleField(entity) !== null) return new Map()
  const { app, caller, language } = scope
  const { languages } = (await loadSettingsSnapshot(scope)).snapshot
  const calling = {
    registry: app.context.registry,
    translate: createLabelTranslator(app.context.registry, language),
  }
  return generateRecordNames(app.context, entity, records, { ...calling, grant: caller.grant, languages: languages.slice(0, 1) })
}

/** The label of a payment provider. Its technical name if the provider no longer exists. */
export const formatProviderLabel = (registry: Registry, connector: string, translate: LabelTranslator): string =>
  translate(registry.paymentProviders.get(connector)?.label ?? connector, `labels.provider.${connector}`)

/** Maximum number of ids in one request. */
const maxChoiceIds = 200
const defaultChoiceLimit = 20

/** Labels each record with its title, or with a name built from its owner. */
export async function labelChoices(
  scope: AdminScope,
  entity: Entity,
  records: readonly UntitledRecord[],
): Promise<readonly RecordChoice[]> {
  const field = getTitleField(entity)
  const called = await loadGeneratedNames(scope, entity, records)
  const label = toHeading(
    createLabelTranslator(scope.app.context.registry, scope.language)(entity.label, `labels.entity.${entity.name}`),
  )
  return records.map(({ id, values }) => {
    const title = field === null ? called.get(id) : values[field]
    if (typeof title === 'number') return { id, label: `${label} ${title}` }
    return { id, label: title === null || title === undefined || title === '' ? label : String(title) }
  })
}

function parseChoiceIds(text: string): readonly number[] {
  const ids = text.split(',')
  if (ids.length > maxChoiceIds || !ids.every((id) => /^[1-9]\d{0,14}$/.test(id)))
    throw ValidationError.of('ids', createMessage('errors.tooManyIds', { most: maxChoiceIds }))
  return ids.map(Number)
}

/** The existing records of these ids, in the requested order. */
export async function loadChoicesById(
  scope: AdminScope,
  entity: Entity,
  ids: readonly number[],
  tag?: string,
): Promise<readonly RecordChoice[]> {
  const { snapshot } = await loadSettingsSnapshot(scope)
  const languages =
    tag === undefined ? snapshot.languages : [tag, ...snapshot.languages.filter((languageTag) => languageTag !== tag)]
  const loaded = await recordGraphs.loadRecords(scope.app.context.database, entity, languages, {
    column: 'id',
    values: [...new Set(ids)],
  })
  const choicesById = new Map((await labelChoices(scope, entity, loaded)).map((choice) => [choice.id, choice]))
  return ids.flatMap((id) => choicesById.get(id) ?? [])
}

export async function readChoices(scope: AdminScope): Promise<Reply> {
  const { app, request } = scope
  const entity = requireTargetEntity(app, request, 'list')
  const query = readListQuery(request, ['search', 'ids'])
  const ids = request.query.values.get('ids')
  if (ids !== undefined && ids !== '')
    return createJsonReply(await loadChoicesById(scope, entity, parseChoiceIds(ids), query.language))
  const search = request.query.values.get('search') ?? ''
  if (search !== '' && getTitleField(entity) === null) {
    // Records without texts are found by their id.
    const id = /^[1-9]\d{0,14}$/.test(search) ? Number(search) : null
    return createJsonReply(id === null ? [] : await loadChoicesById(scope, entity, [id]))
  }
  const filters = new Map(query.filters)
  if (search !== '') filters.set('search', search)
  const { records } = await app.records.list(entity.name, { ...query, limit: query.limit ?? defaultChoiceLimit, filters })
  const rows = records.map((record) => ({ id: Number(record['id']), values: record }))
  return createJsonReply(await labelChoices(scope, entity, rows))
}

/** A catalog record. The title is empty without read access, or if the record was deleted. */
export interface TitledRecord {
  readonly id: number
  readonly title: string
}

export interface TitledQuestion extends TitledRecord {
  readonly product: TitledRecord | null
}

interface CatalogNameRequest {
  readonly products?: readonly (number | null)[]
  readonly questions?: readonly (number | null)[]
  readonly answers?: readonly (number | null)[]
  readonly tables?: readonly number[]
}

/** Loads titles of products, questions and answers by id, for callers that may read the catalog. */
interface CatalogNames {
  product(id: number | null): TitledRecord | null
  question(id: number): TitledQuestion
  /** Without a title if it belongs to another question. */
  answer(id: number, of: number | null): TitledRecord
  /** The title of an answer of any question. */
  answerTitle(id: number): string
  /** A variant table. */
  table(id: number): TitledRecord
}

const toUniqueIds = (ids: readonly (number | null)[]): readonly number[] => [...new Set(ids.filter((id) => id !== null))]

/** Titles in the store's language. Empty for deleted records and for callers without access to the catalog. */
export async function loadCatalogNames(
  scope: AdminScope,
  { products = [], questions = [], answers = [], tables = [] }: CatalogNameRequest,
): Promise<CatalogNames> {
  const none = (): Map<number, string> => new Map()
  const titles = { product: none(), question: none(), answer: none(), table: none() }
  const productOf = new Map<number, number>()
  const questionOf = new Map<number, number | null>()
  if (scope.caller.grant.allows('catalog:read')) {
    const shopperContext = scope.app.shop.createContext({})
    const { languages } = (await loadSettingsSnapshot(scope)).snapshot
    const at = (ids: readonly (number | null)[]) => ({ column: 'id', values: toUniqueIds(ids) })
    const questionRecords = await shopperContext.list(entities.question, at(questions), languages)
    for (const { id, values } of questionRecords) titles.question.set(id, values.title)
    const pages = await shopperContext.list(entities.page, at(questionRecords.map(({ values }) => values.page_id)), [])
    const owners = new Map(pages.map(({ id, values }) => [id, values.product_id]))
    for (const { id, values } of questionRecords) {
      const owner = owners.get(values.page_id ?? 0)
      if (owner) productOf.set(id, owner)
    }
    for (const { id, values } of await shopperContext.list(entities.answer, at(answers), languages)) {
      titles.answer.set(id, values.title)
      questionOf.set(id, values.question_id)
    }
    for (const { id, values } of await shopperContext.list(entities.variantTable, at(tables), []))
      titles.table.set(id, values.name)
    for (const { id, values } of await shopperContext.list(entities.product, at([...products, ...productOf.values()]), languages))
      titles.product.set(id, values.title)
  }
  const toTitledRecord = (kind: keyof typeof titles, id: number): TitledRecord => ({ id, title: titles[kind].get(id) ?? '' })
  return {
    product: (id) => (id === null ? null : toTitledRecord('product', id)),
    question(id) {
      const owner = productOf.get(id)
      return { ...toTitledRecord('question', id), product: owner === undefined ? null : toTitledRecord('product', owner) }
    },
    answer: (id, of) => (questionOf.get(id) === of ? toTitledRecord('answer', id) : { id, title: '' }),
    answerTitle: (id) => titles.answer.get(id) ?? '',
    table: (id) => toTitledRecord('table', id),
  }
}
