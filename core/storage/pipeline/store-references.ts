// Indexes the ids inside structured values (rules, terms, prices by group), so a delete can find the referring records.
import type { Property } from '../../foundation/property/kind.js'
import type { Entity } from '../../model/entity/define.js'
import { isWeakReference } from '../../model/entity/ownership.js'
import type { Registry } from '../../model/registry.js'
import { splitIntoPortions, type SqlParameter } from '../database/statement.js'
import type { Unit } from '../database/unit.js'
import { isEmpty } from '../record/values.js'
import { deferStatement } from './deferred-statement.js'
import type { Draft, WriteTask } from './draft.js'

const columns = ['source_entity', 'source_id', 'property', 'target_entity', 'target_id']

/** True if the references table tracks the property: its ids have no column of their own and block a delete. */
export function isTrackedReference(property: Property): boolean {
  return property.kind.references !== undefined && !property.kind.referenceColumn && !isWeakReference(property)
}

export function storeReferences({ context, u, entity, shape }: WriteTask, draft: Draft, id: number): void {
  for (const property of shape.referring) {
    const { name, kind } = property
    if (!isTrackedReference(property) || !draft.changed.has(name)) continue
    const mentioned = (values: Readonly<Record<string, unknown>>) =>
      kind.references?.(values[name], property, context.registry) ?? []
    if (draft.existing && mentioned(draft.existing.values).length > 0) {
      const sql = 'DELETE FROM svc_references WHERE source_entity = ? AND source_id = ? AND property = ?'
      deferStatement(u, 'references', () => u.run(sql, [entity.name, id, name]))
    }
    insertReferences(u, context.registry, entity, property, [{ id, value: draft.record[name] }])
  }
}

/** The maximum number of references in one statement. */
const referencesPerStatement = 128

/** Stores the ids inside the values. No references may be stored for these values yet. */
export function insertReferences(
  u: Unit,
  registry: Registry,
  entity: Entity,
  property: Property,
  values: readonly { readonly id: number; readonly value: unknown }[],
): void {
  const rows: SqlParameter[][] = []
  for (const { id, value } of values) {
    // Most new records in a bulk write refer to nothing.
    if (isEmpty(value)) continue
    const references = property.kind.references!(value, property, registry)
    const uniqueReferences =
      references.length > 1
        ? new Map(references.map((reference) => [`${reference.entity} ${reference.id}`, reference] as const)).values()
        : references
    for (const reference of uniqueReferences) rows.push([entity.name, id, property.name, reference.entity, reference.id])
  }
  if (rows.length === 0) return
  for (const portion of splitIntoPortions(rows, referencesPerStatement)) {
    const sql = u.dialect.insertMissing('svc_references', columns, columns, portion.length)
    deferStatement(u, 'references', () => u.run(sql, portion.flat()))
  }
}
