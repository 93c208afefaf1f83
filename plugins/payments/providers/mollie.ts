// Payment provider `mollie`: the customer pays on a page of Mollie. A webhook names the payment, and the service requests its state.
import { definePaymentProvider, string, type Delivery } from 'product-configurator-service'
import { baseUrl, capture, captureTime } from '../api.js'
import { mollieClient } from '../mollie/client.js'

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
  ...mollieClient,
  captureTime,
  webhook: { path: 'payments', bodyLimit: maxBodyLength, findReference },
})
