// Records the rows that each call of a purchase stores, as table differences, so a bare server can store the same rows.
import { toEntityTable } from '../../core/model/schema/columns.js'
import type { App } from '../../core/app.js'
import { guest } from '../../core/shop/shopper.js'
import { tables } from '../../core/storage/database/tables.js'
import { purchase, type Told, type Wares } from './purchase.js'

type Cell = string | number | null
export type Row = Readonly<Record<string, Cell>>

export interface Written {
  readonly table: string
  /** The stored row; for an existing row, its changed columns. */
  readonly row: Row
  /** For an existing row: the columns that identify it. */
  readonly found?: Row
}

export interface RecordedStep {
  readonly verb: string
  readonly reply: Readonly<Record<string, unknown>>
  readonly writes: readonly Written[]
}

type Contents = ReadonlyMap<string, ReadonlyMap<string, Row>>

export function keysOfTables({ registry }: App): ReadonlyMap<string, readonly string[]> {
  const all = [...[...registry.entities.values()].map(toEntityTable), ...tables]
  return new Map(all.map(({ name, primaryKey }) => [name, primaryKey ?? ['id']]))
}

async function contentsOf(app: App): Promise<Contents> {
  const found = new Map<string, ReadonlyMap<string, Row>>()
  for (const [table, keys] of keysOfTables(app)) {
    const rows = await app.context.database.query<Row>(`SELECT * FROM ${table}`)
    found.set(table, new Map(rows.map((row) => [keys.map((key) => row[key]).join('\n'), row])))
  }
  return found
}

function difference(before: Contents, after: Contents, keys: ReadonlyMap<string, readonly string[]>): readonly Written[] {
  const writes: Written[] = []
  for (const [table, rows] of after) {
    for (const [key, row] of rows) {
      const old = before.get(table)?.get(key)
      const changed = Object.entries(row).filter(([name, value]) => old?.[name] !== value)
      const found = Object.fromEntries(keys.get(table)!.map((name) => [name, row[name] ?? null]))
      if (!old) writes.push({ table, row })
      else if (changed.length > 0) writes.push({ table, row: Object.fromEntries(changed), found })
    }
  }
  return writes
}

/** Makes and records one purchase. The counter row is excluded, because the bare server increments it. */
export async function recordPurchase(app: App, wares: Wares): Promise<readonly RecordedStep[]> {
  const steps: RecordedStep[] = []
  const keys = keysOfTables(app)
  let before = await contentsOf(app)
  await purchase(wares, async ({ verb, path, body }) => {
    const [, token] = /(?:carts|checkouts)\/([^/]+)/.exec(path) ?? []
    const reply = (await app.serve(verb, { ...(token && { token }), ...body }, { shopper: guest })) as Told
    const after = await contentsOf(app)
    const writes = difference(before, after, keys).filter(({ table }) => table !== 'svc_numbers')
    steps.push({ verb, reply: reply as unknown as RecordedStep['reply'], writes })
    before = after
    return reply
  })
  return steps
}
