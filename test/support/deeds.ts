// Atomic commerce actions for crash tests: orders, quotes and payments, each with preparation, action and expected outcome.
import type { App } from '../../core/app.js'
import type { CheckoutReply } from '../../core/commerce/checkout/define.js'
import { refundPayment } from '../../core/commerce/payment/refund.js'
import { settlePayment } from '../../core/commerce/payment/settle.js'
import type { QuoteReply } from '../../core/commerce/quote/define.js'
import { asGuest, placing, readyCheckout, type SellingShop } from './checking-out.js'
import { createMethod } from './paid-orders.js'
import { accepting, sentQuote } from './quoting.js'
import { inBoth } from './shop.js'

/** Input of an action. It is passed between processes as JSON. */
export interface Prepared {
  /** The token that checkout, order and quote share. */
  readonly token: string
  readonly total: number
  /** The payment method, if the action uses one. */
  readonly method: number
  /** The pending payment. */
  readonly payment: number | null
}

export interface DeedShop extends SellingShop {
  /** A payment method that pays and refunds on request. */
  readonly sandbox: number
}

export interface Deed {
  readonly name: string
  prepare(app: App, shop: DeedShop): Promise<Prepared>
  run(app: App, prepared: Prepared): Promise<unknown>
  /** Expected outcome. Missing members must be empty. */
  readonly outcome: Partial<Outcome>
  /** True if the action uses several transactions and another process resumes it after a crash. */
  readonly inParts?: boolean
  /** True if the action uses one transaction, so the caller sees the failure of any statement. */
  readonly inOne?: boolean
}

/** The stored results of a checkout, found by its token. */
export interface Outcome {
  /** Statuses; null if the document does not exist. A draft is `in_checkout`. */
  readonly order: string | null
  readonly quote: string | null
  readonly payments: readonly string[]
  /** Statuses of the events in the payment timelines. */
  readonly told: readonly string[]
  readonly invoices: number
  /** Subjects, oldest first. */
  readonly mails: readonly string[]
}

export const nothing: Outcome = { order: null, quote: null, payments: [], told: [], invoices: 0, mails: [] }

/** Sets up a mail named after each status of orders and quotes, and invoices for paid orders. */
export async function openDeedShop(app: App, shop: SellingShop): Promise<DeedShop> {
  for (const status of ['ordered', 'paid', 'refunded', 'requested', 'accepted'] as const) {
    const mail = { send_customer: true, ...inBoth('subject', status), ...inBoth('body', 'Thank you.') }
    await app.write('notification', { name: status, status, ...mail })
  }
  await app.write('settings', { enable_invoicing: true }, { id: 1 })
  return { ...shop, sandbox: await createMethod(app, 'sandbox') }
}

const ofCheckout = ({ checkout, totals }: CheckoutReply, method: number): Prepared => ({
  ...{ token: checkout, total: totals!.gross, method, payment: null },
})

/** All deeds are done by one guest, who would soon reach the limit of mails to an address. */
const forgetGuestMails = ({ context: { database } }: App): Promise<unknown> =>
  database.run('DELETE FROM svc_limits WHERE kind = ?', ['guest-mails'])

async function checkout(app: App, shop: DeedShop): Promise<Prepared> {
  await forgetGuestMails(app)
  const { checkout: token } = await readyCheckout(app, shop, [{ quantity: 2 }])
  const paid = { token, payment_method_id: shop.sandbox }
  return ofCheckout((await app.serve('change-checkout', paid, asGuest)) as CheckoutReply, shop.sandbox)
}

const place = (app: App, { token, total }: Prepared): Promise<unknown> =>
  placing(app, { checkout: token, totals: { gross: total, recurring: { gross: 0 } } } as CheckoutReply)

async function order(app: App, shop: DeedShop): Promise<Prepared> {
  const prepared = await checkout(app, shop)
  await place(app, prepared)
  return prepared
}

const begin = (app: App, { token }: Prepared): Promise<unknown> => app.serve('begin-payment', { token }, asGuest)

/** Places an order and starts its payment. */
async function begun(app: App, shop: DeedShop): Promise<Prepared> {
  const prepared = await order(app, shop)
  await begin(app, prepared)
  return { ...prepared, payment: (await app.visit({}).list('payment')).at(-1)!.id }
}

function report(app: App, { token, total, payment }: Prepared): Promise<boolean> {
  const told = { source: 'webhook', event: `event-${token}` } as const
  const paid = { status: 'paid', amount: total, currency: 'EUR' } as const
  return app.visit({}).transact((work) => settlePayment(work, payment!, paid, told))
}

async function paid(app: App, shop: DeedShop): Promise<Prepared> {
  const prepared = await begun(app, shop)
  await report(app, prepared)
  return prepared
}

const settled = { order: 'paid', payments: ['paid'], told: ['paid'], invoices: 1, mails: ['ordered', 'paid'] }

export const deeds: readonly Deed[] = [
  { name: 'an order', prepare: checkout, run: place, outcome: { order: 'ordered', mails: ['ordered'] }, inOne: true },
  {
    name: 'the request for a quote',
    prepare: checkout,
    run: (app, { token }) => app.serve('request-checkout-quote', { token }, asGuest),
    outcome: { quote: 'requested', mails: ['requested'] },
    inOne: true,
  },
  {
    name: 'the order of a quote',
    async prepare(app, shop) {
      await forgetGuestMails(app)
      const { token, gross } = await sentQuote(app, shop, [{ quantity: 2 }])
      return { token, total: gross, method: shop.transfer, payment: null }
    },
    run(app, { token, total: gross, method }) {
      return accepting(app, { token, gross, recurring: { gross: 0 } } as QuoteReply, { payment_method_id: method })
    },
    outcome: { order: 'ordered', quote: 'accepted', mails: ['requested', 'accepted', 'ordered'] },
    inOne: true,
  },
  {
    name: 'the beginning of a payment',
    prepare: order,
    run: begin,
    outcome: { order: 'ordered', payments: ['pending'], mails: ['ordered'] },
    inParts: true,
  },
  {
    name: 'what a webhook tells',
    prepare: begun,
    run: report,
    outcome: settled,
    inOne: true,
  },
  {
    name: 'what a poll finds',
    async prepare(app, shop) {
      // Finish pending payments of other tests first, so this poll does not include them.
      await app.act('poll-payments')
      return begun(app, shop)
    },
    async run(app) {
      // If a dead process holds the lease, the second attempt takes it over.
      for (let attempt = 0; attempt < 2; attempt++) await app.act('poll-payments')
    },
    outcome: settled,
  },
  {
    name: 'a refund',
    prepare: paid,
    run: (app, { payment }) => refundPayment(app.visit({}), payment!),
    outcome: {
      ...{ order: 'refunded', payments: ['refunded'], told: ['paid', 'refunded'], invoices: 1 },
      mails: ['ordered', 'paid', 'refunded'],
    },
  },
]

/** Reads the current outcome. */
export async function outcomeOf(app: App, { token }: Prepared): Promise<Outcome> {
  const visit = app.visit({})
  const [order] = await visit.list('sales-order', { column: 'token', values: [token] })
  const [quote] = await visit.list('quote', { column: 'token', values: [token] })
  const of = { column: 'sales_order_id', values: order ? [order.id] : [] }
  const payments = await visit.list('payment', of)
  const told = await visit.list('payment-event', { column: 'payment_id', values: payments.map(({ id }) => id) })
  const sql =
    'SELECT subject FROM svc_mail_queue WHERE (entity = ? AND entity_id = ?) OR (entity = ? AND entity_id = ?) ORDER BY id'
  const documents = ['sales-order', order?.id ?? 0, 'quote', quote?.id ?? 0]
  const mails = await app.context.database.query<{ subject: string }>(sql, documents)
  const statuses = (records: typeof payments): readonly string[] => records.map(({ values }) => String(values['status']))
  return {
    order: order ? String(order.values['status']) : null,
    quote: quote ? String(quote.values['status']) : null,
    payments: statuses(payments),
    told: statuses(told),
    invoices: (await visit.list('invoice', of)).length,
    mails: mails.map(({ subject }) => subject),
  }
}

const tables = [
  ...['sales_order', 'order_address', 'order_line', 'order_line_config', 'order_tax_rate', 'invoice', 'payment', 'payment_event'],
  ...['quote', 'quote_line', 'quote_line_config', 'quote_tax_rate', 'cart', 'cart_position', 'configuration', 'customer'],
  ...['files', 'references', 'mail_queue', 'numbers'],
]

/** All rows that an action may write. */
export async function rowsOfDeeds({ context: { database } }: App): Promise<Readonly<Record<string, readonly object[]>>> {
  const rows: Record<string, readonly object[]> = {}
  for (const name of tables) rows[name] = await database.query(`SELECT * FROM svc_${name}`)
  return rows
}
