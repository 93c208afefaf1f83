// A server with the part of Mollie's Payments API (v2) that the service uses, and its payment page. It sends webhooks as Mollie does.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const mollieKey = 'test_CANARY1234567890abcdefgh'

type Json = Record<string, unknown>

export interface MollieAmount {
  readonly currency: string
  readonly value: string
}

interface MollieCapture extends Json {
  id: string
  amount: MollieAmount
  status: 'pending' | 'succeeded'
}

interface MollieRefund extends Json {
  id: string
  amount: MollieAmount
  status: string
}

export interface MolliePayment extends Json {
  id: string
  amount: MollieAmount
  status: 'open' | 'pending' | 'authorized' | 'paid' | 'failed' | 'canceled' | 'expired'
  redirectUrl: string
  webhookUrl?: string
}

/** The simulated state of the server. `refusing`: valid requests get 422. */
export type MollieState = 'well' | 'down' | 'slow' | 'failing' | 'refusing' | 'talkative'

export interface MollieServer {
  readonly url: string
  /** `METHOD path`, with query. */
  readonly requests: string[]
  /** The JSON body of each POST. */
  readonly bodies: Json[]
  mood: MollieState
  readonly payments: Map<string, MolliePayment>
  /** Changes a payment, as an action of the customer or in the dashboard does. */
  change(id: string, changes: Partial<MolliePayment>): MolliePayment
  /** Refunds as an employee does in the dashboard. */
  refundInDashboard(id: string, value: string): void
  /** True: Mollie accepts captures, and processes them with `finishCaptures`. */
  capturesLater: boolean
  /** True: a payment allows one capture, which releases the rest, as payments by card do. */
  capturesOnce: boolean
  finishCaptures(id: string): void
  /** The captures of a payment. */
  listCaptures(id: string): readonly Json[]
  /** Forgets the idempotency keys, which Mollie keeps for an hour. */
  forgetKeys(): void
  stop(): Promise<void>
}

const withoutDecimals = new Set(['JPY', 'ISK'])
const unsupported = new Set(['KWD', 'BHD', 'OMR'])
const minute = 60_000

async function readText(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

const toCents = ({ value }: MollieAmount): number => Math.round(Number(value) * 100)

const toObject = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})

/** @param now the service's clock, in milliseconds since the epoch */
export async function startMollieServer(now: () => number): Promise<MollieServer> {
  const requests: string[] = []
  const bodies: Json[] = []
  const payments = new Map<string, MolliePayment>()
  const refunds = new Map<string, MollieRefund[]>()
  const captures = new Map<string, MollieCapture[]>()
  const replies = new Map<string, object>()
  let count = 0

  function reply(response: ServerResponse, status: number, body: object): void {
    response.writeHead(status, { 'content-type': 'application/hal+json' }).end(JSON.stringify(body))
  }

  /** Returns null, because a refused request has no result to store. */
  function refuse(response: ServerResponse, status: number, title: string, detail: string, field?: string): null {
    const links = { documentation: { href: 'https://docs.mollie.com/errors', type: 'text/html' } }
    reply(response, status, { status, title, detail, ...(field !== undefined && { field }), _links: links })
    return null
  }

  const refuseContent = (response: ServerResponse, detail: string, field?: string): null =>
    refuse(response, 422, 'Unprocessable Entity', detail, field)

  /** The reason why Mollie refuses an amount; null if it is valid. */
  function findAmountFault({ currency, value }: Json): string | null {
    if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) return 'The currency is invalid'
    if (unsupported.has(currency)) return `The currency ${currency} is not supported`
    if (typeof value !== 'string') return 'The amount value must be a string'
    const pattern = withoutDecimals.has(currency) ? /^\d+$/ : /^\d+\.\d\d$/
    return pattern.test(value) ? null : 'The amount contains an invalid value'
  }

  function createPayment(body: Json, response: ServerResponse): object | null {
    const fault = findAmountFault(toObject(body['amount']))
    if (fault !== null) return refuseContent(response, fault, 'amount')
    if (typeof body['description'] !== 'string' || body['description'] === '')
      return refuseContent(response, 'The description is missing', 'description')
    for (const field of ['redirectUrl', 'webhookUrl']) {
      const address = body[field]
      if (address === undefined && field === 'webhookUrl') continue
      if (!URL.canParse(String(address))) return refuseContent(response, `The ${field} is invalid`, field)
    }
    const id = `tr_test${++count}`
    const payment: MolliePayment = {
      resource: 'payment',
      id,
      mode: 'test',
      createdAt: new Date(now()).toISOString(),
      amount: body['amount'] as MollieAmount,
      description: body['description'],
      method: null,
      metadata: body['metadata'] ?? null,
      status: 'open',
      captureMode: body['captureMode'] ?? 'automatic',
      isCancelable: false,
      locale: body['locale'] ?? null,
      expiresAt: new Date(now() + 15 * minute).toISOString(),
      profileId: 'pfl_test',
      sequenceType: 'oneoff',
      redirectUrl: String(body['redirectUrl']),
      ...(body['webhookUrl'] !== undefined && { webhookUrl: String(body['webhookUrl']) }),
      _links: {
        self: { href: `${mollie.url}/v2/payments/${id}`, type: 'application/hal+json' },
        checkout: { href: `${mollie.url}/checkout/${id}`, type: 'text/html' },
      },
    }
    payments.set(id, payment)
    return payment
  }

  const listRefunds = (id: string): MollieRefund[] => refunds.get(id) ?? []
  const sumRefunds = (id: string): number =>
    listRefunds(id).reduce((sum, { status, amount }) => sum + (status === 'failed' ? 0 : toCents(amount)), 0)

  function addRefund(payment: MolliePayment, fields: Json): MollieRefund {
    const refund: MollieRefund = {
      resource: 'refund',
      id: `re_test${++count}`,
      amount: fields['amount'] as MollieAmount,
      status: 'pending',
      createdAt: new Date(now()).toISOString(),
      description: fields['description'] ?? '',
      metadata: fields['metadata'] ?? null,
      paymentId: payment.id,
    }
    refunds.set(payment.id, [...listRefunds(payment.id), refund])
    return refund
  }

  function createRefund(id: string, body: Json, response: ServerResponse): object | null {
    const payment = payments.get(id)
    if (!payment) return refuse(response, 404, 'Not Found', `No payment exists with token ${id}.`)
    const fault = findAmountFault(toObject(body['amount']))
    if (fault !== null) return refuseContent(response, fault, 'amount')
    const amount = body['amount'] as MollieAmount
    if (payment.status !== 'paid') return refuseContent(response, 'The payment is not paid')
    if (sumRefunds(id) + toCents(amount) > toCents(payment.amount))
      return refuseContent(response, 'The specified amount cannot be refunded', 'amount')
    return addRefund(payment, body)
  }

  const listCaptures = (id: string): MollieCapture[] => captures.get(id) ?? []

  function finishCapture(payment: MolliePayment, capture: MollieCapture): void {
    capture.status = 'succeeded'
    const sum = listCaptures(payment.id)
      .filter(({ status }) => status === 'succeeded')
      .reduce((total, { amount }) => total + toCents(amount), 0)
    const status = sum < toCents(payment.amount) && !mollie.capturesOnce ? 'authorized' : 'paid'
    const decimals = capture.amount.value.split('.')[1]?.length ?? 0
    const value = (sum / 100).toFixed(decimals)
    Object.assign(payment, { status, amountCaptured: { ...capture.amount, value } })
  }

  function createCapture(id: string, body: Json, response: ServerResponse): object | null {
    const payment = payments.get(id)
    if (!payment) return refuse(response, 404, 'Not Found', `No payment exists with token ${id}.`)
    if (payment.status !== 'authorized') return refuseContent(response, 'The payment is not authorized')
    const amount = (body['amount'] ?? payment.amount) as MollieAmount
    const fault = findAmountFault({ ...amount })
    if (fault !== null) return refuseContent(response, fault, 'amount')
    const sum = listCaptures(id).reduce((total, capture) => total + toCents(capture.amount), toCents(amount))
    if (sum > toCents(payment.amount)) return refuseContent(response, 'The amount is higher than the authorized amount', 'amount')
    const capture: MollieCapture = {
      resource: 'capture',
      id: `cpt_test${++count}`,
      amount,
      status: 'pending',
      metadata: body['metadata'] ?? null,
      paymentId: id,
    }
    captures.set(id, [...listCaptures(id), capture])
    if (!mollie.capturesLater) finishCapture(payment, capture)
    return capture
  }

  function releaseAuthorization(id: string, response: ServerResponse): object | null {
    const payment = payments.get(id)
    if (!payment) return refuse(response, 404, 'Not Found', `No payment exists with token ${id}.`)
    if (payment.status !== 'authorized') return refuseContent(response, 'The payment is not authorized')
    payment.status = payment['amountCaptured'] === undefined ? 'canceled' : 'paid'
    return {}
  }

  function toReply(payment: MolliePayment, query: URLSearchParams): object {
    const sum = sumRefunds(payment.id)
    const { currency } = payment.amount
    const text = (cents: number): string => (cents / 100).toFixed(withoutDecimals.has(currency) ? 0 : 2)
    return {
      ...payment,
      ...(payment.status === 'paid' && {
        amountRefunded: { currency, value: text(sum) },
        amountRemaining: { currency, value: text(toCents(payment.amount) - sum) },
      }),
      ...(query.get('embed') === 'refunds' && { _embedded: { refunds: listRefunds(payment.id) } }),
      ...(query.get('embed') === 'captures' && { _embedded: { captures: listCaptures(payment.id) } }),
    }
  }

  async function post(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const body = toObject(JSON.parse(await readText(request)))
    bodies.push(body)
    const key = `${path} ${String(request.headers['idempotency-key'] ?? '')}`
    const before = replies.get(key)
    if (before) return reply(response, 201, before)
    const [, id = '', step = ''] = /^\/v2\/payments\/(\w+)\/(refunds|captures|release-authorization)$/.exec(path) ?? []
    const steps: Readonly<Record<string, () => object | null>> = {
      refunds: () => createRefund(id, body, response),
      captures: () => createCapture(id, body, response),
      'release-authorization': () => releaseAuthorization(id, response),
    }
    const created =
      path === '/v2/payments'
        ? createPayment(body, response)
        : (steps[step]?.() ?? (step === '' ? refuse(response, 404, 'Not Found', 'The resource does not exist') : null))
    if (created === null) return
    replies.set(key, created)
    reply(response, 201, created)
  }

  function get(response: ServerResponse, { pathname, searchParams }: URL): void {
    if (pathname === '/v2/profiles/me')
      return reply(response, 200, {
        resource: 'profile',
        id: 'pfl_test',
        mode: 'live',
        name: 'Nordlicht Rollos',
        status: 'verified',
      })
    const id = /^\/v2\/payments\/(\w+)$/.exec(pathname)?.[1] ?? ''
    const payment = payments.get(id)
    if (payment) reply(response, 200, toReply(payment, searchParams))
    else refuse(response, 404, 'Not Found', `No payment exists with token ${id}.`)
  }

  /** Mollie's payment page: the customer chooses an outcome. Mollie then calls the webhook and redirects the customer. */
  async function openCheckout(response: ServerResponse, { pathname, searchParams }: URL): Promise<void> {
    const payment = payments.get(pathname.slice('/checkout/'.length))
    const status = searchParams.get('status') as MolliePayment['status'] | null
    if (!payment) return void response.writeHead(404).end()
    if (status === null) {
      const outcomes = [payment['captureMode'] === 'manual' ? 'authorized' : 'paid', 'failed', 'canceled']
      const links = outcomes.map((outcome) => `<a href="?status=${outcome}">${outcome}</a>`)
      const page = `<!doctype html><html lang="en"><title>Mollie</title><main><h1>Pay</h1>${links.join(' ')}</main></html>`
      return void response.writeHead(200, { 'content-type': 'text/html' }).end(page)
    }
    payment.status = status
    if (payment.webhookUrl !== undefined)
      await fetch(payment.webhookUrl, { method: 'POST', body: new URLSearchParams({ id: payment.id }) })
    response.writeHead(303, { location: payment.redirectUrl }).end()
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', 'http://mollie')
    if (url.pathname.startsWith('/checkout/')) return openCheckout(response, url)
    requests.push(`${request.method} ${url.pathname}${url.search}`)
    const { mood } = mollie
    if (mood === 'down') return void request.socket.destroy()
    if (mood === 'slow') return
    if (mood === 'failing') return void refuse(response, 503, 'Service Unavailable', 'The service is temporarily unavailable')
    if (mood === 'refusing') return void refuseContent(response, 'The payment method is not enabled for this profile', 'method')
    const authorization = String(request.headers.authorization ?? '')
    if (mood === 'talkative' || authorization !== `Bearer ${mollieKey}`)
      return void refuse(
        response,
        401,
        'Unauthorized Request',
        `Missing authentication, or failed to authenticate: ${authorization}`,
      )
    if (request.method === 'POST') await post(request, response, url.pathname)
    else get(response, url)
  }

  const server = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const find = (id: string): MolliePayment => {
    const payment = payments.get(id)
    if (!payment) throw new Error(`There is no payment ${id}.`)
    return payment
  }
  const mollie: MollieServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    bodies,
    mood: 'well',
    payments,
    change: (id, changes) => Object.assign(find(id), changes),
    refundInDashboard: (id, value) => void addRefund(find(id), { amount: { ...find(id).amount, value } }),
    capturesLater: false,
    capturesOnce: false,
    finishCaptures: (id) => listCaptures(id).forEach((capture) => finishCapture(find(id), capture)),
    listCaptures,
    forgetKeys: () => replies.clear(),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return mollie
}
