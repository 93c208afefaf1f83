// Creates an old shop: many products, orders and configurations, copied from a few that the verbs created.
import type { App } from '../../core/app.js'
import { formatIsoTime, day } from '../../core/foundation/clock.js'
import { guest } from '../../core/shop/shopper.js'
import { createCatalogAuthor } from '../../test/support/catalog-author.js'
import { runInShop, makePurchase, createPurchasableShop, type PurchaseReply, type PurchasableProduct } from './purchase.js'
import type { Database } from '../../core/storage/database/connection.js'
import { quoteName, quoteColumns } from '../../core/storage/database/dialect.js'

/** Copies per statement. */
const copiesPerStatement = 2_000
const numbersTable = 'bench_numbers'

/** Ids of the copies: copy `i` (from 1) of the row `id` has the id `id + offset + (i - 1) * span`. */
interface IdRange {
  readonly first: number
  readonly last: number
  readonly offset: number
  readonly span: number
}

interface CopyInstruction {
  readonly table: string
  /** Id range of the rows to copy, both ends included. */
  readonly from?: readonly [first: number, last: number]
  /** Selects rows by the owner's id, for tables without an id of their own. */
  readonly by?: { readonly column: string; readonly table: string; readonly where?: string }
  /** Columns that reference rows copied the same number of times, by table. */
  readonly leads?: Readonly<Record<string, string>>
  /** SQL of other columns. `$i` is the number of the copy, `$when` a time that increases with it, `s` the row. */
  readonly set?: Readonly<Record<string, string>>
  /** Copies per day. The last copy is from today. Default: all copies have the original time. */
  readonly perDay?: number
}

/** Multiplies rows by SQL statements. Each copy gets its own id and references the copies made with it. */
class RowMultiplier {
  private readonly places = new Map<string, IdRange>()

  constructor(private readonly database: Database) {}

  async open(): Promise<void> {
    await this.database.run(`CREATE TABLE ${numbersTable} (i INTEGER PRIMARY KEY)`)
    const digits = `(${Array.from({ length: 10 }, (_, d) => `SELECT ${d} AS d`).join(' UNION ALL ')})`
    await this.database.run(
      `INSERT INTO ${numbersTable} SELECT a.d + 10 * b.d + 100 * c.d + 1000 * e.d FROM ${digits} a, ${digits} b, ${digits} c, ${digits} e`,
    )
  }

  async close(): Promise<void> {
    await this.database.run(`DROP TABLE ${numbersTable}`)
  }

  /** SQL for the id of copy `$i` of the row. */
  toCopyId(table: string, column: string, i = '$i'): string {
    const { offset, span } = this.findRange(table)
    return `${column} + ${offset} + (${i} - 1) * ${span}`
  }

  /** SQL that cycles through the row and its copies. */
  toDistributedId(table: string, column: string, copies: number, i = '$i'): string {
    const { offset, span } = this.findRange(table)
    return `${column} + ${offset} + ((${i} - 1) % ${copies}) * ${span}`
  }

  private findRange(table: string): IdRange {
    const place = this.places.get(table)
    if (!place) throw new Error(`Rows of ${table} are copied after those that lead to them.`)
    return place
  }

  async copy({ table, from, by, leads = {}, set = {}, perDay = Infinity }: CopyInstruction, count: number): Promise<void> {
    const [sample] = await this.database.query(`SELECT * FROM ${quoteName(table)} LIMIT 1`)
    const columns = Object.keys(sample!)
    if (from) await this.updateRange(table, from)
    const values = columns.map((column) => {
      if (column in set) return set[column]!
      if (column === 'id') return from ? this.toCopyId(table, 's.id') : 'NULL'
      if (by?.column === column) return this.toCopyId(by.table, `s.${quoteName(column)}`)
      return column in leads ? this.toCopyId(leads[column]!, `s.${quoteName(column)}`) : `s.${quoteName(column)}`
    })
    const { first, last } = from ? this.findRange(table) : this.findRange(by!.table)
    const those = `s.${quoteName(by?.column ?? 'id')} BETWEEN ${first} AND ${last}${by?.where === undefined ? '' : ` AND ${by.where}`}`
    const step = Math.max(50, Math.min(copiesPerStatement, perDay * 5))
    for (let offset = 0; offset < count; offset += step) {
      const batchSize = Math.min(step, count - offset)
      const select = values
        .join(', ')
        .replaceAll('$i', `(n.i + ${offset + 1})`)
        .replaceAll('$when', `'${formatIsoTime(Date.now() - ((count - offset) / perDay) * day)}'`)
      await this.database.run(
        `INSERT INTO ${quoteName(table)} (${quoteColumns(columns)}) SELECT ${select} FROM ${numbersTable} n JOIN ${quoteName(table)} s ON ${those} WHERE n.i < ${batchSize}`,
      )
    }
  }

  private async updateRange(table: string, [first, last]: readonly [number, number]): Promise<void> {
    const [row] = await this.database.query<{ last: number }>(`SELECT MAX(id) AS last FROM ${quoteName(table)}`)
    this.places.set(table, { first, last, offset: Number(row!.last) + 1 - first, span: last - first + 1 })
  }
}

export interface ShopSize {
  readonly configurations: number
  readonly orders: number
  readonly products: number
  readonly answers: number
}

/** Amounts that do not depend on the age of a shop: pending orders, open configurations, and the records of one day. */
const pendingOrders = 100
const openConfigurations = 20_000
const ordersPerDay = 100
const conversationsPerDay = 20

export interface GrownShop {
  readonly wares: PurchasableProduct
  /** One of the many products, its question, and an answer. */
  readonly shelf: number
  readonly question: number
  readonly answer: number
  /** The customer of the latest order. */
  readonly customer: number
}

interface SampleRecords {
  readonly wares: PurchasableProduct
  readonly shelf: number
  readonly page: number
  readonly question: number
  readonly answers: readonly [first: number, last: number]
}

async function createSamples(app: App, perProduct: number): Promise<SampleRecords> {
  const wares = await createPurchasableShop(app)
  const author = createCatalogAuthor(app)
  const shelf = await author.product('Shelf', { sku: 'S-0', baseprice: 20, published: true })
  const page = await author.page(shelf, 'Board')
  const question = await author.question(page, 'Wood', 'Dropdown')
  const woods: number[] = []
  for (let at = 1; at <= perProduct; at++) woods.push(await author.answer(question, `Wood ${at}`, { price: at, sku: `W-${at}` }))
  return { wares, shelf, page, question, answers: [woods[0]!, woods.at(-1)!] }
}

/** Creates the originals: an order, an open configuration, a saved configuration of an account, and a conversation. */
async function createSampleDocuments(app: App, { wares, shelf, question, answers }: SampleRecords): Promise<void> {
  await makePurchase(wares, async ({ verb, path, body }) => {
    const [, token] = /(?:carts|checkouts)\/([^/]+)/.exec(path) ?? []
    return (await app.shop.serve(verb, { ...(token && { token }), ...body }, { shopper: guest })) as PurchaseReply
  })
  const selections = [{ question_id: question, value: String(answers[0]) }]
  await app.shop.serve('start-configuration', { product_id: shelf, selections }, { shopper: guest })
  const work = app.shop.createContext({})
  const now = formatIsoTime(work.now)
  const { database } = app.context
  await database.run("INSERT INTO svc_chat_conversation VALUES (1, NULL, 2, 'en-GB', ?, ?, 1)", [now, now])
  await database.run("INSERT INTO svc_advisor_threads VALUES (1, 'd', 'open', 0, 0, 0, 1, 10, 1, 0, 0)")
  await database.run("INSERT INTO svc_chat_turn VALUES (1, 1, 'shopper', 'A shelf of oak, please.', ?, 'shopper', 1)", [now])
  await database.run("INSERT INTO svc_chat_turn VALUES (2, 1, 'advisor', 'Here it is.', ?, 'advisor', 1)", [now])
  const facts = { configuration: 'x', finished: true, missing: [] }
  const reply = { turn: 1, model: 'script', calls: 1, input: 10, output: 10, milliseconds: 5, outcome: 'whole', marks: [], facts }
  await database.run("INSERT INTO svc_chat_event VALUES (1, 1, 'reply', ?, ?, 'reply', 1)", [JSON.stringify(reply), now])
}

/** Tokens spread over the whole index, as real ones are. */
const createTokenSql = (kind: string): string => `CONCAT('${kind}', HEX(($i * 2654435761) % 4294967296), '-', $i)`

async function growCatalogue(
  copies: RowMultiplier,
  { shelf, page, question, answers }: SampleRecords,
  count: number,
): Promise<void> {
  const ids = { product: shelf, page, question }
  await copies.copy({ table: 'svc_product', from: [shelf, shelf], set: { sku: "CONCAT('S-', $i)" } }, count)
  await copies.copy({ table: 'svc_page', from: [page, page], leads: { product_id: 'svc_product' } }, count)
  await copies.copy({ table: 'svc_question', from: [question, question], leads: { page_id: 'svc_page' } }, count)
  const more = { set: { sku: "CONCAT(s.sku, '-', $i)" }, leads: { question_id: 'svc_question' } }
  await copies.copy({ table: 'svc_answer', from: answers, ...more }, count)
  for (const entity of [...Object.keys(ids), 'answer']) {
    const by = { column: 'entity_id', table: `svc_${entity}`, where: `s.entity = '${entity}'` }
    const numbered = {
      text: "CONCAT(s.text, ' ', $i, '.')",
      folded: "CASE WHEN s.folded = '' THEN '' ELSE CONCAT(s.folded, ' ', $i, '.') END",
    }
    await copies.copy({ table: 'svc_texts', by, set: numbered }, count)
    if (entity === 'product')
      await copies.copy({ table: 'svc_unique_texts', by, set: { text: "CONCAT(s.text, ' ', $i)" } }, count)
  }
}

/** Copies orders with all dependent rows, across all products in turn. Each customer has four orders. */
async function growOrders(copies: RowMultiplier, { shelf }: SampleRecords, { orders, products }: ShopSize): Promise<void> {
  const perDay = ordersPerDay
  const firstRow = [1, 1] as const
  const dated = { created: '$when', changed: '$when' }
  const product_id = copies.toDistributedId('svc_product', String(shelf), products)
  const mail = "CONCAT('shopper', $i, '@example.org')"
  const customers = Math.ceil(orders / 4)
  await copies.copy({ table: 'svc_customer', from: firstRow, set: { email: mail, email_folded: mail } }, customers)
  const configured = { ...dated, token: createTokenSql('c'), product_id }
  await copies.copy({ table: 'svc_configuration', from: firstRow, set: configured, perDay }, orders)
  await copies.copy({ table: 'svc_cart', from: firstRow, set: { ...dated, token: createTokenSql('k') }, perDay }, orders)
  const configuration = { configuration_id: 'svc_configuration' }
  await copies.copy({ table: 'svc_cart_position', from: firstRow, leads: { cart_id: 'svc_cart', ...configuration } }, orders)
  const order = {
    created: '$when',
    placed: '$when',
    token: createTokenSql('o'),
    number: '$i + 1',
    email: mail,
    customer_id: copies.toDistributedId('svc_customer', '1', customers),
    status: `CASE WHEN $i > ${orders - pendingOrders} THEN 'ordered' ELSE 'shipped' END`,
  }
  await copies.copy({ table: 'svc_sales_order', from: firstRow, leads: { cart_id: 'svc_cart' }, set: order, perDay }, orders)
  const leads = { sales_order_id: 'svc_sales_order' }
  await copies.copy({ table: 'svc_order_address', from: [1, 2], leads }, orders)
  await copies.copy(
    { table: 'svc_order_line', from: firstRow, leads: { ...leads, ...configuration }, set: { product_id } },
    orders,
  )
  await copies.copy({ table: 'svc_order_line_config', from: [1, 4], leads: { order_line_id: 'svc_order_line' } }, orders)
  await copies.copy({ table: 'svc_order_tax_rate', from: firstRow, leads }, orders)
  const history = { id: 'NULL', entity_id: copies.toCopyId('svc_sales_order', 's.entity_id'), at: '$when' }
  await copies.copy({ table: 'svc_status_history', from: firstRow, set: history, perDay }, orders)
}

/** Copies saved configurations of accounts, and as many open ones as in any shop with this traffic. */
async function growConfigurations(
  copies: RowMultiplier,
  { shelf }: SampleRecords,
  { configurations, orders, products }: ShopSize,
): Promise<void> {
  const open = Math.min(openConfigurations, configurations - orders)
  const product_id = copies.toDistributedId('svc_product', String(shelf), products)
  const customers = Math.ceil(orders / 4)
  const configurationFields = {
    saved: '$when',
    created: '$when',
    changed: '$when',
    customer_id: copies.toDistributedId('svc_customer', '1', customers),
  }
  const from = [2, 2] as const
  await copies.copy(
    {
      table: 'svc_configuration',
      from,
      set: { ...configurationFields, product_id, token: createTokenSql('s') },
      perDay: ordersPerDay,
    },
    configurations - orders - open,
  )
  const now = { created: '$when', changed: '$when', product_id, token: createTokenSql('f') }
  await copies.copy({ table: 'svc_configuration', from, set: now }, open)
}

async function growConversations(copies: RowMultiplier, count: number): Promise<void> {
  const leads = { chat_conversation_id: 'svc_chat_conversation' }
  const talked = { started: '$when', last_activity: '$when' }
  const perDay = conversationsPerDay
  await copies.copy({ table: 'svc_chat_conversation', from: [1, 1], set: talked, perDay }, count)
  const by = { column: 'conversation_id', table: 'svc_chat_conversation' }
  await copies.copy({ table: 'svc_advisor_threads', by, set: { digest: createTokenSql('d') } }, count)
  await copies.copy({ table: 'svc_chat_turn', from: [1, 2], leads, set: { created: '$when' }, perDay }, count)
  await copies.copy({ table: 'svc_chat_event', from: [1, 1], leads, set: { created: '$when' }, perDay }, count)
}

/** Makes the copies the oldest records, in line with their ids. */
async function backdateCopies({ context }: App): Promise<void> {
  const old = formatIsoTime(0)
  await context.database.run('UPDATE svc_chat_conversation SET started = ?, last_activity = ? WHERE id = 1', [old, old])
  await context.database.run("UPDATE svc_sales_order SET created = ?, placed = ?, status = 'shipped' WHERE id = 1", [old, old])
}

/** Creates the shop in an empty database. Both shops of a run have the same products at the same ids. */
export async function growShop(database: string, size: ShopSize): Promise<GrownShop> {
  return runInShop(database, async (app) => {
    const samples = await createSamples(app, Math.round(size.answers / size.products))
    await createSampleDocuments(app, samples)
    const { context } = app
    const copies = new RowMultiplier(context.database)
    await copies.open()
    await growCatalogue(copies, samples, size.products)
    await growOrders(copies, samples, size)
    await growConfigurations(copies, samples, size)
    await growConversations(copies, Math.round(size.orders / 10))
    await copies.close()
    await backdateCopies(app)
    const number = size.orders + 1
    await context.database.run("UPDATE svc_numbers SET last = ? WHERE series = 'sales-order'", [number])
    await context.database.run('DELETE FROM svc_mail_queue')
    // Index the copied texts, as in a running shop.
    await app.operations.tasks.run('index-texts')
    const [last] = await context.database.query<{ id: number }>(
      'SELECT customer_id AS id FROM svc_sales_order WHERE number = ?',
      [number],
    )
    const { shelf, question, answers, wares } = samples
    return { wares, shelf, question, answer: answers[0], customer: Number(last!.id) }
  })
}
