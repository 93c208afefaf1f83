// Checks that stored orders and quotes add up: lines, delivery and payment to the total, rates to net and tax.
import { type Registry, requireEntity } from '../../model/registry.js'
import { quote, type Queryable } from '../../storage/database/dialect.js'

interface DocumentTables {
  readonly document: string
  readonly line: string
  readonly rate: string
  /** The column of a line and of a rate with the id of the document. */
  readonly of: string
}

/** Entity names. */
const documentKinds: readonly DocumentTables[] = [
  { document: 'sales-order', line: 'order-line', rate: 'order-tax-rate', of: 'sales_order_id' },
  { document: 'quote', line: 'quote-line', rate: 'quote-tax-rate', of: 'quote_id' },
]

const coalesceZero = (sql: string): string => `COALESCE(${sql}, 0)`

/** SQL conditions, each true for a document whose amounts do not add up. `d` is the document. */
function buildFaultConditions(registry: Registry, { of, ...names }: DocumentTables): ReadonlyMap<string, string> {
  const [line, rate] = [names.line, names.rate].map((name) => requireEntity(registry, name).table) as [string, string]
  const conditions = new Map<string, string>()
  const lines = (column: string): string =>
    coalesceZero(`(SELECT SUM(l.${column}) FROM ${quote(line)} l WHERE l.${quote(of)} = d.id)`)
  const rates = (column: string, recurring: boolean): string =>
    coalesceZero(
      `(SELECT SUM(r.${column}) FROM ${quote(rate)} r WHERE r.${quote(of)} = d.id AND COALESCE(r.recurring, 0) = ${recurring ? 1 : 0})`,
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
  for (const parts of documentKinds) {
    const { label, pluralLabel, table } = requireEntity(registry, parts.document)
    for (const [subject, condition] of buildFaultConditions(registry, parts)) {
      const sql = `SELECT COUNT(*) AS count, MIN(d.id) AS first FROM ${quote(table)} d WHERE ${condition}`
      const [row] = await on.query<{ readonly count: number; readonly first: number }>(sql)
      if (!row || Number(row.count) === 0) continue
      faults.push(`${row.count} ${pluralLabel}, ${label} ${row.first} among them, do not add up (${subject}).`)
    }
  }
  return faults
}
