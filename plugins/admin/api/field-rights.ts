// Checks the fields of a write beyond the record itself: lists of children need their own scopes, files need an upload.
import { createLabel, createMessage, type Grant, ValidationError } from '#core/contract.js'
import { entities, type Entity, type Registry, requiredScopes, requireScopes } from '#core/surface.js'
import type { EntityShape } from './shape.js'

export type WriteFields = Readonly<Record<string, unknown>>

/** Maximum nesting of lists of children. No form is deeper, and it bounds the input. */
const maxChildDepth = 5

/**
 * Throws INSUFFICIENT_SCOPE for lists of children outside the grant, and VALIDATION_FAILED for file names: only an upload can set a file.
 */
export function requireFieldRights(registry: Registry, grant: Grant, entity: Entity, fields: WriteFields, depth = 0): void {
  for (const [name, value] of Object.entries(fields)) {
    const property = Object.hasOwn(entity.properties, name) ? entity.properties[name]! : null
    if (property?.kind.files !== undefined && value !== null && value !== '') {
      throw ValidationError.of(name, createMessage('fields.uploadRequired', { field: createLabel('field', property.label) }))
    }
    const list = property?.kind.children?.(property)
    const child = list && registry.entities.get(list.entity)
    if (!child) continue
    if (depth >= maxChildDepth)
      throw ValidationError.of(name, createMessage('fields.tooDeep', { field: createLabel('field', property!.label) }))
    for (const operation of ['create', 'update', 'delete'] as const) requireScopes(grant, requiredScopes(child, operation))
    for (const item of Array.isArray(value) ? (value as readonly unknown[]) : []) {
      if (typeof item === 'object' && item !== null) requireFieldRights(registry, grant, child, item as WriteFields, depth + 1)
    }
  }
}

/** A dialog changes the base currency, because all amounts depend on it. */
export function lockBaseFlag(entity: Entity, shape: EntityShape): EntityShape {
  if (entity.name !== entities.currency.name) return shape
  return {
    ...shape,
    columns: shape.columns.map((column) => (column.field === 'is_base' ? { ...column, inline: false } : column)),
    form: {
      ...shape.form,
      fields: shape.form.fields.map((field) => (field.name === 'is_base' ? { ...field, readOnly: true } : field)),
    },
  }
}
