// Payment provider `sandbox`: for demos and tests. Its parameters set the outcome.
import { createMessage, definePaymentProvider, dropdown, number, type PaymentReport } from 'product-configurator-service'
import { createProviderError } from '../api.js'

const seconds = 1_000

export const sandbox = definePaymentProvider({
  name: 'sandbox',
  label: 'Sandbox',
  description: 'For demos and tests. No money moves; the parameters set the outcome.',
  params: {
    outcome: dropdown('Outcome', {
      choices: {
        succeed: 'It succeeds',
        fail: 'It fails',
        wrong_amount: 'A wrong amount is paid',
        wrong_currency: 'A wrong currency is paid',
        stay_pending: 'Nothing happens',
        break_down: 'The provider does not answer',
      },
      default: 'succeed',
    }),
    delay_seconds: number('Delay in seconds', {
      min: 0,
      max: 86_400,
      default: 0,
      help: 'How long the payment stays pending.',
    }),
  },
  begin: ({ payment, order, translate }) => ({
    reference: `sandbox_${order.number}_${payment.created}`,
    instructions: { text: translate('payments.testPayment'), details: [] },
  }),
  ask({ params, payment, now }): PaymentReport {
    if (now < payment.created + params.delay_seconds * seconds) return { status: 'pending' }
    const { amount, currency } = payment
    switch (params.outcome) {
      case 'fail':
        return { status: 'failed', message: createMessage('operations.paymentSandboxFails') }
      case 'wrong_amount':
        return { status: 'paid', amount: amount + 1, currency }
      case 'wrong_currency':
        return { status: 'paid', amount, currency: currency === 'USD' ? 'EUR' : 'USD' }
      case 'stay_pending':
        return { status: 'pending' }
      case 'break_down':
        throw createProviderError('operations.paymentSandboxSilent', {})
      default:
        return { status: 'paid', amount, currency }
    }
  },
  refund: ({ refund }) => ({ status: 'refunded', amount: refund.refunded + refund.amount, currency: refund.currency }),
})
