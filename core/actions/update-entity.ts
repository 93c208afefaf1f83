// Changes fields of a record through the pipeline.
import { dryRunArgument, entityArgument, fieldsArgument, idArgument, suggestRecordStep } from './arguments.js'
import { defineAction } from './define-action.js'
import { dryRunHelp, writeRecord, writeScopes } from './write-record.js'

export const updateEntity = defineAction({
  name: 'update-entity',
  description:
    'Changes fields of a record; use it for edits, rules, attaching calculations, and settings. ' +
    'Only the fields sent change; null clears an optional reference or a rule. ' +
    'The change is live immediately and cannot be undone; dry_run previews it.',
  input: {
    entity: entityArgument('Name of the entity.'),
    id: idArgument('The id of the record.'),
    fields: fieldsArgument('The fields to change, with their new values.'),
    dry_run: dryRunArgument(dryRunHelp),
  },
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  needs: { any: writeScopes },
  entity: { argument: 'entity', operation: 'update' },
  repeatable: true,
  example: { entity: 'question', id: 1, fields: { required: true, calcmodel: 1 } },
  nextStep: suggestRecordStep,
  run: (scope, { entity, id, fields, dry_run }) => writeRecord(scope, { entity, id, fields, dry_run }),
})
