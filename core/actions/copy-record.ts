// Copies a product or a part of it, such as a page or a question, with all child records.
import { makeCopy, type RecordCopyReport, isCopyable } from '../transfer/copy/copy.js'
import { dryRunArgument, entityArgument, idArgument, suggestRecordStep } from './arguments.js'
import { defineAction } from './define-action.js'
import { boolean } from '../model/properties/boolean.js'
import { number } from '../model/properties/number.js'
import { type TransactionContext, ServiceContext } from '../storage/service-context.js'

type Output = RecordCopyReport & { readonly dry_run?: true }

export const copyRecord = defineAction({
  name: 'copy-record',
  description:
    'Copies a product, page, question, answer, calculation, pane or example with all child records. References are moved to the copy; a copied product is not published.',
  input: {
    entity: entityArgument('The entity to copy, for example product.'),
    id: idArgument('The id of the original.'),
    into: number('Into', {
      min: 1,
      help: 'The id of the new owner. Default: the same owner.',
    }),
    leave_out: boolean('Leave out', {
      help: 'True: references that the other product lacks are cleared and reported. Default: refused.',
    }),
    with_code: boolean('With code', { help: 'True: also copies code calculations. Requires code:write.' }),
    dry_run: dryRunArgument('If true, only reports the records to create.'),
  },
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
  needs: ({ with_code }) => ({ all: with_code === true ? ['catalog:write', 'code:write'] : ['catalog:write'] }),
  entity: { argument: 'entity', operation: 'create', accepts: isCopyable },
  repeatable: true,
  command: 'svc:product:copy',
  example: { entity: 'product', id: 1, dry_run: true },
  nextStep: (refused, input) => suggestRecordStep(refused, input),
  async run({ context, settle }, { entity, id, into, leave_out = false, with_code = false, dry_run = false }): Promise<Output> {
    const input = { entity, id, into, leavesOut: leave_out, withCode: with_code }
    const copy = async (work: ServiceContext & TransactionContext): Promise<RecordCopyReport> => {
      const report = await makeCopy(work, input)
      if (!dry_run) await settle(work.unit, report)
      return report
    }
    const report = await new ServiceContext(context).transact(copy, { dryRun: dry_run })
    return { ...report, ...(dry_run && { dry_run }) }
  },
})
