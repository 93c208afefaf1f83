// Payment provider `mollie`: the customer pays on a page of Mollie. A webhook names the payment, and the service requests its state.
import {
  definePaymentProvider,
  string,
  type Delivery,
  type AuthorizedScope,
  type CaptureScope,
  type Beginning,
  type BeginScope,
  type CaptureTime,
  type ConnectionReport,
  type MoneyReport,
  type PaymentReport,
  type PaymentScope,
  type ProviderScope,
  type RefundScope,
  isLoopback,
  createMessage,
} from 'product-configurator-service'
import {
  baseUrl,
  capture,
  captureTime,
  createProviderError,
  objectOf,
  textOf,
  toConnectionError,
  type Json,
  countDecimals,
  toSmallestUnit,
} from '../api.js'

/** `12.50`, or `500` for JPY. Throws if Mollie cannot charge exactly this amount. */
export function toAmountText(amount: number, currency: string): string {
  const decimals = countDecimals(currency)
  toSmallestUnit(amount, currency, 'Mollie', { decimals })
  return amount.toFixed(decimals)
}

/** Throws for anything but an amount object. */
function parseAmount(value: unknown): { readonly amount: number; readonly currency: string } {
  const { value: text, currency } = objectOf(value)
  if (!/^\d+(\.\d+)?$/.test(textOf(text)) || textOf(currency) === '')
    throw createProviderError('operations.paymentAmountInvalid', { provider: 'Mollie' })
  return { amount: Number(text), currency: textOf(currency) }
}

/** A missing amount is 0. */
const parseOptionalAmount = (value: unknown): number => (value === undefined || value === null ? 0 : parseAmount(value).amount)

/** The total that left the shop's account: refunds, and amounts that customers had charged back. */
const sumRefunds = (refunds: readonly Json[], { amountChargedBack }: Json): number =>
  refunds.reduce((sum, { amount }) => sum + parseAmount(amount).amount, parseOptionalAmount(amountChargedBack))

function toMoneyReports({ amount, amountCaptured, amountRefunded, amountChargedBack }: Json): readonly PaymentReport[] {
  // Only a captured part of an authorized amount is paid.
  const paid: PaymentReport = { status: 'paid', ...parseAmount(amountCaptured ?? amount) }
  const returned = parseOptionalAmount(amountRefunded) + parseOptionalAmount(amountChargedBack)
  return returned === 0 ? [paid] : [paid, { status: 'refunded', amount: returned, currency: paid.currency }]
}

/** The authorized amount with its captured part. Refunds of that part follow. */
function toAuthorization({
  amount,
  amountCaptured,
  amountRefunded,
  amountChargedBack,
  captureBefore,
}: Json): readonly PaymentReport[] {
  const time = Date.parse(textOf(captureBefore))
  const captured = parseOptionalAmount(amountCaptured)
  const money = parseAmount(amount)
  const returned = parseOptionalAmount(amountRefunded) + parseOptionalAmount(amountChargedBack)
  return [
    {
      status: 'authorized',
      ...money,
      ...(captured > 0 && { captured }),
      ...(!Number.isNaN(time) && { captureBefore: time }),
    },
    ...(returned > 0 ? [{ status: 'refunded', amount: returned, currency: money.currency } as const] : []),
  ]
}

/** The reports of a payment, oldest first. Throws for an unknown status. */
export function toReports(payment: Json): readonly PaymentReport[] {
  const { status } = payment
  switch (status) {
    case 'paid':
      return toMoneyReports(payment)
    case 'open':
      return [{ status: 'pending' }]
    case 'pending':
      return [{ status: 'pending', underway: true }]
    case 'authorized':
      return toAuthorization(payment)
    case 'failed':
      return [{ status: 'failed' }]
    case 'canceled':
      return [{ status: 'cancelled' }]
    case 'expired':
      return [{ status: 'cancelled', message: createMessage('operations.paymentPageExpired', { provider: 'Mollie' }) }]
    default:
      throw createProviderError('operations.paymentStatusUnknown', { provider: 'Mollie', status: textOf(status) })
  }
}

export interface MollieParams {
  readonly api_key: string
  readonly capture: CaptureTime
  readonly base_url?: string | undefined
}

const ownAddress = 'https://api.mollie.com'

const locales =
  'en_GB en_US nl_NL nl_BE fr_FR fr_BE de_DE de_AT de_CH es_ES ca_ES pt_PT it_IT nb_NO sv_SE fi_FI da_DK is_IS hu_HU pl_PL lv_LV lt_LT'.split(
    ' ',
  )

/** The locale of Mollie's pages. undefined for other languages: Mollie then detects the language of the browser. */
function findLocale(language: string): string | undefined {
  const [primary] = language.split('-')
  return (
    locales.find((locale) => locale === language.replace('-', '_')) ?? locales.find((locale) => locale.startsWith(`${primary}_`))
  )
}

interface ApiCall {
  readonly signal: AbortSignal
  /** Mollie returns the first reply again for a repeated key. */
  readonly key?: string
  readonly body?: object
}

/** Calls Mollie's Payments API (v2). Returns the reply as an object. Throws with Mollie's reason for every other status than success. */
async function callApi({ api_key, base_url }: MollieParams, path: string, { signal, key, body }: ApiCall): Promise<Json> {
  const response = await fetch(`${(base_url ?? ownAddress).replace(/\/$/, '')}/v2${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${api_key}`,
      accept: 'application/hal+json',
      ...(body && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(body && { body: JSON.stringify(body) }),
    // The key must not reach another host.
    redirect: 'error',
    signal,
  }).catch(() => {
    throw toConnectionError('Mollie', signal)
  })
  const reply = objectOf(await response.json().catch(() => null))
  if (response.ok) return reply
  const reason = textOf(reply['detail']) || textOf(reply['title'])
  const values = { provider: 'Mollie', status: response.status }
  throw reason === ''
    ? createProviderError('operations.paymentProviderStatus', values)
    : createProviderError('operations.paymentProviderReason', { ...values, reason })
}

const toPaymentPath = (reference: string): string => `/payments/${encodeURIComponent(reference)}`

/** Mollie refuses webhooks that it cannot reach. The state of such a payment is polled. */
const isReachable = (webhookUrl: string, base_url: string | undefined): boolean =>
  /^https?:/.test(webhookUrl) && (!isLoopback(webhookUrl) || (base_url !== undefined && isLoopback(base_url)))

async function begin(scope: BeginScope<MollieParams>): Promise<Beginning> {
  const { params, payment, order, language, translate, returnUrl, webhookUrl, signal } = scope
  const locale = findLocale(language)
  const created = await callApi(params, '/payments', {
    signal,
    key: payment.key,
    body: {
      amount: { currency: payment.currency, value: toAmountText(payment.amount, payment.currency) },
      description: translate('payments.orderReference', { number: order.number_text }),
      redirectUrl: returnUrl,
      ...(isReachable(webhookUrl, params.base_url) && { webhookUrl }),
      ...(locale !== undefined && { locale }),
      metadata: { payment: payment.key },
      ...(params.capture !== 'immediately' && { captureMode: 'manual' }),
    },
  })
  const reference = textOf(created['id'])
  const { _links: links } = created
  const redirect = textOf(objectOf(objectOf(links)['checkout'])['href'])
  if (reference === '' || redirect === '') throw createProviderError('operations.paymentNoPage', { provider: 'Mollie' })
  const expires = Date.parse(textOf(created['expiresAt']))
  return { reference, redirect, ...(!Number.isNaN(expires) && { expires }) }
}

async function ask({ params, payment, signal }: PaymentScope<MollieParams>): Promise<readonly PaymentReport[]> {
  return toReports(await callApi(params, toPaymentPath(payment.reference), { signal }))
}

/** True for a refund or a capture that moves no money. */
const hasFailed = ({ status }: Json): boolean => status === 'failed' || status === 'canceled'

/** Keys expire at Mollie, so a refund that was made before is also recognised by its metadata. */
async function refund({ params, payment, refund: request, signal }: RefundScope<MollieParams>): Promise<MoneyReport> {
  const { currency, key } = request
  const path = toPaymentPath(payment.reference)
  const stored = await callApi(params, `${path}?embed=refunds`, { signal })
  const { _embedded: embedded } = stored
  const { refunds } = objectOf(embedded)
  const active = (Array.isArray(refunds) ? refunds : []).map(objectOf).filter((entry) => !hasFailed(entry))
  let total = sumRefunds(active, stored)
  if (!active.some(({ metadata }) => objectOf(metadata)['refund'] === key)) {
    const created = await callApi(params, `${path}/refunds`, {
      signal,
      key,
      body: {
        amount: { currency, value: toAmountText(request.amount, currency) },
        description: textOf(stored['description']),
        metadata: { refund: key },
      },
    })
    if (hasFailed(created))
      throw createProviderError('operations.paymentRefundEnded', { provider: 'Mollie', status: textOf(created['status']) })
    total += parseAmount(created['amount']).amount
  }
  return { status: 'refunded', amount: total, currency }
}

/** A capture that was made before is recognised by its metadata, also after its key has expired. Mollie may still process it. */
async function captureAmount(scope: CaptureScope<MollieParams>): Promise<readonly PaymentReport[]> {
  const { params, payment, stepKey, signal, capture: request } = scope
  const path = toPaymentPath(payment.reference)
  const stored = await callApi(params, `${path}?embed=captures`, { signal })
  // A payment is authorized while Mollie accepts captures. Cards allow one, and their rest is released.
  if (stored['status'] !== 'authorized') return toReports(stored)
  const { _embedded: embedded } = stored
  const { captures } = objectOf(embedded)
  const active = (Array.isArray(captures) ? captures : []).map(objectOf).filter((entry) => !hasFailed(entry))
  const before = active.reduce((sum, { amount }) => sum + parseAmount(amount).amount, 0)
  const missing = Number((request.total - before).toFixed(payment.decimals))
  if (missing > 0 && !active.some(({ metadata }) => objectOf(metadata)['capture'] === stepKey)) {
    await callApi(params, `${path}/captures`, {
      signal,
      key: stepKey,
      body: {
        amount: { currency: request.currency, value: toAmountText(missing, request.currency) },
        description: textOf(stored['description']),
        metadata: { capture: stepKey },
      },
    })
  }
  return ask(scope)
}

async function release(scope: AuthorizedScope<MollieParams>): Promise<readonly PaymentReport[]> {
  const { params, payment, stepKey, signal } = scope
  const reports = await ask(scope)
  const authorization = reports.find(({ status }) => status === 'authorized')
  if (authorization?.status !== 'authorized') return reports
  await callApi(params, `${toPaymentPath(payment.reference)}/release-authorization`, { signal, key: stepKey, body: {} })
  const { captured = 0, currency } = authorization
  // Nothing else will be captured.
  return captured > 0 ? [{ status: 'paid', amount: captured, currency }] : ask(scope)
}

async function test({ params, signal }: ProviderScope<MollieParams>): Promise<ConnectionReport> {
  const account = textOf((await callApi(params, '/profiles/me', { signal }))['name'])
  return { mode: params.api_key.startsWith('live_') ? 'live' : 'test', ...(account !== '' && { account }) }
}

const maxBodyLength = 2_048

/** The id in a form field. null for bodies that Mollie does not send. */
function findReference({ bytes }: Delivery): string | null {
  if (bytes.length > maxBodyLength) return null
  const id = new URLSearchParams(Buffer.from(bytes).toString('utf8')).get('id') ?? ''
  return /^tr_\w{1,60}$/.test(id) ? id : null
}

export const mollie = definePaymentProvider({
  name: 'mollie',
  label: 'Mollie',
  description: 'Online payment by iDEAL, card, PayPal and other methods on a page of Mollie.',
  params: {
    api_key: string('API key', {
      required: true,
      apiSensitive: true,
      pattern: { expression: '^(live|test)_\\w{6,}$', words: 'a key that begins with live_ or test_' },
      help: 'From the Mollie dashboard. Payments with a test_… key move no money.',
    }),
    capture,
    base_url: baseUrl,
  },
  addresses: { base_url: ['api.mollie.com'] },
  begin,
  ask,
  refund,
  capture: captureAmount,
  capturesParts: true,
  release,
  test,
  captureTime,
  webhook: { path: 'payments', bodyLimit: maxBodyLength, findReference },
})
