// Atomic commerce actions for crash tests: orders, quotes and payments, each with preparation, action and expected outcome.
import type { App } from '../../../core/app.js'
import type { CheckoutReply } from '../../../core/commerce/checkout/define.js'
import { refundPayment } from '../../../core/commerce/payment/refund.js'
import { settlePayment } from '../../../core/commerce/payment/settle.js'
import type { QuoteReply } from '../../../core/commerce/quote/define.js'
import { guestVisitor, placeCheckout, prepareCheckoutForOrder, type SellingShop } from '../../support/selling-shop.js'
import { createPaymentMethod } from '../../support/scripted-provider.js'
import { acceptTestQuote, sendTestQuote } from '../../support/test-quotes.js'
import { inBothLanguages } from '../../support/small-shop.js'

/** Input of an action. It is passed between processes as JSON. */
export interface PreparedAction {
  /** The token that checkout, order and quote share. */
  readonly token: string
  readonly total: number
  /** The payment method, if the action uses one. */
  readonly method: number
  /** The pending payment. */
  readonly payment: number | null
}

export interface CrashTestShop extends SellingShop {
  /** A payment method that pays and refunds on request. */
  readonly sandbox: number
}

export interface CrashTestAction {
  readonly name: string
  prepare(app: App, shop: CrashTestShop): Promise<PreparedAction>
  run(app: App, prepared: PreparedAction): Promise<unknown>
  /** Expected outcome. Missing members must be empty. */
  readonly outcome: Partial<CommerceOutcome>
  /** True if the action uses several transactions and another process resumes it after a crash. */
  readonly inParts?: boolean
  /** True if the action uses one transaction, so the caller sees the failure of any statement. */
  readonly inOne?: boolean
}

/** The stored results of a checkout, found by its token. */
export interface CommerceOutcome {
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

export const noOutcome: CommerceOutcome = { order: null, quote: null, payments: [], told: [], invoices: 0, mails: [] }

/** Sets up a mail named after each status of orders and quotes, and invoices for paid orders. */
export async function openCrashTestShop(app: App, shop: SellingShop): Promise<CrashTestShop> {
  // A new shop has notifications of its own.
  for (const { id } of await app.shop.createContext({}).list('notification')) await app.records.remove('notification', id)
  for (const status of ['ordered', 'paid', 'refunded', 'requested', 'accepted'] as const) {
    const mail = { send_customer: true, ...inBothLanguages('subject', status), ...inBothLanguages('body', 'Thank you.') }
    await app.records.write('notification', { name: status, status, ...mail })
  }
  await app.records.write('settings', { enable_invoicing: true }, { id: 1 })
  return { ...shop, sandbox: await createPaymentMethod(app.records, 'sandbox') }
}

const toPreparedAction = ({ checkout, totals }: CheckoutReply, method: number): PreparedAction => ({
  ...{ token: checkout, total: totals!.gross, method, payment: null },
})

/** One guest performs all actions, who would soon reach the limit of mails to an address. */
const forgetGuestMails = ({ context: { database } }: App): Promise<unknown> =>
  database.run('DELETE FROM svc_limits WHERE kind = ?', ['guest-mails'])

async function prepareCheckout(app: App, shop: CrashTestShop): Promise<PreparedAction> {
  await forgetGuestMails(app)
  const { checkout: token } = await prepareCheckoutForOrder(app, shop, [{ quantity: 2 }])
  const paid = { token, payment_method_id: shop.sandbox }
  return toPreparedAction((await app.shop.serve('change-checkout', paid, guestVisitor)) as CheckoutReply, shop.sandbox)
}

const placePrepared = (app: App, { token, total }: PreparedAction): Promise<unknown> =>
  placeCheckout(app, { checkout: token, totals: { gross: total, recurring: { gross: 0 } } } as CheckoutReply)

async function prepareOrder(app: App, shop: CrashTestShop): Promise<PreparedAction> {
  const prepared = await prepareCheckout(app, shop)
  await placePrepared(app, prepared)
  return prepared
}

const beginPrepared = (app: App, { token }: PreparedAction): Promise<unknown> =>
  app.shop.serve('begin-payment', { token }, guestVisitor)

/** Places an order and starts its payment. */
async function prepareStartedPayment(app: App, shop: CrashTestShop): Promise<PreparedAction> {
  const prepared = await prepareOrder(app, shop)
  await beginPrepared(app, prepared)
  return { ...prepared, payment: (await app.shop.createContext({}).list('payment')).at(-1)!.id }
}

function reportPayment(app: App, { token, total, payment }: PreparedAction): Promise<boolean> {
  const source = { source: 'webhook', event: `event-${token}` } as const
  const paid = { status: 'paid', amount: total, currency: 'EUR' } as const
  return app.shop.createContext({}).transact((work) => settlePayment(work, payment!, paid, source))
}

async function preparePaidOrder(app: App, shop: CrashTestShop): Promise<PreparedAction> {
  const prepared = await prepareStartedPayment(app, shop)
  await reportPayment(app, prepared)
  return prepared
}

const paidOutcome = { order: 'paid', payments: ['paid'], told: ['paid'], invoices: 1, mails: ['ordered', 'paid'] }

export const crashTestActions: readonly CrashTestAction[] = [
  {
    name: 'an order',
    prepare: prepareCheckout,
    run: placePrepared,
    outcome: { order: 'ordered', mails: ['ordered'] },
    inOne: true,
  },
  {
    name: 'the request for a quote',
    prepare: prepareCheckout,
    run: (app, { token }) => app.shop.serve('request-checkout-quote', { token }, guestVisitor),
    outcome: { quote: 'requested', mails: ['requested'] },
    inOne: true,
  },
  {
    name: 'the order of a quote',
    async prepare(app, shop) {
      await forgetGuestMails(app)
      const { token, gross } = await sendTestQuote(app, shop, [{ quantity: 2 }])
      return { token, total: gross, method: shop.transfer, payment: null }
    },
    run(app, { token, total: gross, method }) {
      return acceptTestQuote(app, { token, gross, recurring: { gross: 0 } } as QuoteReply, { payment_method_id: method })
    },
    outcome: { order: 'ordered', quote: 'accepted', mails: ['requested', 'accepted', 'ordered'] },
    inOne: true,
  },
  {
    name: 'the beginning of a payment',
    prepare: prepareOrder,
    run: beginPrepared,
    outcome: { order: 'ordered', payments: ['pending'], mails: ['ordered'] },
    inParts: true,
  },
  {
    name: 'what a webhook tells',
    prepare: prepareStartedPayment,
    run: reportPayment,
    outcome: paidOutcome,
    inOne: true,
  },
  {
    name: 'what a poll finds',
    async prepare(app, shop) {
      // Finish pending payments of other tests first, so this poll does not include them.
      await app.act('poll-payments')
      return prepareStartedPayment(app, shop)
    },
    async run(app) {
      // If a dead process holds the lease, the second attempt takes it over.
      for (let attempt = 0; attempt < 2; attempt++) await app.act('poll-payments')
    },
    outcome: paidOutcome,
  },
  {
    name: 'a refund',
    prepare: preparePaidOrder,
    run: (app, { payment }) => refundPayment(app.shop.createContext({}), payment!),
    outcome: {
      ...{ order: 'refunded', payments: ['refunded'], told: ['paid', 'refunded'], invoices: 1 },
      mails: ['ordered', 'paid', 'refunded'],
    },
  },
]

/** Reads the current outcome. */
export async function readOutcome(app: App, { token }: PreparedAction): Promise<CommerceOutcome> {
  const shopperContext = app.shop.createContext({})
  const [order] = await shopperContext.list('sales-order', { column: 'token', values: [token] })
  const [quote] = await shopperContext.list('quote', { column: 'token', values: [token] })
  const of = { column: 'sales_order_id', values: order ? [order.id] : [] }
  const payments = await shopperContext.list('payment', of)
  const events = await shopperContext.list('payment-event', { column: 'payment_id', values: payments.map(({ id }) => id) })
  const sql =
    'SELECT subject FROM svc_mail_queue WHERE (entity = ? AND entity_id = ?) OR (entity = ? AND entity_id = ?) ORDER BY id'
  const documents = ['sales-order', order?.id ?? 0, 'quote', quote?.id ?? 0]
  const mails = await app.context.database.query<{ subject: string }>(sql, documents)
  const statuses = (records: typeof payments): readonly string[] => records.map(({ values }) => String(values['status']))
  return {
    order: order ? String(order.values['status']) : null,
    quote: quote ? String(quote.values['status']) : null,
    payments: statuses(payments),
    told: statuses(events),
    invoices: (await shopperContext.list('invoice', of)).length,
    mails: mails.map(({ subject }) => subject),
  }
}

const writtenTables = [
  ...['sales_order', 'order_address', 'order_line', 'order_line_config', 'order_tax_rate', 'invoice', 'payment', 'payment_event'],
  ...['quote', 'quote_line', 'quote_line_config', 'quote_tax_rate', 'cart', 'cart_position', 'configuration', 'customer'],
  ...['files', 'references', 'mail_queue', 'numbers'],
]

/** All rows that an action may write. */
export async function readWrittenRows({ context: { database } }: App): Promise<Readonly<Record<string, readonly object[]>>> {
  const rows: Record<string, readonly object[]> = {}
  for (const name of writtenTables) rows[name] = await database.query(`SELECT * FROM svc_${name}`)
  return rows
}
