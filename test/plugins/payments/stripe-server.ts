// A server with the part of Stripe's HTTP API that the service uses. It signs webhooks as Stripe does.
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const secretKey = 'sk_test_CANARY1234567890'
export const webhookSecret = 'whsec_CANARY0987654321'

type Json = Record<string, unknown>

export interface StripeSession extends Json {
  id: string
  amount_total: number
  currency: string
  payment_status: 'unpaid' | 'paid'
  status: 'open' | 'complete' | 'expired'
  metadata: { payment?: string }
}

/** The simulated state of the server. */
export type ServerState = 'well' | 'down' | 'slow' | 'failing' | 'refusing' | 'talkative'

export interface StripeServer {
  readonly url: string
  /** `METHOD path`, without query. */
  readonly requests: string[]
  /** The form fields of each POST. */
  readonly forms: Readonly<Record<string, string>>[]
  mood: ServerState
  readonly sessions: Map<string, StripeSession>
  /** Enters a card as the shopper. The session must be created with manual capture. */
  authorize(session: string): StripeSession
  /** Changes an authorized payment as an employee does in the dashboard. */
  changeIntent(session: string, status: 'canceled' | 'succeeded'): void
  /** The payment intent of a session with its latest charge. */
  intent(session: string): Json
  /** Pays as the shopper, by default the whole amount. */
  pay(session: string, changes?: Partial<StripeSession>): StripeSession
  /** Refunds cents as an employee does in the dashboard. */
  refundInDashboard(session: string, cents: number): void
  /** The text of an event about an object. */
  event(type: string, object: unknown, more?: Json): string
  /** The signature header of a webhook body. */
  sign(body: string, options?: { readonly secret?: string; readonly time?: number }): string
  stop(): Promise<void>
}

const threeDecimalCurrencies = new Set(['kwd', 'bhd', 'tnd'])

async function readForm(request: IncomingMessage): Promise<Record<string, string>> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return Object.fromEntries(new URLSearchParams(text))
}

function sendJsonReply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_test' }).end(JSON.stringify(body))
}

/** @param now the service's clock, in milliseconds since the epoch */
export async function startStripeServer(now: () => number): Promise<StripeServer> {
  const requests: string[] = []
  const forms: Record<string, string>[] = []
  const sessions = new Map<string, StripeSession>()
  const intents = new Map<string, { readonly form: string; readonly body: object }>()
  const refunded = new Map<string, number>()
  /** Ids of the sessions with manual capture. */
  const manualSessions = new Set<string>()
  /** The captured amounts of intents, in minor units. */
  const capturedAmounts = new Map<string, number>()
  const intentStatuses = new Map<string, 'canceled' | 'requires_capture' | 'succeeded'>()
  let count = 0

  /** Returns null, because a rejected request has no result to store. */
  function refuse(response: ServerResponse, status: number, type: string, message: string): null {
    sendJsonReply(response, status, { error: { type, message } })
    return null
  }

  /** The error that Stripe reports for an amount; null if it is valid. */
  function amountProblem(currency: string, amount: string): string | null {
    if (currency !== currency.toLowerCase() || !/^[a-z]{3}$/.test(currency)) return `Invalid currency: ${currency}.`
    if (!/^\d+$/.test(amount)) return `Invalid integer: ${amount}`
    if (threeDecimalCurrencies.has(currency) && !amount.endsWith('0')) return 'The last digit must be 0.'
    if (currency === 'isk' && !amount.endsWith('00')) return 'Amounts in ISK are multiples of 100.'
    return null
  }

  function createSession(form: Record<string, string>, response: ServerResponse): object | null {
    const currency = form['line_items[0][price_data][currency]'] ?? ''
    const amount = form['line_items[0][price_data][unit_amount]'] ?? ''
    const problem = form['mode'] === 'payment' ? amountProblem(currency, amount) : 'Unknown mode.'
    if (problem !== null) return refuse(response, 400, 'invalid_request_error', problem)
    const id = `cs_test_${++count}`
    const session: StripeSession = {
      id,
      object: 'checkout.session',
      url: `https://checkout.stripe.com/c/pay/${id}`,
      amount_total: Number(amount) * Number(form['line_items[0][quantity]']),
      currency,
      payment_status: 'unpaid',
      status: 'open',
      expires_at: Math.floor(now() / 1_000) + 86_400,
      client_reference_id: form['client_reference_id'] ?? null,
      metadata: { payment: form['metadata[payment]'] ?? '' },
      payment_intent: null,
    }
    sessions.set(id, session)
    if (form['payment_intent_data[capture_method]'] === 'manual') manualSessions.add(id)
    return session
  }

  function toIntent(session: StripeSession): Json {
    const id = String(session.payment_intent)
    const status = intentStatuses.get(id) ?? (session.payment_status === 'paid' ? 'succeeded' : 'processing')
    const { amount_total: amount, currency, metadata } = session
    const before = { card: { capture_before: Math.floor(now() / 1_000) + 7 * 86_400 } }
    const amount_refunded = refunded.get(id) ?? 0
    return {
      id,
      object: 'payment_intent',
      status,
      amount,
      amount_capturable: status === 'requires_capture' ? amount : 0,
      amount_received: status === 'succeeded' ? (capturedAmounts.get(id) ?? amount) : 0,
      currency,
      metadata,
      capture_method: manualSessions.has(session.id) ? 'manual' : 'automatic',
      latest_charge: { id: `ch_${id}`, object: 'charge', amount_refunded, currency, payment_method_details: before },
    }
  }

  const findByIntent = (id: string): StripeSession | undefined =>
    [...sessions.values()].find(({ payment_intent }) => payment_intent === id)

  function changeIntentStatus(session: StripeSession, status: 'canceled' | 'succeeded'): void {
    intentStatuses.set(String(session.payment_intent), status)
    if (status === 'succeeded') session.payment_status = 'paid'
  }

  /** The step of a path such as `/v1/payment_intents/pi_1/capture`; undefined for other paths. */
  function findIntentStep(path: string): ((form: Record<string, string>, response: ServerResponse) => object | null) | undefined {
    const [, id = '', step = ''] = /^\/v1\/payment_intents\/(\w+)\/(capture|cancel)$/.exec(path) ?? []
    if (id === '') return undefined
    return (form, response) => {
      const session = findByIntent(id)
      if (!session) return refuse(response, 404, 'invalid_request_error', `No such payment_intent: '${id}'`)
      const status = intentStatuses.get(id) ?? 'succeeded'
      if (status !== 'requires_capture')
        return refuse(
          response,
          400,
          'invalid_request_error',
          `This PaymentIntent could not be changed because it has a status of ${status}.`,
        )
      const part = Number(form['amount_to_capture'] ?? session.amount_total)
      if (part > Number(session.amount_total))
        return refuse(response, 400, 'invalid_request_error', 'The amount is greater than the amount that can be captured.')
      if (step === 'capture') capturedAmounts.set(id, part)
      changeIntentStatus(session, step === 'capture' ? 'succeeded' : 'canceled')
      return toIntent(session)
    }
  }

  function createRefund(form: Record<string, string>, response: ServerResponse): object | null {
    const intent = form['payment_intent'] ?? ''
    const session = [...sessions.values()].find(({ payment_intent }) => payment_intent === intent)
    const before = refunded.get(intent) ?? 0
    const amount = Number(form['amount'])
    if (!session) return refuse(response, 404, 'invalid_request_error', `No such payment_intent: '${intent}'`)
    if (before + amount > session.amount_total) {
      return refuse(response, 400, 'invalid_request_error', 'Refund amount is greater than unrefunded amount.')
    }
    refunded.set(intent, before + amount)
    const charge = { id: `ch_${intent}`, object: 'charge', amount_refunded: before + amount, currency: session.currency }
    return { id: `re_${++count}`, object: 'refund', status: 'succeeded', amount, charge }
  }

  async function post(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const form = await readForm(request)
    forms.push(form)
    const key = String(request.headers['idempotency-key'] ?? '')
    const before = intents.get(key)
    if (before && before.form !== JSON.stringify(form)) {
      return void refuse(response, 400, 'idempotency_error', 'A key is used with the same parameters only.')
    }
    const make = path === '/v1/checkout/sessions' ? createSession : path === '/v1/refunds' ? createRefund : findIntentStep(path)
    if (!make) return void refuse(response, 404, 'invalid_request_error', `Unrecognized request URL (POST: ${path}).`)
    const body = before?.body ?? make(form, response)
    if (body === null) return
    if (key !== '') intents.set(key, { form: JSON.stringify(form), body })
    sendJsonReply(response, 200, body)
  }

  function get(response: ServerResponse, path: string, isExpanded: boolean): void {
    const id = /^\/v1\/checkout\/sessions\/(\w+)$/.exec(path)?.[1] ?? ''
    const session = sessions.get(id)
    const expands = isExpanded && typeof session?.payment_intent === 'string'
    if (session) sendJsonReply(response, 200, expands ? { ...session, payment_intent: toIntent(session) } : session)
    else refuse(response, 404, 'invalid_request_error', `No such checkout.session: ${id}`)
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, search } = new URL(request.url ?? '', 'http://stripe')
    requests.push(`${request.method} ${path}`)
    const { mood } = stripe
    if (mood === 'down') return void request.socket.destroy()
    if (mood === 'slow') return
    if (mood === 'refusing') return void refuse(response, 400, 'invalid_request_error', 'The payment method is not enabled.')
    if (mood === 'failing') return void refuse(response, 500, 'api_error', 'Something went wrong on our end.')
    const authorization = String(request.headers.authorization ?? '')
    if (mood === 'talkative' || authorization !== `Bearer ${secretKey}`) {
      return void refuse(
        response,
        401,
        'invalid_request_error',
        `Invalid API Key provided: ${authorization}, not ${webhookSecret}`,
      )
    }
    if (path === '/v1/balance') return sendJsonReply(response, 200, { object: 'balance', livemode: false })
    if (request.method === 'POST') await post(request, response, path)
    else get(response, path, search.includes('payment_intent'))
  }

  const server = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stripe: StripeServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    forms,
    mood: 'well',
    sessions,
    authorize(id) {
      const session = sessions.get(id)
      if (!session || !manualSessions.has(id)) throw new Error(`There is no session ${id} with manual capture.`)
      intentStatuses.set(`pi_${id}`, 'requires_capture')
      return Object.assign(session, { status: 'complete', payment_intent: `pi_${id}` })
    },
    changeIntent: (id, status) => changeIntentStatus(sessions.get(id)!, status),
    intent: (id) => toIntent(sessions.get(id)!),
    pay(id, changes = {}) {
      const session = sessions.get(id)
      if (!session) throw new Error(`There is no session ${id}.`)
      return Object.assign(session, { payment_status: 'paid', status: 'complete', payment_intent: `pi_${id}` }, changes)
    },
    refundInDashboard(id, cents) {
      const intent = String(sessions.get(id)?.payment_intent)
      refunded.set(intent, (refunded.get(intent) ?? 0) + cents)
    },
    event: (type, object, more = {}) =>
      JSON.stringify({
        id: `evt_${++count}`,
        object: 'event',
        type,
        created: Math.floor(now() / 1_000),
        data: { object },
        ...more,
      }),
    sign(body, { secret = webhookSecret, time = now() } = {}) {
      const seconds = Math.floor(time / 1_000)
      return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')},v0=0123`
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return stripe
}
