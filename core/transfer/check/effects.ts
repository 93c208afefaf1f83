// Findings about effects of an import that its sender may not expect, such as deleted records.
import type { Applied } from '../import/define.js'
import type { Import } from '../import/wanted.js'
import { finding, type TransferFinding } from './findings.js'

/** Maximum number of names listed in one message. */
const told = 10

function listed(names: readonly string[]): string {
  const more = names.length > told ? ` and ${names.length - told} more` : ''
  return `${names.slice(0, told).join(', ')}${more}`
}

export function effectsOf(
  { title, deleted, renumbered, configurations }: Applied,
  { staged, how }: Import,
): readonly TransferFinding[] {
  const { product } = staged
  const findings: TransferFinding[] = []
  if (deleted.length > 0) {
    const message = `Importing '${title}' deletes ${deleted.length} ${deleted.length === 1 ? 'record' : 'records'} that the package lacks: ${listed(deleted.map(({ name }) => name))}.`
    findings.push(finding('deletes-records', message, { product }))
  }
  if (configurations > 0) {
    const message =
      configurations === 1
        ? `1 configuration in a cart refers to questions of '${title}' that would be deleted, and goes with them.`
        : `${configurations} configurations in carts refer to questions of '${title}' that would be deleted, and go with them.`
    findings.push(finding('deletes-configurations', message, { product }))
  }
  if (renumbered.length > 0) {
    const names = renumbered.map(({ entity, from, to }) => `${entity} ${from} as ${to}`)
    findings.push(finding('new-id', `These ids belong to other products and are given anew: ${listed(names)}.`, { product }))
  }
  if (how.mode === 'copy')
    findings.push(finding('not-published', `The copy of '${title}' is not published until you publish it.`, { product }))
  return findings
}
