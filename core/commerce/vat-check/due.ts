// Whose VAT ids a register is to be asked about: those never answered, and those whose answer has grown old.
import { day, formatIsoTime } from '../../foundation/clock.js'
import type { EntityDefinition } from '../../model/entity/define.js'
import { requireEntity } from '../../model/registry.js'
import type { Context } from '../../storage/context.js'
import { quote } from '../../storage/database/dialect.js'

export interface DueVatId {
  readonly id: number
  readonly vat_id: string
}

/** Milliseconds for which an answer stands; a new company may be in the register tomorrow. */
const lasting = { valid: 30 * day, invalid: day }

/** Records per statement. */
const batch = 100

/** In id order from behind `start`, then from the first to `start`: what gives no answer keeps nobody else waiting. */
export async function* dueVatIds(
  { clock, database, registry }: Context,
  entity: EntityDefinition,
  start: number,
): AsyncGenerator<DueVatId> {
  const { table } = requireEntity(registry, entity)
  const old = "vat_id_checked IS NULL OR vat_id_checked < ? OR (vat_id_status = 'invalid' AND vat_id_checked < ?)"
  const sql = `SELECT id, vat_id FROM ${quote(table)} WHERE id > ? AND id <= ? AND vat_id > '' AND (${old}) ORDER BY id LIMIT ${batch}`
  const before = [lasting.valid, lasting.invalid].map((time) => formatIsoTime(clock.now() - time))
  for (const [from, to] of [
    [start, Number.MAX_SAFE_INTEGER],
    [0, start],
  ] as const) {
    for (let last = from; ; ) {
      const found = await database.query<DueVatId>(sql, [last, to, ...before])
      yield* found
      const end = found.at(-1)
      if (!end || found.length < batch) break
      last = end.id
    }
  }
}
