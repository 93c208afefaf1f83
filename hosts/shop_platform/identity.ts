// Who the shopper is: nobody in particular, because customers are the shop's; it may say for which customer group prices are.
import { type AssertionVerifier, guest, type IdentityAdapter, momentOf } from 'product-configurator-service'

export function identity(verify: AssertionVerifier): IdentityAdapter {
  return {
    async shopper(app, headers) {
      const assertion = headers['x-svc-shopper']
      if (assertion === undefined || assertion === '') return guest
      const { customer_group } = await verify(app.context, String(assertion))
      const { snapshot } = await momentOf(app.context)
      const groups = await snapshot.records(app.context.database, 'customer-group')
      const isKnown = groups.some((group) => group.id === customer_group)
      return { customerId: null, customerGroupId: isKnown ? (customer_group as number) : null }
    },
  }
}
