// Records the rows that each call of a purchase stores, as table differences, so a bare server can store the same rows.
import { toEntityTable } from '../../core/model/schema/columns.js'
import type { App } from '../../core/app.js'
import { guest } from '../../core/shop/shopper.js'
import { internalTables } from '../../core/storage/database/internal-tables.js'
import { makePurchase, type PurchaseReply, type PurchasableProduct } from './purchase.js'

type RecordedValue = string | number | null
export type RecordedRow = Readonly<Record<string, RecordedValue>>

export interface RecordedWrite {
  readonly table: string
  /** The stored row; for an existing row, its changed columns. */
  readonly row: RecordedRow
  /** For an existing row: the columns that identify it. */
  readonly found?: RecordedRow
}

export interface RecordedStep {
  readonly verb: string
  readonly reply: Readonly<Record<string, unknown>>
  readonly writes: readonly RecordedWrite[]
}

type TableContents = ReadonlyMap<string, ReadonlyMap<string, RecordedRow>>

export function collectTableKeys({ context: { registry } }: App): ReadonlyMap<string, readonly string[]> {
  const all = [...[...registry.entities.values()].map(toEntityTable), ...internalTables]
  return new Map(all.map(({ name, primaryKey }) => [name, primaryKey ?? ['id']]))
}

async function readContents(app: App): Promise<TableContents> {
  const contents = new Map<string, ReadonlyMap<string, RecordedRow>>()
  for (const [table, keys] of collectTableKeys(app)) {
    const rows = await app.context.database.query<RecordedRow>(`SELECT * FROM ${table}`)
    contents.set(table, new Map(rows.map((row) => [keys.map((key) => row[key]).join('\n'), row])))
  }
  return contents
}

function difference(
  before: TableContents,
  after: TableContents,
  keys: ReadonlyMap<string, readonly string[]>,
): readonly RecordedWrite[] {
  const writes: RecordedWrite[] = []
  for (const [table, rows] of after) {
    for (const [key, row] of rows) {
      const old = before.get(table)?.get(key)
      const changed = Object.entries(row).filter(([name, value]) => old?.[name] !== value)
      const identity = Object.fromEntries(keys.get(table)!.map((name) => [name, row[name] ?? null]))
      if (!old) writes.push({ table, row })
      else if (changed.length > 0) writes.push({ table, row: Object.fromEntries(changed), found: identity })
    }
  }
  return writes
}

/** The bare server has no rate limits. */
export const limitTable = 'svc_limits'

/** Counters. The bare server increments the number of orders itself. */
const excludedTables: ReadonlySet<string> = new Set(['svc_numbers', limitTable])

/** Makes and records one purchase, without the rows of counters. */
export async function recordPurchase(app: App, wares: PurchasableProduct): Promise<readonly RecordedStep[]> {
  const steps: RecordedStep[] = []
  const keys = collectTableKeys(app)
  let before = await readContents(app)
  await makePurchase(wares, async ({ verb, path, body }) => {
    const [, token] = /(?:carts|checkouts)\/([^/]+)/.exec(path) ?? []
    const reply = (await app.shop.serve(verb, { ...(token && { token }), ...body }, { shopper: guest })) as PurchaseReply
    const after = await readContents(app)
    const writes = difference(before, after, keys).filter(({ table }) => !excludedTables.has(table))
    steps.push({ verb, reply: reply as unknown as RecordedStep['reply'], writes })
    before = after
    return reply
  })
  return steps
}
