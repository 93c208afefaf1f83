// Checks that uploaded files belong to the configuration that selects them; files of other configurations are rejected.
import type { SelectionInput } from '../../engine/program/configuration.js'
import { translateMessage } from '../../engine/program/program.js'
import type { PricingSession } from '../../shop/pricing-session.js'
import type { ChangeEntry } from './define.js'
import type { LoadedConfiguration } from './load-configuration.js'
import { findUploadIds, type UploadNames, readUploadNames } from './uploads.js'

export const noUploads: UploadNames = new Map()

/** Names of the uploaded files that the configuration selects now or would select with the sent entries. */
export function loadSelectedUploads(
  { row, product, work }: LoadedConfiguration,
  entries: readonly ChangeEntry[] = [],
): Promise<UploadNames> {
  const whole = entries.filter((entry): entry is SelectionInput => typeof entry.value !== 'object' || entry.value === null)
  return readUploadNames(work, row.id, findUploadIds(product.program, [...row.selections, ...whole]))
}

/** An error message if the entry selects a file that was not uploaded to this configuration; otherwise null. */
export function checkUploadOwnership(
  { product, evaluation, shop }: PricingSession,
  entry: SelectionInput,
  uploads: UploadNames,
): string | null {
  const [id] = findUploadIds(product.program, [entry])
  if (id === undefined || uploads.has(id)) return null
  const question = product.titles.get(shop.language)?.questions[entry.question_id] ?? String(entry.question_id)
  return translateMessage(evaluation.texts, 'shop.uploadIdInvalid', { question })
}
