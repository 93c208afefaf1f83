// What a write may hold, beyond the rights on the record itself: children of other areas ask for theirs, files come by upload.
import { requireScopes } from '#core/foundation/access/require.js'
import { ValidationError } from '#core/foundation/errors.js'
import type { Grant } from '#core/foundation/access/grant.js'
import type { Entity } from '#core/model/entity/define.js'
import { requiredScopes } from '#core/model/entity/scopes.js'
import type { Registry } from '#core/model/registry.js'

export type Fields = Readonly<Record<string, unknown>>

/** Children inside children inside children: deeper than any form, and an end to what a caller can nest. */
const deepest = 5

/**
 * Refuses what the fields would write beside the record: INSUFFICIENT_SCOPE for lists of children whose area the grant does not
 * reach, VALIDATION_FAILED for names of files, which only an upload may give.
 */
export function requireFields(registry: Registry, grant: Grant, entity: Entity, fields: Fields, depth = 0): void {
  for (const [name, value] of Object.entries(fields)) {
    const property = Object.hasOwn(entity.properties, name) ? entity.properties[name]! : null
    if (property?.kind.files !== undefined && value !== null && value !== '') {
      throw ValidationError.of(name, `Field ${property.label} takes a file by upload; null takes the present one out.`)
    }
    const list = property?.kind.children?.(property)
    const child = list && registry.entities.get(list.entity)
    if (!child) continue
    if (depth >= deepest) throw ValidationError.of(name, `Field ${property!.label} is nested too deeply.`)
    for (const operation of ['create', 'update', 'delete'] as const) requireScopes(grant, requiredScopes(child, operation))
    for (const item of Array.isArray(value) ? (value as readonly unknown[]) : []) {
      if (typeof item === 'object' && item !== null) requireFields(registry, grant, child, item as Fields, depth + 1)
    }
  }
}
