// Checks that uploaded files belong to the configuration that selects them; files of other configurations are rejected.
import type { SelectionInput } from '../../engine/program/configuration.js'
import { translateMessage } from '../../engine/program/evaluation-context.js'
import type { Desk } from '../../shop/desk.js'
import type { ChangeEntry } from './define.js'
import type { Taken } from './take.js'
import { uploadIds, type UploadNames, uploadNames } from './uploads.js'

export const noUploads: UploadNames = new Map()

/** Names of the uploaded files that the configuration selects now or would select with the sent entries. */
export function uploadsOf({ row, product, work }: Taken, sent: readonly ChangeEntry[] = []): Promise<UploadNames> {
  const whole = sent.filter((entry): entry is SelectionInput => typeof entry.value !== 'object' || entry.value === null)
  return uploadNames(work, row.id, uploadIds(product.program, [...row.selections, ...whole]))
}

/** An error message if the entry selects a file that was not uploaded to this configuration; otherwise null. */
export function foreignUpload({ product, evaluation, shop }: Desk, entry: SelectionInput, uploads: UploadNames): string | null {
  const [id] = uploadIds(product.program, [entry])
  if (id === undefined || uploads.has(id)) return null
  const question = product.titles.get(shop.language)?.questions[entry.question_id] ?? String(entry.question_id)
  return translateMessage(evaluation.texts, "'{question}' must be the id of an uploaded file.", { question })
}
