// Findings about effects of an import that its sender may not expect, such as deleted records.
import type { ImportResult } from '../import/define.js'
import type { ImportPlan } from '../import/import-plan.js'
import { createTransferFinding, type TransferFinding } from './findings.js'

/** Maximum number of names listed in one message. */
const maxListedNames = 10

function formatNames(names: readonly string[]): string {
  const more = names.length > maxListedNames ? ` and ${names.length - maxListedNames} more` : ''
  return `${names.slice(0, maxListedNames).join(', ')}${more}`
}

export function findImportEffects(
  { title, deleted, renumbered, configurations }: ImportResult,
  { staged, how }: ImportPlan,
): readonly TransferFinding[] {
  const { product } = staged
  const findings: TransferFinding[] = []
  if (deleted.length > 0) {
    const message = `Importing '${title}' deletes ${deleted.length} ${deleted.length === 1 ? 'record' : 'records'} that the package lacks: ${formatNames(deleted.map(({ name }) => name))}.`
    findings.push(createTransferFinding('deletes-records', message, { product }))
  }
  if (configurations > 0) {
    const message =
      configurations === 1
        ? `1 configuration in a cart refers to questions of '${title}' that would be deleted, and goes with them.`
        : `${configurations} configurations in carts refer to questions of '${title}' that would be deleted, and go with them.`
    findings.push(createTransferFinding('deletes-configurations', message, { product }))
  }
  if (renumbered.length > 0) {
    const names = renumbered.map(({ entity, from, to }) => `${entity} ${from} as ${to}`)
    findings.push(
      createTransferFinding('new-id', `These ids belong to other products and are given anew: ${formatNames(names)}.`, {
        product,
      }),
    )
  }
  if (how.mode === 'copy')
    findings.push(
      createTransferFinding('not-published', `The copy of '${title}' is not published until you publish it.`, { product }),
    )
  return findings
}
