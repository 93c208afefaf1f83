// Restricts the addresses that a payment provider calls to an allow-list: each call contains the shop's credentials.
import { quoteText } from '../../foundation/message-values.js'
import { createLabel, createMessage, type Message } from '../../foundation/message.js'
import { isAllowedAddress, isLoopback } from '../../foundation/allowed-address.js'
import type { PaymentProviderDeclaration } from './declaration.js'

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
