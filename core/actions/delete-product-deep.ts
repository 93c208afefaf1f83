// Deletes a product with all its parts in one transaction, or reports the parts and blockers.
import { createMessage } from '../foundation/message.js'
import { dryRunArgument, idArgument, suggestProductStep } from './arguments.js'
import { defineAction } from './define-action.js'
import { type Blocker, removeGraph, type ReassignedRecord } from '../storage/pipeline/remove-graph.js'

interface Output {
  readonly id: number
  readonly deleted: boolean
  /** Number of deleted records by entity. */
  readonly plan: Readonly<Record<string, number>>
  readonly texts: number
  readonly files: number
  readonly blockers: readonly Blocker[]
  /** Calculations that another product uses. They are kept and now belong to that product. */
  readonly reassigned: readonly ReassignedRecord[]
  readonly dry_run?: true
}

export const deleteProductDeep = defineAction({
  name: 'delete-product-deep',
  description:
    'Deletes a product with all pages, questions, answers, panes, examples and its own calculations; call with dry_run first. ' +
    'Refused while records outside the product refer to it. ' +
    'Cannot be undone.',
  input: {
    id: idArgument('The id of the product.'),
    dry_run: dryRunArgument('If true, only reports the records to delete and the blockers.'),
  },
  hints: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
  needs: { all: ['catalog:write'] },
  command: 'svc:product:delete',
  example: { id: 1, dry_run: true },
  nextStep: (refused) => suggestProductStep(refused) ?? createMessage('steps.deepBlockers'),
  async run({ context }, { id, dry_run = false }): Promise<Output> {
    const options = { dryRun: dry_run, sparing: 'calculation' }
    const { records, texts, files, blockers, reassigned: reassignedRecords } = await removeGraph(context, 'product', id, options)
    const plan = Object.fromEntries([...records].map(([entity, ids]) => [entity, ids.length]))
    return { id, deleted: !dry_run, plan, texts, files, blockers, reassigned: reassignedRecords, ...(dry_run && { dry_run }) }
  },
})
