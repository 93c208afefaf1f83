// All built-in payment providers.
import { bankTransfer } from './bank-transfer.js'
import { cashOnDelivery } from './cash-on-delivery.js'
import { invoice } from './invoice.js'
import { mollie } from './mollie.js'
import { sandbox } from './sandbox.js'
import { stripe } from './stripe.js'

export const providers = [bankTransfer, cashOnDelivery, invoice, stripe, mollie, sandbox] as const
