// Baseline for purchases: fastify with prepared statements that stores the rows of a recorded purchase, call by call.
// One transaction per call, and one statement per stored or locked row. It does not validate, price or look up anything. `node
// dist/bench/support/limit-shop.js <database> <recording> <port>`; prints `Listening on <url>`.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fastify from 'fastify'
import { type LimitConnection, openLimitDatabase, type LimitValue } from './limit-database.js'
import type { RecordedStep, RecordedRow, RecordedWrite } from './purchase.js'

/** Maps recorded ids, by table and id, to the ids of this purchase. */
type IdMap = Map<string, number>

/** `cart_id` references svc_cart. */
const toReferencedTable = (column: string): string => `svc_${column.replace(/_id$/, '')}`

interface PreparedWrite {
  readonly sql: string
  readonly auto: string | null
  /** True if the row contains the order number. */
  readonly isNumbered: boolean
  values(ids: IdMap, fresh: PurchaseIdentity): LimitValue[]
}

interface PurchaseIdentity {
  readonly token: string
  readonly number: number
  readonly now: string
}

/** Returns a function that produces the value for this purchase: a new token, the mapped id, or the recorded value. */
function createCellReader(
  row: RecordedRow,
  column: string,
  value: LimitValue,
): (ids: IdMap, fresh: PurchaseIdentity) => LimitValue {
  if (column === 'token') return (_ids, { token }) => token
  if (column === 'number' && value !== null) return (_ids, { number }) => number
  const table = column === 'entity_id' ? `svc_${String(row['entity']).replaceAll('-', '_')}` : toReferencedTable(column)
  if (column === 'id' || column.endsWith('_id')) return (ids) => ids.get(`${table}:${value}`) ?? value
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return (_ids, { now }) => now
  return () => value
}

function prepareWrite({ table, row, found: key }: RecordedWrite): PreparedWrite {
  const cells = Object.entries(row).filter(([column]) => key !== undefined || column !== 'id')
  const sets = cells.map(([column, value]) => createCellReader(row, column, value))
  const names = cells.map(([column]) => `\`${column}\``)
  const isNumbered = cells.some(([column, value]) => column === 'number' && value !== null)
  if (key === undefined) {
    const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`
    const auto = row['id'] === undefined ? null : `${table}:${row['id']}`
    return { sql, auto, isNumbered, values: (ids, fresh) => sets.map((cell) => cell(ids, fresh)) }
  }
  const keys = Object.entries(key)
  const condition = keys.map(([column]) => `${column} = ?`).join(' AND ')
  const own = keys.map(([column, value]): ((ids: IdMap, fresh: PurchaseIdentity) => LimitValue) =>
    column === 'id' ? (ids) => ids.get(`${table}:${value}`)! : createCellReader(key, column, value),
  )
  const sql = `UPDATE ${table} SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE ${condition}`
  return { sql, auto: null, isNumbered, values: (ids, fresh) => [...sets, ...own].map((cell) => cell(ids, fresh)) }
}

/** Recorded names of the rows that calls find by token. */
class PurchaseRecording {
  private readonly ids = new Map<string, number>()
  readonly writes: ReadonlyMap<string, readonly PreparedWrite[]>

  constructor(private readonly steps: readonly RecordedStep[]) {
    for (const { writes } of steps)
      for (const { table, row, found: key } of writes)
        if (!key && typeof row['id'] === 'number' && !this.ids.has(table)) this.ids.set(table, row['id'])
    // Take the number last: the sequence row stays locked until commit.
    const lastNumbered = (a: PreparedWrite, b: PreparedWrite): number => Number(a.isNumbered) - Number(b.isNumbered)
    this.writes = new Map(steps.map(({ verb, writes }) => [verb, writes.map(prepareWrite).sort(lastNumbered)]))
  }

  /** The key of the first row of the table. */
  key(table: string): string {
    return `${table}:${this.ids.get(table)}`
  }

  replyOf(verb: string): Readonly<Record<string, unknown>> {
    return this.steps.find((step) => step.verb === verb)!.reply
  }
}

/** Serves the six calls of a purchase. */
export async function startLimitShop(url: string, recording: PurchaseRecording, port: number): Promise<string> {
  const database = openLimitDatabase(url)
  const lock = url.startsWith('mysql://') ? ' FOR UPDATE' : ''

  const idOf = async (
    on: LimitConnection,
    ids: IdMap,
    table: string,
    column: string,
    value: LimitValue,
  ): Promise<RecordedRow> => {
    const [row] = await on.all(`SELECT * FROM ${table} WHERE ${column} = ?${lock}`, [value])
    if (row === undefined) throw new Error(`There is no row of ${table} with the ${column} '${value}'.`)
    ids.set(recording.key(table), Number(row['id']))
    return row as RecordedRow
  }

  /** Finds the rows of a call by the tokens in its path and body. */
  const locate = async (on: LimitConnection, verb: string, ids: IdMap, token: string, configuration: string): Promise<void> => {
    if (verb === 'add-position' || verb === 'open-checkout') await idOf(on, ids, 'svc_cart', 'token', token)
    if (verb === 'add-position') await idOf(on, ids, 'svc_configuration', 'token', configuration)
    if (verb !== 'change-checkout' && verb !== 'place-order') return
    const order = await idOf(on, ids, 'svc_sales_order', 'token', token)
    await idOf(on, ids, 'svc_cart', 'id', order['cart_id']!)
    if (verb === 'change-checkout') return
    const position = await idOf(on, ids, 'svc_cart_position', 'cart_id', order['cart_id']!)
    await idOf(on, ids, 'svc_configuration', 'id', position['configuration_id']!)
    await idOf(on, ids, 'svc_order_address', 'sales_order_id', order['id']!)
  }

  const next = async (on: LimitConnection): Promise<number> => {
    await on.run("UPDATE svc_numbers SET last = last + 1 WHERE series = 'sales-order'", [])
    return Number((await on.all("SELECT last FROM svc_numbers WHERE series = 'sales-order'", []))[0]!['last'])
  }

  const app = fastify({ logger: false })
  const serve = (method: 'POST' | 'PATCH', path: string, verb: string, key: string): void => {
    const reply = recording.replyOf(verb)
    const writes = recording.writes.get(verb)!
    app.route<{ Params: { token: string }; Body: { configuration?: string } }>({
      method,
      url: `/svc-api/runtime/v1/${path}`,
      async handler(request, response) {
        const ids: IdMap = new Map()
        const token = randomBytes(24).toString('base64url')
        let number = 0
        await database.transaction(async (on) => {
          await locate(on, verb, ids, request.params.token, request.body.configuration ?? '')
          const now = new Date().toISOString()
          for (const { sql, auto, isNumbered, values } of writes) {
            if (isNumbered) number = await next(on)
            const id = await on.run(sql, values(ids, { token, number, now }))
            if (auto !== null) ids.set(auto, id)
          }
        })
        const replyToken = path.includes(':token') && verb !== 'open-checkout' ? request.params.token : token
        const more = verb === 'place-order' ? { number } : {}
        await response.code(method === 'POST' ? 201 : 200).send({ data: { ...reply, ...more, [key]: replyToken } })
      },
    })
  }
  serve('POST', 'configurations', 'start-configuration', 'configuration')
  serve('POST', 'carts', 'create-cart', 'cart')
  serve('POST', 'carts/:token/positions', 'add-position', 'cart')
  serve('POST', 'carts/:token/checkout', 'open-checkout', 'checkout')
  serve('PATCH', 'checkouts/:token', 'change-checkout', 'checkout')
  serve('POST', 'checkouts/:token/place', 'place-order', 'token')
  return app.listen({ host: '127.0.0.1', port })
}

const [, program = '', url, recorded, port = '0'] = process.argv
if (url !== undefined && recorded !== undefined && program.endsWith('limit-shop.js')) {
  const steps = JSON.parse(readFileSync(recorded, 'utf8')) as readonly RecordedStep[]
  const address = await startLimitShop(url, new PurchaseRecording(steps), Number(port))
  process.stdout.write(`Listening on ${address}\n`)
}
