// Deletes a record unless other records refer to it.
import { createMessage, type Message } from '../foundation/message.js'
import { dryRunArgument, entityArgument, idArgument, suggestRecordStep } from './arguments.js'
import { defineAction } from './define-action.js'
import { performDryRun, dryRunHelp, writeScopes } from './write-record.js'
import type { AffectedReport } from '../commerce/configuration/affected-configurations.js'
import type { ActionInput, RefusedCall } from '../model/action/declaration.js'

interface Output {
  readonly entity: string
  readonly id: number
  readonly deleted: boolean
  readonly dry_run?: true
  /** For a dry run in a product: saved configurations and carts that would change. */
  readonly affected?: AffectedReport
}

function nextStep(refused: RefusedCall, input: ActionInput): Message | null {
  if (refused.code !== 'VALIDATION_FAILED' || refused.fields.length > 0) return suggestRecordStep(refused, input)
  return createMessage(input['entity'] === 'product' ? 'steps.deleteReferringOrDeep' : 'steps.deleteReferring')
}

export const deleteEntity = defineAction({
  name: 'delete-entity',
  description:
    'Deletes a record by its id; refused while other records refer to it. ' +
    'Use the action delete-product-deep for a whole product. Cannot be undone.',
  input: {
    entity: entityArgument('Name of the entity.'),
    id: idArgument('The id of the record.'),
    dry_run: dryRunArgument(dryRunHelp),
  },
  hints: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
  needs: { any: writeScopes },
  entity: { argument: 'entity', operation: 'delete' },
  repeatable: true,
  example: { entity: 'answer', id: 1, dry_run: true },
  nextStep,
  async run(scope, { entity, id, dry_run }): Promise<Output> {
    if (!dry_run) {
      const report = { entity, id, deleted: true }
      await scope.records.unit(async (open) => {
        await open.remove(entity, id)
        await scope.settle(open.unitOfWork, report)
      })
      return report
    }
    const { affected } = await performDryRun(scope, { entity, id }, async (open) => {
      await open.remove(entity, id)
      return {}
    })
    return { entity, id, deleted: false, dry_run, ...(affected && { affected }) }
  },
})
