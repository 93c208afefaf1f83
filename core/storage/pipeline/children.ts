// Stores child lists sent with their parent (in-process, admin form, import): writes each listed child and deletes the others.
import { createLabel, createMessage } from '../../foundation/message.js'
import { ValidationError } from '../../foundation/errors.js'
import type { StoreScope } from '../../model/entity/define.js'
import { isId } from '../../model/properties/join.js'
import type { Draft, WriteTask } from './draft.js'

/** Makes the parent's children equal the list, in its order. A child with an `id` is updated, a child without one is created. */
export async function storeChildren(task: WriteTask, draft: Draft, scope: StoreScope): Promise<void> {
  const { entity, context } = task
  for (const [name, value] of draft.children) {
    const property = entity.properties[name]!
    const list = property.kind.children?.(property)
    const child = list && context.registry.owned(entity.name).find((owned) => owned.entity.name === list.entity)
    if (!child)
      throw ValidationError.of(name, createMessage('fields.notWritable', { field: createLabel('field', property.label) }))
    const items = (value ?? []) as readonly unknown[]
    const existingIds = new Set((await scope.find(child.entity.name, child.property, scope.recordId)).map((record) => record.id))
    const ordered = Object.hasOwn(child.entity.properties, 'ordering')
    for (const [index, item] of items.entries()) {
      if (typeof item !== 'object' || item === null) {
        throw ValidationError.of(
          `${name}[${index}]`,
          createMessage('fields.recordsRequired', {
            field: createLabel('field', property.label),
            entity: createLabel('entity', child.entity.label),
          }),
        )
      }
      const { id, ...fields } = item as { readonly id?: unknown; readonly [key: string]: unknown }
      const existingId = isId(id) && existingIds.delete(id) ? id : undefined
      if (id !== undefined && existingId === undefined) {
        const message = createMessage('fields.noChildWithId', {
          field: createLabel('field', property.label),
          entity: createLabel('entity', child.entity.label),
          id: String(id),
        })
        throw ValidationError.of(`${name}[${index}].id`, message, 'UNKNOWN_REFERENCE')
      }
      const input = { ...(ordered ? { ordering: index + 1 } : {}), ...fields, [child.property]: scope.recordId }
      await prefixIssueFields(`${name}[${index}]`, () => scope.write(child.entity.name, input, existingId))
    }
    for (const id of existingIds) await scope.remove(child.entity.name, id)
  }
}

/** Prefixes the fields of the issues with the path of the child. */
async function prefixIssueFields(place: string, run: () => Promise<unknown>): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    throw new ValidationError(error.issues.map((issue) => ({ ...issue, field: `${place}.${issue.field}` })))
  }
}
