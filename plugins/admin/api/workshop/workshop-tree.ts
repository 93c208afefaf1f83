// Loads a product as a tree for the workshop: pages, questions, answers and all other child records that the caller may see.
import {
  type Finding,
  entities,
  type Entity,
  type Property,
  type Registry,
  requiredScopes,
  requireEntity,
  requireScopes,
  entityModel,
  productEditing,
  inputForms,
} from '#core/surface.js'
import { type App, createMessage, NotFoundError } from '#core/contract.js'
import { requireRecordId } from '../../../http/record-query.js'
import { createJsonReply, type Reply } from '../../../http/reply.js'
import { type AdminScope, loadSettingsSnapshot } from '../../gate/admin-scope.js'
import { toHeading, type LabelTranslator, createLabelTranslator, toFieldKeys } from '../../wording/label-translator.js'
import { generateName, type TitleLookup } from '../choices.js'
import { isOrderedEntity, canPerform, getTitleField } from '../entity-shape.js'
import { listLanguagesWithGaps } from '../translations.js'

/** One record of the product's tree. */
export interface WorkshopNode {
  readonly id: number
  /** The id of its owner, of the entity in `owner` of its kind. */
  readonly owner: number
  /** In the store's default language, otherwise in another one. Empty without a title. */
  readonly title: string
  /** null if records of the entity cannot be unpublished. */
  readonly published: boolean | null
  /** True if it has a rule. */
  readonly ruled: boolean
  /** Its type, if the entity has several: the type of a question. */
  readonly note: string | null
  /** Its own price in the base currency. null without one. */
  readonly price: number | null
  /** The child entities that can be added to it. Absent if all can. */
  readonly takes?: readonly string[]
  /** The languages in which its texts are missing or only copied. */
  readonly missing?: readonly string[]
}

/** The records of one entity, in display order. */
export interface WorkshopKind {
  readonly entity: string
  readonly label: string
  readonly pluralLabel: string
  /** The entity of the owners, and the field that references them. */
  readonly owner: string
  readonly field: string
  readonly ordered: boolean
  readonly may: { readonly create: boolean; readonly change: boolean; readonly delete: boolean }
  /** Keys of the title, one per language, the store's default first. Empty if it cannot be written. */
  readonly titleKeys: readonly string[]
  /** True if a new record needs more than a title, so that its form opens. */
  readonly needsForm: boolean
  readonly nodes: readonly WorkshopNode[]
}

/** `GET workshop/<product id>`: the parts of the product that the caller may see, owners before their children. */
export interface WorkshopTree {
  readonly product: { readonly id: number; readonly title: string; readonly published: boolean }
  readonly kinds: readonly WorkshopKind[]
  /** Public addresses of the storefront configurator's scripts. */
  readonly scripts: readonly string[]
}

type PreviewRequest = Parameters<App['shop']['drafts']['run']>[0]

/** An unsaved record. A new one has no id. */
export type WorkshopDraft = PreviewRequest['drafts'][number]

/** The state of a workshop configuration between two calls. The server stores nothing. */
export type PreviewState = NonNullable<PreviewRequest['state']>

/** A call of the runtime API, as the storefront makes it. */
export type ShopCall = PreviewRequest['call']

/** `POST workshop/<product id>/shop`: returns the same errors as the storefront. */
export interface ShopRequest {
  /** The customer group of the simulated shopper. null for a guest. */
  readonly customer_group_id: number | null
  /** An ISO code. Default: the base currency. */
  readonly currency: string | null
  readonly drafts: readonly WorkshopDraft[]
  readonly state: PreviewState | null
  readonly call: ShopCall
}

export interface ShopReply {
  readonly data: unknown
  /** null if the call did not concern a configuration. */
  readonly state: PreviewState | null
  /** The reason why the drafts could not be used. The reply then shows the stored product. */
  readonly refused: string | null
}

export type WitnessSelections = readonly { readonly question_id: number; readonly value: string }[]

/** The only possible repair of a finding: writes these fields to the record. */
export interface Repair {
  readonly does: 'remove-rule' | 'remove-part' | 'unpublish'
  readonly entity: string
  readonly id: number
  readonly fields: Readonly<Record<string, unknown>>
}

export interface WorkshopFinding extends Finding {
  /** Selections that make the finding visible in the configurator. Empty if none are needed. */
  readonly witness: WitnessSelections
  /** null if an author has to decide. */
  readonly repair: Repair | null
}

/** `GET workshop/<product id>/findings`: the findings of the published product. */
export interface WorkshopFindings {
  readonly findings: readonly WorkshopFinding[]
  /** Number of further findings. */
  readonly more: number
  /** True after a timeout: the list may be incomplete. */
  readonly gaveUp: boolean
}

/** A configuration with its net unit price in the base currency. */
interface SimulatedConfiguration {
  readonly price: number
  readonly selections: readonly { readonly question_id: number; readonly value: string }[]
}

interface WalksAtQuestion {
  readonly question_id: number
  readonly walks: number
}

/** The members of the report of the action `simulate-product` that the workshop shows. */
export interface Simulation {
  readonly exact: boolean
  /** An integer as text. null if no shopper reached the end. */
  readonly validConfigurations: string | null
  readonly answers: readonly {
    readonly question_id: number
    readonly question: string
    readonly answer_id: number
    readonly answer: string
    readonly share: number
  }[]
  readonly deadAnswers: readonly number[]
  readonly forcedAnswers: readonly number[]
  readonly cheapest: SimulatedConfiguration | null
  readonly dearest: SimulatedConfiguration | null
  readonly deadEnds: { readonly walks: number; readonly stuck: number; readonly at: readonly WalksAtQuestion[] }
  readonly unpriced: { readonly walks: number; readonly at: readonly WalksAtQuestion[] }
}

/** A row of an answer sheet. The keys of `fields` are the columns of the sheet. */
export interface AnswerSheetRow {
  readonly id: number
  readonly revision: number
  readonly fields: Readonly<Record<string, unknown>>
  /** The file name of the picture in the choice. */
  readonly picture: string | null
}

/** `GET workshop/<product id>/answer-sheet/<question id>`: the answers in their order, and the fields that the sheet can change. */
export interface AnswerSheet {
  readonly columns: readonly string[]
  readonly rows: readonly AnswerSheetRow[]
}

/** `POST` to the same address: all rows in their new order, with changed fields only. A row without id becomes an answer. */
export interface AnswerSheetRequest {
  readonly rows: readonly {
    readonly id?: number
    /** Refuses the row if the answer was changed since. */
    readonly revision?: number
    readonly fields: Readonly<Record<string, unknown>>
  }[]
  readonly dry_run?: boolean
}

export interface AnswerSheetReply {
  readonly created: number
  readonly changed: number
  /** Number of existing answers with another position. */
  readonly moved: number
  /** By row index. If there are any, nothing is written. */
  readonly refused: readonly { readonly row: number; readonly message: string }[]
  readonly ids: readonly number[]
  /** Token for `POST undo/<token>`, which restores everything at once or nothing. */
  readonly undo: string | null
}

/** `GET workshop/<product id>/readiness`: what shoppers would miss if the product were published. */
export interface ProductReadiness {
  /** True if the product, an answer or a calculation has a price, or a text replaces it. */
  readonly hasPrice: boolean
  /** True if the tax class has a rate for the country of the shop, or a default rate. */
  readonly hasTax: boolean
  readonly hasPicture: boolean
  /** Languages with texts that exist only in the default language. */
  readonly missingTexts: readonly { readonly language: string; readonly count: number }[]
}

const rootEntityName = 'product'

/** The product id in the address. Requires read access to products. Throws NOT_FOUND for text that is no id. */
export function requireProduct({ app, request, caller }: AdminScope): number {
  const entity = requireEntity(app.context.registry, rootEntityName)
  requireScopes(caller.grant, requiredScopes(entity, 'read'))
  return requireRecordId(entity, request)
}

/** The entities below the product, owners before their children. */
function listProductEntities(registry: Registry): readonly Entity[] {
  const productEntities = new Set<Entity>()
  for (let waiting = [rootEntityName]; waiting.length > 0; ) {
    const owned = waiting.flatMap((owner) => registry.owned(owner).map(({ entity }) => entity))
    const fresh = owned.filter((entity) => entity.topic === rootEntityName && !productEntities.has(entity))
    for (const entity of fresh) productEntities.add(entity)
    waiting = fresh.map(({ name }) => name)
  }
  return [...productEntities]
}

type ProductTree = NonNullable<Awaited<ReturnType<typeof productEditing.loadProductTree>>>
type LoadedRecord = NonNullable<ReturnType<ProductTree['get']>>[number]

const compareByOrdering = (a: LoadedRecord, b: LoadedRecord): number =>
  Number(a.values['ordering'] ?? Infinity) - Number(b.values['ordering'] ?? Infinity) || a.id - b.id

/** A note that distinguishes records: the value of the first list column with choices. */
function createNoteReader(
  entity: Entity,
  registry: Registry,
  translate: LabelTranslator,
): (record: LoadedRecord) => string | null {
  for (const name of entity.listing) {
    const property: Property | undefined = entity.properties[name]
    const { choices } = (property ? inputForms.toFormField(property, registry, []).hints : {}) as {
      readonly choices?: readonly { readonly value: string; readonly label: string }[]
    }
    if (!choices) continue
    const labels = new Map(
      choices.map(({ value, label }) => [value, translate(label, toFieldKeys(entity.name, name).toChoiceKey(value))]),
    )
    return ({ values }) => labels.get(String(values[name])) ?? null
  }
  return () => null
}

/**
 * A calculation takes one body, of the entity that its type names. A second body would replace the first. A question takes answers only
 * if its type does.
 */
function createChildEntityReader(
  entity: Entity,
  registry: Registry,
  tree: ProductTree,
): (record: LoadedRecord) => readonly string[] | null {
  if (entity.name === entities.question.name)
    return ({ values }) => (registry.questionTypes.get(String(values['question_type']))?.takesAnswers === false ? [] : null)
  const bodies = registry
    .owned(entity.name)
    .filter((ownedEntity) => Object.values(entityModel.bodyEntities).includes(ownedEntity.entity.name))
  if (bodies.length === 0) return () => null
  const filled = new Set(
    bodies.flatMap((body) => (tree.get(body.entity.name) ?? []).map(({ values }) => Number(values[body.property]))),
  )
  return ({ id, values }) => (filled.has(id) ? [] : [entityModel.bodyEntities[String(values['type'])] ?? ''])
}

/** Titles of the records in the tree. */
function createTitleLookup(tree: ProductTree, registry: Registry): TitleLookup {
  const titlesByEntity = new Map<string, ReadonlyMap<number, string>>()
  return (name, id) => {
    const field = getTitleField(requireEntity(registry, name))
    if (field === null) return null
    const titles =
      titlesByEntity.get(name) ?? new Map((tree.get(name) ?? []).map((record) => [record.id, String(record.values[field] ?? '')]))
    titlesByEntity.set(name, titles)
    return titles.get(id) || null
  }
}

function toWorkshopNodes(
  entity: Entity,
  { property: owner }: { readonly property: string },
  records: readonly LoadedRecord[],
  note: (record: LoadedRecord) => string | null,
  listChildEntities: (record: LoadedRecord) => readonly string[] | null,
  called: (values: LoadedRecord['values']) => string,
  missing: ReadonlyMap<number, readonly string[]>,
): readonly WorkshopNode[] {
  const title = getTitleField(entity)
  const rules = Object.values(entity.properties).filter(({ kind }) => kind.control === 'rule')
  return records.toSorted(compareByOrdering).map((record): WorkshopNode => {
    const { values, id } = record
    const price = Number(values['price'] ?? 0)
    const childEntities = listChildEntities(record)
    return {
      id,
      owner: Number(values[owner]),
      title: title === null ? called(values) : String(values[title] ?? ''),
      published: typeof values['published'] === 'boolean' ? values['published'] : null,
      ruled: rules.some(({ name }) => !entityModel.isEmpty(values[name])),
      note: note(record),
      price: Object.hasOwn(entity.properties, 'price') && Number.isFinite(price) && price !== 0 ? price : null,
      ...(childEntities && { takes: childEntities }),
      ...(missing.has(id) && { missing: missing.get(id)! }),
    }
  })
}

/** Throws NOT_FOUND for an unknown product. */
export async function readWorkshop(scope: AdminScope): Promise<Reply> {
  const { app, caller } = scope
  const { registry } = app.context
  const id = requireProduct(scope)
  const { snapshot } = await loadSettingsSnapshot(scope)
  const tree = await productEditing.loadProductTree(app.context, app.context.database, id, snapshot.languages.slice(0, 1))
  const product = tree?.get(rootEntityName)?.[0]
  if (!tree || !product) throw new NotFoundError(createMessage('errors.noProductWithId', { id }))
  const translate = createLabelTranslator(registry, scope.language)
  const titles = createTitleLookup(tree, registry)
  const calling = { registry, translate, german: scope.language === 'de' }
  const treeEntities = listProductEntities(registry)
  const missing = new Map<string, ReadonlyMap<number, readonly string[]>>()
  for (const entity of treeEntities) {
    const ids = (tree.get(entity.name) ?? []).map((record) => record.id)
    missing.set(entity.name, await listLanguagesWithGaps(scope, entity, ids))
  }
  const kinds = treeEntities.flatMap((entity): readonly WorkshopKind[] => {
    const join = entityModel.findOwnerJoins(entity)[0]
    if (!join || !canPerform(entity, 'list', caller.grant)) return []
    const title = getTitleField(entity)
    const property = title === null ? undefined : entity.properties[title]
    const writable = property !== undefined && !property.readOnly && !property.locked
    return [
      {
        entity: entity.name,
        label: translate(entity.label, `labels.entity.${entity.name}`),
        pluralLabel: toHeading(translate(entity.pluralLabel, `labels.entities.${entity.name}`)),
        owner: join.entity,
        field: join.property,
        ordered: isOrderedEntity(entity),
        may: {
          create: canPerform(entity, 'create', caller.grant),
          change: canPerform(entity, 'update', caller.grant),
          delete: canPerform(entity, 'delete', caller.grant),
        },
        titleKeys: writable ? inputForms.toFormField(property, registry, snapshot.languages).keys : [],
        needsForm:
          !writable ||
          Object.values(entity.properties).some(
            (other) => other.required && other.default === undefined && other.name !== title && other.name !== join.property,
          ),
        nodes: toWorkshopNodes(
          ...([entity, join, tree.get(entity.name) ?? []] as const),
          ...([createNoteReader(entity, registry, translate), createChildEntityReader(entity, registry, tree)] as const),
          // The tree shows it below its owner, so the name can omit the owner.
          (values) => generateName(entity, { ...values, [join.property]: null }, titles, calling) ?? '',
          missing.get(entity.name)!,
        ),
      },
    ]
  })
  const { title, published } = product.values
  return createJsonReply({
    product: { id, title: String(title ?? ''), published: published === true },
    kinds,
    scripts: ['configurator', ...[...registry.storefrontModules.values()].map(({ name }) => `type-${name}`)].map((name) =>
      scope.server.pathTo(`/storefront/${name}.js`),
    ),
  } satisfies WorkshopTree)
}
