// Takes the number of an invoice or a credit note from a gapless series, with the prefix of the settings.
import type { invoice } from '../../model/entities/orders/invoice.js'
import type { creditNote } from '../../model/entities/orders/credit-note.js'
import { takeNextNumber } from '../../storage/counters.js'
import type { ServiceContext, TransactionContext } from '../../storage/service-context.js'

interface DocumentSeries {
  readonly entity: typeof invoice | typeof creditNote
  readonly prefix: string | null | undefined
  readonly first: number | null | undefined
}

/**
 * Take the number last: the row of the series stays locked until the commit. A new prefix can repeat an earlier number (`1` and 23, `12` and
 * 3). Such a number is skipped.
 */
export async function takeDocumentNumber(
  work: ServiceContext & TransactionContext,
  { entity, prefix, first }: DocumentSeries,
): Promise<string> {
  for (;;) {
    const number = `${prefix ?? ''}${await takeNextNumber(work.unit, entity.name, first ?? 1)}`
    const [existing] = await work.list(entity.name, { column: 'number', values: [number] })
    if (!existing) return number
  }
}
