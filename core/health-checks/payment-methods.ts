// Payment methods: whether each published one has the parameters that its connector requires.
import { listIncompleteMethods } from '../commerce/payment/incomplete-methods.js'
import { broken, defineHealthCheck, type HealthReport, sound } from './define-health-check.js'
import { ServiceContext } from '../storage/service-context.js'

export const paymentMethods = defineHealthCheck({
  name: 'payment-methods',
  description: 'Payment methods: whether each published one has the parameters that its connector requires.',
  async examine({ app: { context } }) {
    const incomplete = await listIncompleteMethods(await new ServiceContext(context).at())
    if (incomplete.length === 0) return [sound('Every published payment method has its required parameters.')]
    return incomplete.map(({ id, title, missing }): HealthReport => {
      const labels = missing.map((label) => `'${label}'`).join(', ')
      return broken(
        `The published payment method '${title}' (${id}) lacks ${labels} in its parameters, so that shoppers are not offered it.`,
        'Enter its parameters in the admin, or unpublish the payment method.',
      )
    })
  },
})
