// Findings about effects of an import that its sender may not expect, such as deleted records.
import { createMessage, type Message, type MessageValue } from '../../foundation/message.js'
import type { ImportResult } from '../import/define.js'
import type { ImportPlan } from '../import/import-plan.js'
import { createTransferFinding, type TransferFinding } from './findings.js'

/** Maximum number of names listed in one message. */
const maxListedNames = 10

function formatNames(names: readonly (Message | string)[]): MessageValue {
  const listed = names.slice(0, maxListedNames)
  if (names.length <= maxListedNames) return listed
  return createMessage('transfer.more', { names: listed, count: names.length - maxListedNames })
}

export function findImportEffects(
  { title, deleted, renumbered, configurations }: ImportResult,
  { staged, how }: ImportPlan,
): readonly TransferFinding[] {
  const { product } = staged
  const findings: TransferFinding[] = []
  if (deleted.length > 0) {
    const names = formatNames(deleted.map(({ name }) => name))
    const message = createMessage('transfer.deletesRecords', { title, count: deleted.length, names })
    findings.push(createTransferFinding('deletes-records', message, { product }))
  }
  if (configurations > 0) {
    const message = createMessage('transfer.deletesConfigurations', { count: configurations, title })
    findings.push(createTransferFinding('deletes-configurations', message, { product }))
  }
  if (renumbered.length > 0) {
    const names = renumbered.map(({ entity, from, to }) => createMessage('transfer.newId', { entity, from, to }))
    findings.push(
      createTransferFinding('new-id', createMessage('transfer.newIds', { names: formatNames(names) }), {
        product,
      }),
    )
  }
  if (how.mode === 'copy')
    findings.push(createTransferFinding('not-published', createMessage('transfer.copyUnpublished', { title }), { product }))
  return findings
}
