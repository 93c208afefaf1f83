// The parameters of a payment method, validated by the property map of the provider that its connector names.
import { createLabel, createMessage, getMessage, type Message } from '../../foundation/message.js'
import { suggestName, quoteText } from '../../foundation/message-values.js'
import { isObject } from '../../foundation/json.js'
import { nameProperties, type Property, Refusal } from '../../foundation/property/kind.js'
import type { FieldRefusal } from '../entity/define.js'
import type { JsonContent } from '../properties/json.js'
import type { RegistryScope } from '../registry.js'
import type { PaymentProviderDeclaration } from './declaration.js'
import { isAllowedAddress, isLoopback } from '../../foundation/allowed-address.js'

/** Returns a refusal as a full sentence; null if the parameter holds no address or its host is allowed. */
export function findAddressFault(
  provider: PaymentProviderDeclaration,
  param: { readonly name: string; readonly label: string },
  value: unknown,
  paymentHosts: readonly string[],
): Message | null {
  const ownHosts = provider.addresses?.[param.name]
  if (ownHosts === undefined || typeof value !== 'string') return null
  if (isLoopback(value) || isAllowedAddress(value, [...ownHosts, ...paymentHosts])) return null
  const https = [...ownHosts, ...paymentHosts.filter((host) => !host.startsWith('http://'))].map((host) =>
    quoteText(`https://${host}`),
  )
  const http = paymentHosts.filter((host) => host.startsWith('http://')).map(quoteText)
  const accepted = [...https, ...http]
  return createMessage('fields.addressNotAllowed', { field: createLabel('field', param.label), hosts: accepted })
}

/** An object with the provider's keys, prepared and validated key by key. Unvalidated if the connector is unknown: that is refused itself. */
export const providerParams: JsonContent<Readonly<Record<string, unknown>>, null> = {
  schema: { type: 'object' },
  typeText: 'Readonly<Record<string, unknown>>',
  empty: null,
  editor: 'provider-params',
  validate: (value, property) =>
    Array.isArray(value)
      ? [new Refusal(createMessage('fields.objectRequired', { field: createLabel('field', property.label) }), 'WRONG_TYPE')]
      : [],
  async check(value, property, scope: RegistryScope) {
    const provider = scope.registry.paymentProviders.get(String(scope.record.connector))
    if (!provider) return { value, issues: [] }
    const params = nameProperties(provider.params)
    const submittedParams = value as Readonly<Record<string, unknown>>
    const issues: Refusal[] = []
    for (const key of Object.keys(submittedParams)) {
      if (Object.hasOwn(params, key)) continue
      const message = createMessage('fields.unknownParameter', {
        key,
        field: createLabel('field', property.label),
        connector: provider.name,
        hint: suggestName(key, Object.keys(params)),
      })
      issues.push(new Refusal(message, 'UNKNOWN_FIELD', key))
    }
    const prepared: Record<string, unknown> = {}
    for (const param of Object.values(params)) {
      const input = Object.hasOwn(submittedParams, param.name) ? param.kind.prepare(submittedParams[param.name], param) : null
      const item = input ?? param.default ?? null
      if (item === null) {
        if (param.required)
          issues.push(
            new Refusal(createMessage('fields.empty', { field: createLabel('field', param.label) }), 'REQUIRED', param.name),
          )
        continue
      }
      const refusals = param.kind.validate(item, param)
      for (const refusal of refusals) issues.push(new Refusal(getMessage(refusal), refusal.code, param.name))
      const fault = refusals.length === 0 ? findAddressFault(provider, param, item, scope.registry.paymentHosts) : null
      if (fault !== null) issues.push(new Refusal(fault, undefined, param.name))
      prepared[param.name] = item
    }
    return Promise.resolve({ value: prepared, issues })
  },
}

/** The required parameters that a provider has no value for, neither stored nor by default. */
export function listMissingParams({ params }: PaymentProviderDeclaration, stored: unknown): readonly Property[] {
  const values = isObject(stored) ? stored : {}
  return Object.values(nameProperties(params)).filter(
    ({ name, required, default: preset }) => required === true && (preset ?? null) === null && (values[name] ?? null) === null,
  )
}

/**
 * Refuses to publish a method without parameters if its provider requires some. Such a method may be stored unpublished until its
 * credentials are known. Parameters that were sent are complete: `providerParams` checks them.
 */
export function requireParamsToPublish({ record, registry }: RegistryScope): readonly FieldRefusal[] {
  const provider = registry.paymentProviders.get(String(record.connector))
  if (!provider || record.published !== true) return []
  return listMissingParams(provider, record.params).map(({ label }) => {
    const message = createMessage('fields.parameterMissing', { field: createLabel('field', label) })
    return { field: 'params', refusal: new Refusal(message, 'REQUIRED') }
  })
}
