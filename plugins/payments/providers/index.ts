// All built-in payment providers.
import { bankTransfer, cashOnDelivery, invoice } from './offline.js'
import { mollie } from './mollie.js'
import { sandbox } from './sandbox.js'
import { stripe } from './stripe.js'

export const providers = [bankTransfer, cashOnDelivery, invoice, stripe, mollie, sandbox] as const
