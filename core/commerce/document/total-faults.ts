// Checks that stored orders and quotes add up: lines, delivery and payment to the total, rates to net and tax.
import { createLabel, createMessage, type Message } from '../../foundation/message.js'
import { type Registry, requireEntity } from '../../model/registry.js'
import { quoteName, type Queryable } from '../../storage/database/dialect.js'
import { type DocumentKind, documentKinds } from './kinds.js'

const coalesceZero = (sql: string): string => `COALESCE(${sql}, 0)`

interface FaultCondition {
  /** The amounts that are compared. */
  readonly sums: Message
  readonly condition: string
}

/** SQL conditions, each true for a document whose amounts do not add up. `d` is the document. */
function listFaultConditions({ line, rate }: DocumentKind): readonly FaultCondition[] {
  const conditions: FaultCondition[] = []
  const lines = (column: string): string =>
    coalesceZero(`(SELECT SUM(l.${column}) FROM ${quoteName(line.table)} l WHERE l.${quoteName(line.of)} = d.id)`)
  const rates = (column: string, recurring: boolean): string =>
    coalesceZero(
      `(SELECT SUM(r.${column}) FROM ${quoteName(rate.table)} r WHERE r.${quoteName(rate.of)} = d.id AND COALESCE(r.recurring, 0) = ${recurring ? 1 : 0})`,
    )
  const total = (column: string): string => coalesceZero(`d.${column}`)
  for (const column of ['net', 'tax', 'gross'] as const) {
    const charges = `${coalesceZero(`d.delivery_${column}`)} + ${coalesceZero(`d.payment_${column}`)}`
    const sum = createMessage(`results.${column}`)
    conditions.push(
      { sums: sum, condition: `${lines(column)} + ${charges} <> ${total(column)}` },
      {
        sums: createMessage('results.recurring', { sum }),
        condition: `${lines(`recurring_${column}`)} <> ${total(`recurring_${column}`)}`,
      },
    )
  }
  for (const column of ['net', 'tax'] as const) {
    const sum = createMessage('results.ofRates', { sum: createMessage(`results.${column}`) })
    conditions.push(
      { sums: sum, condition: `${rates(column, false)} <> ${total(column)}` },
      {
        sums: createMessage('results.recurring', { sum }),
        condition: `${rates(column, true)} <> ${total(`recurring_${column}`)}`,
      },
    )
  }
  return conditions
}

/** One message for each kind of mismatch; empty if all documents add up. */
export async function findTotalFaults(on: Queryable, registry: Registry): Promise<readonly Message[]> {
  const faults: Message[] = []
  for (const kind of Object.values(documentKinds)) {
    const { label, pluralLabel, table } = requireEntity(registry, kind.entity)
    for (const { sums, condition } of listFaultConditions(kind)) {
      const sql = `SELECT COUNT(*) AS count, MIN(d.id) AS first FROM ${quoteName(table)} d WHERE ${condition}`
      const [row] = await on.query<{ readonly count: number; readonly first: number }>(sql)
      if (!row || Number(row.count) === 0) continue
      faults.push(
        createMessage('results.unbalanced', {
          count: row.count,
          entities: createLabel('entity', pluralLabel),
          entity: createLabel('entity', label),
          id: row.first,
          sums,
        }),
      )
    }
  }
  return faults
}
