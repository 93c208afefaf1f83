// The payment provider of a payment method: its parameters, calls with a deadline, reports without secrets, and payment instructions.
import { findById } from '../../storage/record/snapshot.js'
import { NotFoundError, SystemError, toErrorMessage } from '../../foundation/errors.js'
import { nameProperties } from '../../foundation/property/property-map.js'
import { isObject } from '../../foundation/json.js'
import { paymentMethod } from '../../model/entities/store/payment-method.js'
import { findAddressFault, listMissingParams } from '../../model/payment/params.js'
import type { ServiceContext } from '../../storage/service-context.js'
import { type OrderRecord, salesOrder } from '../../model/entities/orders/sales-order.js'
import type { PaymentFacts, PaymentProvider, PaymentReport, ProviderState, InstructScope } from './define.js'
import type { PaymentRecord } from './rows.js'
import { createLabel, createMessage, type Message, type MessageText, type MessageValue } from '../../foundation/message.js'
import { isMessage, messageText } from '../../foundation/message-format.js'
import { translateShopMessage } from '../../shop/language.js'
import { formatDocumentNumber } from '../document/kinds.js'
import { parseLetterhead } from '../document/rows.js'
import type { Instructions } from '../document/define.js'

/** Maximum length of a stored provider message, in characters. */
const maxMessageLength = 300
/** Shorter parameters are not treated as secrets: replacing them would garble messages. */
const minSecretLength = 4

/** A failed provider call. The text may be shown to staff. */
export class ProviderError extends Error {
  constructor(readonly text: MessageText) {
    super(messageText(text))
  }
}

/** The text of an error: a message of a catalog if it carries one. */
function toErrorText(error: unknown): MessageText {
  if (error instanceof ProviderError) return error.text
  return toErrorMessage(error)
}

/** Replaces the method's parameters in a provider's text, because each may be a secret. */
export function removeSecrets(text: string, params: object): string {
  const secrets = Object.values(params)
    .filter((value): value is string => typeof value === 'string' && value.length >= minSecretLength)
    .sort((a, b) => b.length - a.length)
  const clean = secrets.reduce((cleanedText, secret) => cleanedText.replaceAll(secret, '…'), text)
  return clean.length > maxMessageLength ? `${clean.slice(0, maxMessageLength - 1)}…` : clean
}

function removeValueSecrets(value: MessageValue, params: object): MessageValue {
  if (typeof value === 'string') return removeSecrets(value, params)
  if (typeof value === 'number' || 'label' in value) return value
  return isMessage(value) ? removeMessageSecrets(value, params) : value.map((item) => removeValueSecrets(item, params))
}

function removeMessageSecrets(message: Message, params: object): Message {
  const values = Object.entries(message.values).map(([name, value]) => [name, removeValueSecrets(value, params)] as const)
  return { ...message, values: Object.fromEntries(values) }
}

const removeTextSecrets = (text: MessageText, params: object): MessageText =>
  typeof text === 'string' ? removeSecrets(text, params) : removeMessageSecrets(text, params)

/** Removes secrets from the message of a report. */
export function removeReportSecrets<R extends PaymentReport>(report: R, params: object): R {
  return report.message === undefined ? report : { ...report, message: removeTextSecrets(report.message, params) }
}

export interface ProviderCall<T> {
  /** The parameters of the payment method, which are removed from error messages. */
  readonly params: object
  readonly milliseconds: number
  /** Aborts the call early. */
  readonly signal?: AbortSignal | undefined
  call(signal: AbortSignal): T | Promise<T>
}

/** The result of the call. ProviderError without secrets if it throws or exceeds its time, even if it ignores its signal. Call it outside of units. */
export async function callProvider<T>(
  work: ServiceContext,
  { params, milliseconds, signal: outer, call }: ProviderCall<T>,
): Promise<T> {
  if (work.unit !== null) throw new SystemError('A payment provider must be called outside of transactions, but one is open.')
  const ending = new AbortController()
  const late = new Promise<never>((_resolve, reject) => {
    ending.signal.addEventListener('abort', () => reject(ending.signal.reason as Error), { once: true })
  })
  late.catch(() => undefined)
  const end = (message: Message) => (): void => ending.abort(new ProviderError(message))
  const stopped = end(createMessage('operations.paymentStopped'))
  const timer = setTimeout(end(createMessage('operations.paymentTimeout', { seconds: milliseconds / 1_000 })), milliseconds)
  if (outer?.aborted) stopped()
  outer?.addEventListener('abort', stopped, { once: true })
  try {
    const answer = async (): Promise<T> => call(ending.signal)
    return await Promise.race([answer(), late])
  } catch (error) {
    throw new ProviderError(removeTextSecrets(toErrorText(error), params))
  } finally {
    clearTimeout(timer)
    outer?.removeEventListener('abort', stopped)
  }
}

export type ProviderParams = Readonly<Record<string, unknown>>

export interface MethodWithProvider {
  readonly id: number
  readonly connector: string
  readonly provider: PaymentProvider
  /** With defaults for omitted parameters. */
  readonly params: ProviderParams
}

/** The provider with this name; undefined if no plugin contributes it. The registry's type covers only the declaration. */
export function getPaymentProvider({ context }: ServiceContext, connector: string): PaymentProvider | undefined {
  return context.registry.paymentProviders.get(connector) as PaymentProvider | undefined
}

/** The method with this id. NOT_FOUND if the method or its provider no longer exists. */
export async function loadMethodWithProvider(work: ServiceContext, id: number | null): Promise<MethodWithProvider> {
  const currentWork = await work.at()
  const method = findById(await currentWork.records(paymentMethod), id)
  const provider = method && getPaymentProvider(work, method.connector)
  if (!method || !provider) throw new NotFoundError(createMessage('shop.paymentMethodGone'))
  const { connector } = method
  return { id: method.id, connector, provider, params: toProviderParams(provider, method.params) }
}

function toProviderParams(provider: PaymentProvider, stored: unknown): ProviderParams {
  const params = isObject(stored) ? stored : {}
  const declared = Object.values(nameProperties(provider.params))
  const filled = declared.map((param) => [param.name, params[param.name] ?? param.default ?? undefined] as const)
  return Object.fromEntries(filled.filter(([, value]) => value !== undefined))
}

/** Time limits of a call to a provider. */
export type CallLimits = Pick<ProviderCall<unknown>, 'milliseconds' | 'signal'>

/** Calls the provider of a method that has its required parameters, at allowed addresses only. @throws ProviderError */
export function callMethodProvider<T>(
  work: ServiceContext,
  method: MethodWithProvider,
  limits: CallLimits,
  call: (signal: AbortSignal) => T | Promise<T>,
): Promise<T> {
  return callProvider(work, {
    ...limits,
    params: method.params,
    call(signal) {
      requireParams(method)
      requireAllowedAddresses(work, method)
      return call(signal)
    },
  })
}

/** Rejects a method without its required parameters. Methods may be stored before their credentials are known. */
export function requireParams({ provider, params }: MethodWithProvider): void {
  const [empty] = listMissingParams(provider, params)
  if (empty)
    throw new ProviderError(createMessage('operations.paymentParamMissing', { field: createLabel('field', empty.label) }))
}

/** Fails before a call to a host that is not allowed. The setting may have changed since the method was stored. */
export function requireAllowedAddresses({ context }: ServiceContext, { provider, params }: MethodWithProvider): void {
  for (const param of Object.values(nameProperties(provider.params))) {
    const fault = findAddressFault(provider, param, params[param.name], context.registry.paymentHosts)
    if (fault !== null) throw new ProviderError(fault)
  }
}

/** Requests the reports about a payment from its provider, oldest first. Call it outside of units. */
export async function requestReports(
  work: ServiceContext,
  method: MethodWithProvider,
  payment: PaymentRecord,
  limits: CallLimits,
): Promise<readonly PaymentReport[]> {
  const { params, provider } = method
  const facts = await readPaymentFacts(work, payment)
  const state = await callMethodProvider(work, method, limits, (signal) => {
    if (!provider.ask) throw new ProviderError(createMessage('operations.paymentProviderGone'))
    return provider.ask({ params, payment: facts, now: work.now, signal })
  })
  return listReports(state, params)
}

/** The reports of a state without secrets, oldest first. */
export function listReports(state: ProviderState, params: object): readonly PaymentReport[] {
  const reports: readonly PaymentReport[] = 'status' in state ? [state] : state
  return reports.map((report) => removeReportSecrets(report, params))
}

/** The facts about a payment that a provider receives. */
export function toPaymentFacts(payment: PaymentRecord, order: Pick<OrderRecord, 'currency_decimals'>): PaymentFacts {
  return {
    key: payment.token,
    reference: payment.reference,
    amount: payment.amount ?? 0,
    currency: payment.currency_code,
    decimals: order.currency_decimals ?? 2,
    created: Date.parse(payment.created ?? '') || 0,
  }
}

/** The same, with the currency of the payment's order. */
export async function readPaymentFacts(work: ServiceContext, payment: PaymentRecord): Promise<PaymentFacts> {
  const order = await work.read(salesOrder, payment.sales_order_id)
  return toPaymentFacts(payment, order?.values ?? { currency_decimals: null })
}

/** The fields of an order that the instructions need. */
export interface PayableOrder {
  readonly number: number
  readonly number_prefix?: string
  readonly email: string
  readonly gross: number | null
  readonly currency_code: string
  readonly currency_decimals: number | null
  readonly language_tag: string
  readonly payment_method_id: number | null
  readonly shop: unknown
}

/**
 * The payment instructions shown right after ordering, in the language of the order. null if there is nothing to pay or the provider has
 * no instructions.
 */
export async function createInstructions(work: ServiceContext, order: PayableOrder): Promise<Instructions | null> {
  const { payment_method_id: method, gross, language_tag: language } = order
  if (method === null || (gross ?? 0) <= 0) return null
  const served = await loadMethodWithProvider(work, method).catch((error: unknown) => {
    if (error instanceof NotFoundError) return null
    // Rethrow database errors: the unit may have been rolled back.
    throw error
  })
  if (served === null) return null
  try {
    return served.provider.instruct?.(createInstructScope(work, order, served.params, language)) ?? null
  } catch (error) {
    // An order must not fail because of its payment instructions.
    work.context.log.error({ err: error, method }, 'A payment provider returned no payment instructions for an order.')
    return null
  }
}

function createInstructScope(
  { context, now }: ServiceContext,
  order: PayableOrder,
  params: ProviderParams,
  language: string,
): InstructScope<ProviderParams> {
  const shop = parseLetterhead(order.shop)
  return {
    params,
    payment: { amount: order.gross ?? 0, currency: order.currency_code, decimals: order.currency_decimals ?? 2 },
    order: { number: order.number, number_text: formatDocumentNumber(order), email: order.email, placed: now, shop },
    language,
    translate: (messageKey, values) => translateShopMessage(context.registry, language, messageKey, values),
  }
}
