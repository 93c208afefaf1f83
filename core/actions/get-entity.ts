// Reads a complete record with all languages.
import { entityArgument, idArgument, languageArgument, suggestRecordStep } from './arguments.js'
import { defineAction } from './define-action.js'
import { requireEntity } from '../model/registry.js'
import { canHaveFiles, type RecordFile, loadRecordFiles } from '../storage/files/record-files.js'
import type { WireRecord } from '../storage/record/results.js'

interface WholeRecord {
  readonly entity: string
  readonly id: number
  readonly record: WireRecord
  /** Files of the record that no field contains; absent if there are none. */
  readonly files?: readonly Omit<RecordFile, 'stored'>[]
}

const toFileSummary = ({ stored: _stored, ...file }: RecordFile): Omit<RecordFile, 'stored'> => file

export const getEntity = defineAction({
  name: 'get-entity',
  description:
    'Reads a complete record by its id, with all languages; use it before changing a record. ' +
    'Rules are returned in the form that writes accept; files are listed separately. The singletons settings and store have one record each.',
  input: {
    entity: entityArgument('Name of the entity.'),
    id: idArgument('The id of the record; the action list-entities finds it.'),
    language: languageArgument(),
  },
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  needs: { all: ['store:read'] },
  entity: { argument: 'entity', operation: 'read' },
  example: { entity: 'product', id: 1 },
  nextStep: suggestRecordStep,
  async run({ records, context }, { entity, id, language }): Promise<WholeRecord> {
    const { record } = await records.read(entity, id, { language })
    const files = canHaveFiles(requireEntity(context.registry, entity)) ? await loadRecordFiles(context, entity, id) : []
    return { entity, id, record, ...(files.length > 0 && { files: files.map(toFileSummary) }) }
  },
})
