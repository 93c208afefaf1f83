// Creates a record through the pipeline.
import { dryRunArgument, entityArgument, fieldsArgument, suggestRecordStep } from './arguments.js'
import { defineAction } from './define-action.js'
import { dryRunHelp, writeRecord, writeScopes } from './write-record.js'

export const createEntity = defineAction({
  name: 'create-entity',
  description:
    'Creates a record and returns it with its id; call the action describe-entity first. ' +
    'Required translatable fields need a text in every active language, under flat keys such as title_en_GB. ' +
    'The change is live immediately and cannot be undone; dry_run previews it.',
  input: {
    entity: entityArgument('Name of the entity.'),
    fields: fieldsArgument('Field names and values. References take ids; the action describe-rules shows the form of rules.'),
    dry_run: dryRunArgument(dryRunHelp),
  },
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
  needs: { any: writeScopes },
  entity: { argument: 'entity', operation: 'create' },
  repeatable: true,
  example: { entity: 'page', fields: { product_id: 1, title_en_GB: 'Size', title_de_DE: 'Größe' } },
  nextStep: suggestRecordStep,
  run: (scope, { entity, fields, dry_run }) => writeRecord(scope, { entity, fields, dry_run }),
})
