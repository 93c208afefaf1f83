// Gapless number series for orders, quotes and invoices.
import type { Unit } from './unit-of-work/transaction.js'

const table = 'svc_numbers'

/**
 * Returns the next number of a series. The series row stays locked until the unit ends, so take the number last. A rollback
 * returns the number.
 * @param first the first number of the series. Ignored if the series is beyond it
 */
export async function takeNextNumber(unit: Unit, series: string, first = 1): Promise<number> {
  const { returnAsInsertId, insertMissing } = unit.dialect
  const begin = Math.max(1, first)
  const next = 'CASE WHEN last + 1 < ? THEN ? ELSE last + 1 END'
  const sql = `UPDATE ${table} SET last = ${returnAsInsertId?.(next) ?? next} WHERE series = ?`
  const count = () => unit.run(sql, [begin, begin, series])
  let counted = await count()
  if (counted.affected === 0) {
    await unit.run(insertMissing(table, ['series', 'last'], ['series']), [series, 0])
    counted = await count()
  }
  if (returnAsInsertId) return counted.insertId
  const [row] = await unit.query<{ last: number | string }>(`SELECT last FROM ${table} WHERE series = ?`, [series])
  return Number(row?.last)
}
