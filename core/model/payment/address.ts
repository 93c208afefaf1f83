// Restricts the addresses that a payment provider calls to an allow-list: each call contains the shop's credentials.
import { isAllowedAddress, isLoopback } from '../../foundation/allowed-address.js'
import type { PaymentProviderDeclaration } from './declaration.js'

/** Returns a refusal as a full sentence; null if the parameter holds no address or its host is allowed. */
export function findAddressFault(
  provider: PaymentProviderDeclaration,
  param: { readonly name: string; readonly label: string },
  value: unknown,
  paymentHosts: readonly string[],
): string | null {
  const ownHosts = provider.addresses?.[param.name]
  if (ownHosts === undefined || typeof value !== 'string') return null
  if (isLoopback(value) || isAllowedAddress(value, [...ownHosts, ...paymentHosts])) return null
  const https = [...ownHosts, ...paymentHosts.filter((host) => !host.startsWith('http://'))].map((host) => `'https://${host}'`)
  const http = paymentHosts.filter((host) => host.startsWith('http://')).map((host) => `'${host}'`)
  const accepted = [...https, ...http].join(', ')
  return `Field ${param.label} takes an address at ${accepted} or this machine. The setting 'paymentHosts' allows further hosts.`
}
