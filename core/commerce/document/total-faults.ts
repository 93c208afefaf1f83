// Checks that stored orders and quotes add up: lines, delivery and payment to the total, rates to net and tax.
import { type Registry, requireEntity } from '../../model/registry.js'
import { quoteName, type Queryable } from '../../storage/database/dialect.js'
import { type DocumentKind, documentKinds } from './kinds.js'

const coalesceZero = (sql: string): string => `COALESCE(${sql}, 0)`

/** SQL conditions, each true for a document whose amounts do not add up. `d` is the document. */
function buildFaultConditions({ line, rate }: DocumentKind): ReadonlyMap<string, string> {
  const conditions = new Map<string, string>()
  const lines = (column: string): string =>
    coalesceZero(`(SELECT SUM(l.${column}) FROM ${quoteName(line.table)} l WHERE l.${quoteName(line.of)} = d.id)`)
  const rates = (column: string, recurring: boolean): string =>
    coalesceZero(
      `(SELECT SUM(r.${column}) FROM ${quoteName(rate.table)} r WHERE r.${quoteName(rate.of)} = d.id AND COALESCE(r.recurring, 0) = ${recurring ? 1 : 0})`,
    )
  const total = (column: string): string => coalesceZero(`d.${column}`)
  for (const column of ['net', 'tax', 'gross']) {
    const charges = `${coalesceZero(`d.delivery_${column}`)} + ${coalesceZero(`d.payment_${column}`)}`
    conditions.set(column, `${lines(column)} + ${charges} <> ${total(column)}`)
    conditions.set(`recurring ${column}`, `${lines(`recurring_${column}`)} <> ${total(`recurring_${column}`)}`)
  }
  for (const column of ['net', 'tax']) {
    conditions.set(`rates, ${column}`, `${rates(column, false)} <> ${total(column)}`)
    conditions.set(`recurring rates, ${column}`, `${rates(column, true)} <> ${total(`recurring_${column}`)}`)
  }
  return conditions
}

/** One sentence for each kind of mismatch; empty if all documents add up. */
export async function findTotalFaults(on: Queryable, registry: Registry): Promise<readonly string[]> {
  const faults: string[] = []
  for (const kind of Object.values(documentKinds)) {
    const { label, pluralLabel, table } = requireEntity(registry, kind.entity)
    for (const [subject, condition] of buildFaultConditions(kind)) {
      const sql = `SELECT COUNT(*) AS count, MIN(d.id) AS first FROM ${quoteName(table)} d WHERE ${condition}`
      const [row] = await on.query<{ readonly count: number; readonly first: number }>(sql)
      if (!row || Number(row.count) === 0) continue
      faults.push(`${row.count} ${pluralLabel}, including ${label} ${row.first}, do not add up (${subject}).`)
    }
  }
  return faults
}
