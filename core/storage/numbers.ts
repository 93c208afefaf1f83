// Numbers that are given one after the other and never skipped: of orders, quotes and invoices, each series by itself.
import type { Unit } from './database/unit.js'

const table = 'svc_numbers'

/**
 * The next number of a series. Its row stays locked until the unit ends, so it is to be asked for last; a unit that is rolled
 * back gives its number back.
 * @param first the number that the series begins with; one that has passed it goes on
 */
export async function nextNumber(unit: Unit, series: string, first = 1): Promise<number> {
  const { told, insertMissing } = unit.dialect
  const begin = Math.max(1, first)
  const next = 'CASE WHEN last + 1 < ? THEN ? ELSE last + 1 END'
  const sql = `UPDATE ${table} SET last = ${told?.(next) ?? next} WHERE series = ?`
  const count = () => unit.run(sql, [begin, begin, series])
  let counted = await count()
  if (counted.affected === 0) {
    await unit.run(insertMissing(table, ['series', 'last'], ['series']), [series, 0])
    counted = await count()
  }
  if (told) return counted.insertId
  const [row] = await unit.query<{ last: number | string }>(`SELECT last FROM ${table} WHERE series = ?`, [series])
  return Number(row?.last)
}
