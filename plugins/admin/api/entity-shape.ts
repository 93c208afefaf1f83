// Describes an entity for the admin pages: its list, filters, form and children, limited to the caller's rights.
import type { Grant } from '#core/contract.js'
import {
  type ActionDeclaration,
  type Entity,
  type Property,
  type Registry,
  requiredScopes,
  entities,
  entityModel,
  accessRules,
  inputForms,
} from '#core/surface.js'
import { requireTargetEntity } from '../../http/record-query.js'
import { createJsonReply, type Reply } from '../../http/reply.js'
import { type AdminScope, loadSettingsSnapshot } from '../gate/admin-scope.js'
import { toScriptAddress, findWidget } from '../client-bundle.js'
import { formatLanguageName, formatTimeZoneName, listFurtherLanguages } from '../wording/display-name.js'
import {
  toHeading,
  formatRangeLabel,
  type LabelTranslator,
  createLabelTranslator,
  toFieldKeys,
  toActionLabel,
} from '../wording/label-translator.js'
import { formGroups, hintDeveloper } from './form-groups.js'
import { lockBaseFlag } from './form-record.js'
import { hintProviderParams } from './provider-params.js'
import type { ListColumn, EntityAction, EntityShape, FormField, FormSection, ListFilter, AdminLanguage } from './shape.js'

/** True if the entity has the operation and the grant allows it. */
export const canPerform = (entity: Entity, operation: Parameters<typeof requiredScopes>[1], grant: Grant): boolean =>
  entity.operations.includes(operation) && grant.allowsAll(requiredScopes(entity, operation))

/** True if people sort its records by hand. */
export const isOrderedEntity = ({ properties }: Entity): boolean => Object.hasOwn(properties, 'ordering')

/** The field that names a record to people: the number in the first column, otherwise its first text. */
export function getTitleField(entity: Entity): string | null {
  const [first = ''] = entity.listing
  if (entity.properties[first]?.kind.control === 'number') return first
  return entity.listing.find((name) => entity.properties[name] && isTitleProperty(entity.properties[name])) ?? null
}

const isTitleProperty = (property: Property): boolean => entityModel.isReadable(property) && property.kind.filter === 'search'

interface EntityShapeContext {
  readonly registry: Registry
  readonly languages: readonly string[]
  readonly grant: Grant
  readonly translate: LabelTranslator
  readonly language: AdminLanguage
}

/** The owner is the entity, or the action as in `action.import-table`. */
export function translateFormField(field: FormField, owner: string, translate: LabelTranslator): FormField {
  const keys = toFieldKeys(owner, field.name)
  const { choices, codes } = field.hints as {
    readonly choices?: readonly { readonly value: string; readonly label: string }[]
    readonly codes?: string
  }
  const toChoiceLabel = (value: string, label: string): string => {
    if (codes === 'languages') return formatLanguageName(value, translate.language)
    if (codes === 'time_zones') return formatTimeZoneName(value, translate.language)
    return translate(label, keys.toChoiceKey(value))
  }
  return {
    ...field,
    label: translate(field.label, keys.label),
    ...(field.help !== undefined && { help: translate(field.help, keys.help) }),
    ...(choices && {
      hints: {
        ...field.hints,
        choices: choices.map(({ value, label }) => ({ value, label: toChoiceLabel(value, label) })),
        ...(codes === 'languages' &&
          field.control === 'multiselect' && { furtherLanguages: listFurtherLanguages(translate.language) }),
      },
    }),
  }
}

function toListColumns(entity: Entity, { registry, languages, grant, translate }: EntityShapeContext): readonly ListColumn[] {
  const changes = canPerform(entity, 'update', grant)
  return entity.listing.flatMap((name): readonly ListColumn[] => {
    const property = entity.properties[name]
    if (!property || !entityModel.isReadable(property)) return []
    const { control, hints, label } = translateFormField(
      inputForms.toFormField(property, registry, languages),
      entity.name,
      translate,
    )
    const free = !property.translatable && !property.readOnly && !property.locked && !property.appliesWhen
    return [
      {
        field: name,
        label,
        type: property.kind.name,
        control,
        hints: property.inBaseCurrency === true ? { ...hints, inBaseCurrency: true } : hints,
        sortable: true,
        inline: changes && free,
        ordering: name === 'ordering',
      },
    ]
  })
}

function toListFilter(
  entity: Entity,
  filter: NonNullable<ReturnType<ReturnType<typeof entityModel.collectFilters>['get']>>,
  { registry, languages, translate, language }: EntityShapeContext,
): ListFilter {
  const { label, control, hints } = translateFormField(
    inputForms.toFormField(filter.properties[0]!, registry, languages),
    entity.name,
    translate,
  )
  const { name, compare, ancestor } = filter
  if (compare === 'from' || compare === 'to') {
    return { name, label: formatRangeLabel(label, compare, language), compare, control, hints }
  }
  if (compare !== 'owner' || ancestor === undefined) return { name, label, compare, control, hints }
  const owner = toHeading(translate(registry.entities.get(ancestor)?.label ?? ancestor, `labels.entity.${ancestor}`))
  return { name, label: owner, compare, control: 'record', hints: { entity: ancestor } }
}

/** Files and lists of children get sections of their own: they are saved separately. */
function toFormSections(entity: Entity, fields: readonly FormField[], translate: LabelTranslator): readonly FormSection[] {
  const groups = formGroups[entity.name] ?? []
  const placeOf = ({ name, hints: { of } }: FormField): string => {
    const own = groups.find(({ fields: fieldNames }) => fieldNames.includes(name))
    if (own) return own.name
    const property = entity.properties[name]!
    if (property.kind.children) return 'children'
    const targetProperty = typeof of === 'string' ? entity.properties[of] : property
    return targetProperty?.kind.files === undefined ? 'general' : 'files'
  }
  const labels = {
    ...Object.fromEntries(groups.map(({ name, label }) => [name, label])),
    general: 'General',
    files: 'Pictures and files',
    children: 'Related entries',
  }
  return Object.entries(labels).flatMap(([name, label]): readonly FormSection[] => {
    const order = groups.find((group) => group.name === name)?.fields ?? []
    const place = (field: string): number => (order.includes(field) ? order.indexOf(field) : order.length)
    const sectionFields = fields
      .flatMap((field) => (placeOf(field) === name ? [field.name] : []))
      .toSorted((a, b) => place(a) - place(b))
    const isOwn = groups.some((group) => group.name === name)
    const key = isOwn ? `labels.section.${entity.name}.${name}` : `labels.section.${name}`
    return sectionFields.length === 0 ? [] : [{ name, label: translate(label, key), fields: sectionFields }]
  })
}

/** The argument that takes a record's id: a reference to the entity, or a number named after it such as `quote_id`. */
function findRecordArgument({ input }: ActionDeclaration, entity: Entity): string | null {
  const called = entity.name.split('-').at(-1)
  const joinProperty = Object.values(entityModel.nameProperties(input)).find((property) =>
    entityModel.getJoinOptions(property)
      ? entityModel.getJoinOptions(property)?.entity === entity.name
      : property.name === `${called}_id`,
  )
  return joinProperty?.name ?? null
}

/** Actions that write or read a product or an order as data for programs. The admin has screens for the same work. */
const developerActions: ReadonlySet<string> = new Set([
  'describe-rules',
  'describe-calculations',
  'explain-configuration',
  'get-calculation',
  'prove-product',
  'simulate-product',
  'set-calculation',
  'get-product-sheet',
  'apply-product-sheet',
  'import-table',
  'create-shipment',
  'update-shipment',
  'cancel-shipment',
  'refund-order',
  'update-order',
])

function toEntityActions(
  entity: Entity,
  commerce: boolean,
  { registry, languages, grant, translate }: EntityShapeContext,
): readonly EntityAction[] {
  return [...registry.actions.values()].flatMap((action): readonly EntityAction[] => {
    const record = findRecordArgument(action, entity)
    if (record === null || (action.where === 'commerce' && !commerce) || !accessRules.isActionPermitted(registry, action, grant))
      return []
    const developer = developerActions.has(action.name)
    if (developer && !grant.allows('system:read')) return []
    const input = Object.values(entityModel.nameProperties(action.input)).map((inputProperty) =>
      translateFormField(inputForms.toFormField(inputProperty, registry, languages), `action.${action.name}`, translate),
    )
    return [
      {
        name: action.name,
        label: translate(toActionLabel(action.name), `labels-actions.${action.name}`),
        help: translate(action.description, `labels-actions.${action.name}.description`),
        input,
        record,
        destructive: action.hints.destructive,
        developer,
      },
    ]
  })
}

/** Independent records that are also listed at a related record, by the filter field of their list. */
const relatedLists: Readonly<Record<string, readonly (readonly [entity: string, field: string])[]>> = {
  customer: ['sales-order', 'quote', 'cart'].map((name) => [name, 'customer_id'] as const),
}

/** The body entities of a calculation: its type decides which one exists. */
function toChildCondition({ name }: Entity): Pick<EntityShape['children'][number], 'only'> {
  const type = Object.keys(entityModel.bodyEntities).find((bodyType) => entityModel.bodyEntities[bodyType] === name)
  return type === undefined ? {} : { only: { field: 'type', value: type } }
}

/** Required references to a record that has no alternative are preselected in forms of new records. */
async function preselectOnlyChoices({ app, caller }: AdminScope, shape: EntityShape): Promise<EntityShape> {
  const fields = shape.form.fields.map(async (field) => {
    const { entity: target } = field.hints as { readonly entity?: string }
    const entity = target === undefined ? undefined : app.context.registry.entities.get(target)
    const isOpen = field.required && !field.readOnly && field.default === undefined && field.control === 'record'
    if (!entity || !isOpen || !canPerform(entity, 'list', caller.grant)) return field
    const { records, meta } = await app.records.list(entity.name, { limit: 1 })
    return meta.total === 1 ? { ...field, default: Number(records[0]!['id']) } : field
  })
  return { ...shape, form: { ...shape.form, fields: await Promise.all(fields) } }
}

/** The texts of a notification have an editor with placeholders. */
const hintTemplate = (field: FormField): FormField =>
  field.control === 'text' && /^(manager_)?(subject|body)$/.test(field.name)
    ? { ...field, hints: { ...field.hints, editor: 'template' } }
    : field

/** The form shows the base currency next to a price. */
function hintCurrency(field: FormField, entity: Entity): FormField {
  const { inBaseCurrency } = entity.properties[field.name]!
  return inBaseCurrency === undefined ? field : { ...field, hints: { ...field.hints, inBaseCurrency } }
}

/** The entity as the caller may see it. */
export function toEntityShape(scope: AdminScope, entity: Entity, languages: readonly string[]): EntityShape {
  const { app, server, caller } = scope
  const { registry } = app.context
  const translate = createLabelTranslator(registry, scope.language)
  const projection: EntityShapeContext = { registry, languages, grant: caller.grant, translate, language: scope.language }
  const providerContext = {
    registry,
    grant: caller.grant,
    baseUrl: server.baseUrl(),
    toField: (param: Property, owner: string) =>
      translateFormField(inputForms.toFormField(param, registry, languages), owner, translate),
  }
  const fields = inputForms.toEntityForm(entity, registry, languages).fields.map((field): FormField => {
    const widget = findWidget(registry, entity.name, field.name, entity.properties[field.name]!.kind.name)
    const hinted = entity.name === entities.notification.name ? hintTemplate(field) : hintProviderParams(field, providerContext)
    return {
      ...hintCurrency(translateFormField(hintDeveloper(hinted, entity), entity.name, translate), entity),
      ...(widget && { widget: toScriptAddress(server, 'widget', widget.name) }),
      // A new product starts unpublished here: its author publishes it when it is complete.
      ...(entity.name === entities.product.name && field.name === 'published' && { default: false }),
    }
  })
  const filters = [...entityModel.collectFilters(entity).values()]
  const related = (relatedLists[entity.name] ?? []).flatMap(([name, property]) => {
    const other = registry.entities.get(name)
    return other && (other.area !== 'orders' || app.host.commerce) ? [{ entity: other, property }] : []
  })
  const children = [...registry.owned(entity.name), ...related].filter((childList) =>
    canPerform(childList.entity, 'list', caller.grant),
  )
  return {
    name: entity.name,
    label: translate(entity.label, `labels.entity.${entity.name}`),
    pluralLabel: translate(entity.pluralLabel, `labels.entities.${entity.name}`),
    area: entity.area,
    singleton: entity.singleton,
    ordered: isOrderedEntity(entity),
    may: {
      create: canPerform(entity, 'create', caller.grant),
      change: canPerform(entity, 'update', caller.grant),
      delete: canPerform(entity, 'delete', caller.grant),
    },
    titleField: getTitleField(entity),
    searchable: filters.some(({ name }) => name === 'search'),
    columns: toListColumns(entity, projection),
    filters: filters.filter(({ name }) => name !== 'search').map((filter) => toListFilter(entity, filter, projection)),
    form: { fields, sections: toFormSections(entity, fields, translate) },
    children: children.map(({ entity: child, property }) => ({
      entity: child.name,
      label: toHeading(translate(child.pluralLabel, `labels.entities.${child.name}`)),
      field: property,
      ordered: isOrderedEntity(child),
      ...toChildCondition(child),
    })),
    owner: entityModel.findOwnerJoins(entity)[0]?.property ?? null,
    actions: toEntityActions(entity, app.host.commerce, projection),
    files: entityModel.listFileProperties(entity).map(({ name }) => name),
  }
}

export async function readEntity(scope: AdminScope): Promise<Reply> {
  const entity = requireTargetEntity(scope.app, scope.request, 'list')
  const { snapshot } = await loadSettingsSnapshot(scope)
  const shape = lockBaseFlag(entity, toEntityShape(scope, entity, snapshot.languages))
  return createJsonReply(shape.may.create ? await preselectOnlyChoices(scope, shape) : shape)
}
