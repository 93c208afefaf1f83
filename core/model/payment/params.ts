// The parameters of a payment method, validated by the property map of the provider that its connector names.
import { createLabel, createMessage, getMessage, type Message, suggestName, quoteText } from '../../foundation/message.js'
import { isObject } from '../../foundation/json.js'
import { type Property, Refusal } from '../../foundation/property/kind.js'
import { nameProperties } from '../../foundation/property/property-map.js'
import type { FieldRefusal } from '../entity/define.js'
import type { JsonContent } from '../properties/json.js'
import { stringKind } from '../properties/string.js'
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
  async check(value, property, { record, registry }: RegistryScope) {
    const provider = registry.paymentProviders.get(String(record.connector))
    return Promise.resolve(
      provider ? prepareParams(provider, value as SubmittedParams, registry, property.label) : { value, issues: [] },
    )
  },
}

type SubmittedParams = Readonly<Record<string, unknown>>

/** The parameters in stored form, and the refusals of unknown keys, missing values and invalid values. */
export function prepareParams(
  provider: PaymentProviderDeclaration,
  submittedParams: SubmittedParams,
  { paymentHosts }: Pick<RegistryScope['registry'], 'paymentHosts'>,
  label: string,
): { readonly value: Readonly<Record<string, unknown>>; readonly issues: readonly Refusal[] } {
  const params = nameProperties(provider.params)
  const issues: Refusal[] = []
  for (const key of Object.keys(submittedParams)) {
    if (Object.hasOwn(params, key)) continue
    const message = createMessage('fields.unknownParameter', {
      key,
      field: createLabel('field', label),
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
    const fault = refusals.length === 0 ? findAddressFault(provider, param, item, paymentHosts) : null
    if (fault !== null) issues.push(new Refusal(fault, undefined, param.name))
    prepared[param.name] = item
  }
  return { value: prepared, issues }
}

/**
 * True for a parameter that the admin does not show again. A text may be a credential unless its property says otherwise, or it is an
 * address.
 */
export function isSecretParam({ addresses = {} }: PaymentProviderDeclaration, { name, kind, apiSensitive }: Property): boolean {
  return apiSensitive ?? (kind.name === stringKind.name && !Object.hasOwn(addresses, name))
}

/** The stored parameters without secrets. A stored secret is null, a missing one has no key. */
export function listVisibleParams(provider: PaymentProviderDeclaration, stored: unknown): Readonly<Record<string, unknown>> {
  const values = isObject(stored) ? stored : {}
  return Object.fromEntries(
    Object.values(nameProperties(provider.params))
      .filter(({ name }) => (values[name] ?? null) !== null)
      .map((param) => [param.name, isSecretParam(provider, param) ? null : values[param.name]]),
  )
}

/** The submitted parameters, with the stored secrets that the author left empty. */
export function keepStoredSecrets(
  provider: PaymentProviderDeclaration,
  submitted: Readonly<Record<string, unknown>>,
  stored: unknown,
): Readonly<Record<string, unknown>> {
  const values = isObject(stored) ? stored : {}
  const kept = Object.values(nameProperties(provider.params)).filter(
    (param) => isSecretParam(provider, param) && (submitted[param.name] ?? '') === '' && (values[param.name] ?? null) !== null,
  )
  return { ...submitted, ...Object.fromEntries(kept.map(({ name }) => [name, values[name]])) }
}

/** The fields of the store that a provider needs and that are empty. */
export function listMissingStoreFields(
  { storeFields = [] }: PaymentProviderDeclaration,
  { entities }: Pick<RegistryScope['registry'], 'entities'>,
  store: Readonly<Record<string, unknown>> | undefined,
): readonly Property[] {
  return storeFields.flatMap((name) => {
    const property = entities.get('store')?.properties[name]
    return property && (store?.[name] ?? '') === '' ? [property] : []
  })
}

/** The required parameters that a provider has no value for, neither stored nor by default. */
export function listMissingParams({ params }: PaymentProviderDeclaration, stored: unknown): readonly Property[] {
  const values = isObject(stored) ? stored : {}
  return Object.values(nameProperties(params)).filter(
    ({ name, required, default: preset }) => required === true && (preset ?? null) === null && (values[name] ?? null) === null,
  )
}

/**
 * Refuses to publish a method while its provider lacks required parameters or fields of the store. It may be stored unpublished until
 * they are known. A method that was published before stays editable without the fields of the store; shoppers are not offered it.
 */
export async function requireParamsToPublish(scope: RegistryScope): Promise<readonly FieldRefusal[]> {
  const { record, registry, id } = scope
  const provider = registry.paymentProviders.get(String(record.connector))
  if (!provider || record.published !== true) return []
  const missingParams = listMissingParams(provider, record.params).map(({ label }) => {
    const message = createMessage('fields.parameterMissing', { field: createLabel('field', label) })
    return { field: 'params', refusal: new Refusal(message, 'REQUIRED') }
  })
  if (provider.storeFields === undefined) return missingParams
  const store = (await scope.read('store', 1)) ?? undefined
  const missingFields = listMissingStoreFields(provider, registry, store)
  const stored = missingFields.length === 0 || id === null ? null : await scope.read('payment-method', id)
  if (stored?.['published'] === true && stored['connector'] === record.connector) return missingParams
  return [
    ...missingParams,
    ...missingFields.map(({ label }) => {
      const values = { provider: createLabel('choice', provider.label), field: createLabel('field', label) }
      return { field: 'published', refusal: new Refusal(createMessage('fields.storeFieldMissing', values), 'REQUIRED') }
    }),
  ]
}
