// Builds names for records without a title, from their owner and the records that they reference.
import type { Context, Grant } from '#core/contract.js'
import { type Entity, type Registry, requireEntity, entities, entityModel, recordGraphs } from '#core/surface.js'
import { type AdminScope, loadSettingsSnapshot } from '../gate/admin-scope.js'
import { toHeading, type LabelTranslator, createLabelTranslator } from '../wording/label-translator.js'
import { canPerform, getTitleField } from './entity-shape.js'
import type { WireRow } from './shape.js'

/** The title of a record. null if it is unknown or empty. */
export type TitleLookup = (entity: string, id: number) => string | null

export interface NamingContext {
  readonly registry: Registry
  readonly translate: LabelTranslator
  readonly german: boolean
}

/** Maximum number of referenced records in a name, besides the owner. */
const maxReferencesInName = 3

/** A record with its loaded values. */
export interface UntitledRecord {
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
  { registry, translate, german }: NamingContext,
): string | null {
  const { owner, others: otherReferences } = listReferences(entity, registry, values)
  const of = owner && titleOf(owner.entity, owner.id)
  const by = otherReferences.flatMap(({ entity: other, id }) => titleOf(other, id) ?? [])
  if (!of && by.length === 0) return null
  const quoted = of ? (german ? ` „${of}“` : ` “${of}”`) : ''
  return `${toHeading(translate(entity.label, `labels.entity.${entity.name}`))}${quoted}${by.length > 0 ? `: ${by.join(' × ')}` : ''}`
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
    german: language === 'de',
  }
  return generateRecordNames(app.context, entity, records, { ...calling, grant: caller.grant, languages: languages.slice(0, 1) })
}

/** The label of a payment provider. Its technical name if the provider no longer exists. */
export const formatProviderLabel = (registry: Registry, connector: string, translate: LabelTranslator): string =>
  translate(registry.paymentProviders.get(connector)?.label ?? connector, `labels.provider.${connector}`)
