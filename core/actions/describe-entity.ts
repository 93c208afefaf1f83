// Describes an entity: fields, required keys, filters, languages, area and scopes.
import { entityArgument } from './arguments.js'
import { defineAction } from './define-action.js'
import { requireEntity } from '../model/registry.js'
import { toEntityDescription as describe, type EntityDescription } from '../model/schema/describe.js'
import { getVersionedSnapshot } from '../storage/caches.js'

export const describeEntity = defineAction({
  name: 'describe-entity',
  description:
    'Describes an entity: its fields, types, required fields, filters and languages. Call it before writing an entity. ' +
    'A product is a tree: product, page (product_id), question (page_id), answer (question_id). ' +
    'Translatable fields list the keys to write, one per active language.',
  input: { entity: entityArgument('Name of the entity, such as product, page, question or answer.') },
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  needs: { all: ['store:read'] },
  entity: { argument: 'entity', operation: 'read' },
  example: { entity: 'question' },
  async run({ context }, { entity: name }): Promise<EntityDescription & { readonly writableByTools: boolean }> {
    const entity = requireEntity(context.registry, name)
    const { snapshot } = await getVersionedSnapshot(context)
    return { ...describe(entity, snapshot.languages, context.registry), writableByTools: entity.tools === 'write' }
  },
})
