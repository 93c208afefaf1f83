// Reads one whole record, every language of its texts included (spec 4.4).
import { entityArgument, idArgument, languageArgument, recordStep } from '../action/arguments.js'
import { defineAction } from '../action/define.js'
import type { WireRecord } from '../storage/record/results.js'

export const getEntity = defineAction({
  name: 'get-entity',
  description:
    'Reads one whole record by its id, all languages included; use it before changing a record. ' +
    'Rules come in the authoring form that writes accept. The singletons settings and store have one record each.',
  input: {
    entity: entityArgument('Name of the entity.'),
    id: idArgument('The id of the record; the action list-entities finds it.'),
    language: languageArgument(),
  },
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  needs: { all: ['store:read'] },
  entity: { argument: 'entity', operation: 'read' },
  example: { entity: 'product', id: 1 },
  nextStep: recordStep,
  async run(
    { records },
    { entity, id, language },
  ): Promise<{ readonly entity: string; readonly id: number; readonly record: WireRecord }> {
    const { record } = await records.read(entity, id, { language })
    return { entity, id, record }
  },
})
