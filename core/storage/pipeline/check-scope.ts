// Read access for property kinds and entities during validation and storage. All reads go through the open transaction.
import { toFoldedColumnName } from '../../foundation/language.js'
import { type Entity, hasColumn } from '../../model/entity/define.js'
import { type RegistryScope, requireEntity } from '../../model/registry.js'
import { getFlatKeys, getLayout, toColumnValue } from '../record/layout.js'
import { loadRecords, type ColumnCondition } from '../record/load.js'
import type { PipelineScope } from './draft.js'
import { findOwnerId } from './owners.js'
import { findTextHolders } from './unique-values.js'

type Values = Readonly<Record<string, unknown>>

/**
 * The scope of one record. `record` reflects its state at the time of each call. `lock` is the locking clause of the reads: with
 * it, the result of a check still holds at commit.
 */
export function createCheckScope(
  place: PipelineScope,
  entity: Entity,
  id: number | null,
  record: Values,
  lock = '',
): RegistryScope {
  const { context, u, snapshot } = place
  const equals = async (target: Entity, key: string, value: unknown, languages: readonly string[]) => {
    const condition = await toEqualsCondition(place, target, key, value)
    return condition.values.length > 0 ? loadRecords(u, target, languages, condition, lock) : []
  }
  return {
    record,
    entity: entity.name,
    id,
    registry: context.registry,
    async read(name, recordId, { texts = true } = {}) {
      const target = requireEntity(context.registry, name)
      const condition = { column: 'id', values: [recordId] }
      const languages = texts && getLayout(target).translatable.length > 0 ? snapshot.languages : []
      const [loadedRecord] = await u.identityMap.load(target, condition, lock === '' ? null : lock, languages)
      return loadedRecord ? Object.freeze(loadedRecord.values) : null
    },
    async find(name, property, value, { texts = true } = {}) {
      const target = requireEntity(context.registry, name)
      const languages = texts ? snapshot.languages : []
      const records =
        u.identityMap.findNewChildren(target, property, value, languages) ?? (await equals(target, property, value, languages))
      return records.map((match) => Object.freeze(match.values))
    },
    ownerId: (ancestor) => findOwnerId(place, entity, id, record, ancestor),
  }
}

/** Selects records by a column's value, by a folded column such as `email_folded`, or by the text of a flat key such as `label_en_GB`. */
async function toEqualsCondition(
  { u, snapshot }: PipelineScope,
  entity: Entity,
  key: string,
  value: unknown,
): Promise<ColumnCondition> {
  const property = Object.hasOwn(entity.properties, key) ? entity.properties[key] : undefined
  if (property && hasColumn(property)) return { column: property.name, values: [toColumnValue(property, value)] }
  if (getLayout(entity).folded.some(({ name }) => toFoldedColumnName(name) === key))
    return { column: key, values: [String(value)] }
  const text = getFlatKeys(entity, snapshot.languages).get(key)
  if (text) return { column: 'id', values: await findTextHolders(u, entity, text, String(value)) }
  throw new TypeError(`Records of ${entity.name} cannot be found by '${key}'.`)
}
