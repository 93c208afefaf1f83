// A payment method with its provider, and the payment facts that the provider receives.
import { messageText } from '../../foundation/message-format.js'
import { findById } from '../../storage/record/snapshot.js'
import { NotFoundError } from '../../foundation/errors.js'
import { nameProperties } from '../../foundation/property/kind.js'
import { isObject } from '../../foundation/json.js'
import { paymentMethod } from '../../model/entities/store/payment-method.js'
import { findAddressFault, listMissingParams } from '../../model/payment/params.js'
import type { ServiceContext } from '../../storage/service-context.js'
import { type OrderRecord, salesOrder } from '../../model/entities/orders/sales-order.js'
import type { PaymentFacts, PaymentProvider, PaymentReport } from './define.js'
import { callProvider, ProviderError, removeReportSecrets } from './provider-call.js'
import type { PaymentRecord } from './rows.js'
import { createMessage } from '../../foundation/message.js'

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

/** Rejects a method without its required parameters. Methods may be stored before their credentials are known. */
export function requireParams({ provider, params }: MethodWithProvider): void {
  const [empty] = listMissingParams(provider, params)
  if (empty) throw new ProviderError(`The parameters of the payment method need '${empty.label}'.`)
}

/** Fails before a call to a host that is not allowed. The setting may have changed since the method was stored. */
export function requireAllowedAddresses({ context }: ServiceContext, { provider, params }: MethodWithProvider): void {
  for (const param of Object.values(nameProperties(provider.params))) {
    const fault = findAddressFault(provider, param, params[param.name], context.registry.paymentHosts)
    if (fault !== null) throw new ProviderError(messageText(fault))
  }
}

/** Requests the reports about a payment from its provider, oldest first. Call it outside of units. */
export async function requestReports(
  work: ServiceContext,
  method: MethodWithProvider,
  payment: PaymentRecord,
  limits: { readonly milliseconds: number; readonly signal?: AbortSignal | undefined },
): Promise<readonly PaymentReport[]> {
  const { params, provider } = method
  const order = await work.read(salesOrder, payment.sales_order_id)
  const facts = toPaymentFacts(payment, { currency_decimals: order?.values.currency_decimals ?? null })
  const state = await callProvider(work, {
    ...limits,
    params,
    call(signal) {
      requireParams(method)
      requireAllowedAddresses(work, method)
      if (!provider.ask) throw new ProviderError('The payment provider is no longer installed.')
      return provider.ask({ params, payment: facts, now: work.now, signal })
    },
  })
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
