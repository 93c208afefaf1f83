// Finds the VAT ids that are due for a check: those without an answer, and those whose answer has expired.
import { type Context, day } from 'product-configurator-service'

export interface DueVatId {
  readonly id: number
  readonly vat_id: string
}

/** The entities whose records have a VAT id with the answer of a register. */
export type VatIdEntity = 'customer' | 'party'

/** Milliseconds until an answer expires. A new company may be in the register the next day. */
const answerLifetimes = { valid: 30 * day, invalid: day }

/** Records per statement. */
const batchSize = 100

/** In id order after `start`, then from the first to `start`, so ids without an answer do not block the others. */
export async function* findDueVatIds({ clock, database }: Context, entity: VatIdEntity, start: number): AsyncGenerator<DueVatId> {
  const old = "vat_id_checked IS NULL OR vat_id_checked < ? OR (vat_id_status = 'invalid' AND vat_id_checked < ?)"
  const sql = `SELECT id, vat_id FROM svc_${entity} WHERE id > ? AND id <= ? AND vat_id > '' AND (${old}) ORDER BY id LIMIT ${batchSize}`
  const before = [answerLifetimes.valid, answerLifetimes.invalid].map((time) => new Date(clock.now() - time).toISOString())
  for (const [from, to] of [
    [start, Number.MAX_SAFE_INTEGER],
    [0, start],
  ] as const) {
    for (let last = from; ; ) {
      const rows = await database.query<DueVatId>(sql, [last, to, ...before])
      yield* rows
      const end = rows.at(-1)
      if (!end || rows.length < batchSize) break
      last = end.id
    }
  }
}
