// Loads a product as a tree for the workshop: pages, questions, answers and all other child records that the caller may see.
import {
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
import { createMessage, NotFoundError } from '#core/contract.js'
import { requireRecordId } from '../../../http/record-query.js'
import { createJsonReply, type Reply } from '../../../http/reply.js'
import { type AdminScope, loadSettingsSnapshot } from '../../gate/admin-scope.js'
import { toHeading, type LabelTranslator, createLabelTranslator, toFieldKeys } from '../../wording/label-translator.js'
import { generateName, type TitleLookup } from '../choices.js'
import { isOrderedEntity, canPerform, getTitleField } from '../entity-shape.js'
import { listLanguagesWithGaps } from '../translations.js'
import type { WorkshopNode, WorkshopKind, WorkshopTree } from './workshop-shape.js'

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
  const calling = { registry, translate }
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
