// Who the shopper is: nobody in particular, because customers are the shop's; it says which prices and taxes hold for him.
import {
  type AssertionVerifier,
  type Claims,
  guest,
  type IdentityAdapter,
  momentOf,
  ServiceError,
  type TaxContext,
} from 'product-configurator-service'

const isRate = (rate: unknown): rate is number => typeof rate === 'number' && rate >= 0 && rate <= 100

/** The claim `tax`: `{prices: 'net' | 'gross', rates: [{rate: 19, code: 'DE19'}]}`; left out where the shop says nothing. */
function taxOf(claim: unknown): TaxContext | undefined {
  if (claim === undefined || claim === null) return undefined
  const { prices, rates } = (typeof claim === 'object' ? claim : {}) as Claims
  const list: readonly Claims[] = Array.isArray(rates) ? rates : []
  const isSound = Array.isArray(rates) && list.every((one) => isRate(one.rate))
  if ((prices !== 'net' && prices !== 'gross') || !isSound) {
    const message = "The claim 'tax' takes {prices: 'net' or 'gross', rates: [{rate: per cent, code}]}."
    throw new ServiceError('AUTHENTICATION_FAILED', message)
  }
  return { prices, rates: list.map(({ rate, code }) => ({ rate: rate as number, code: typeof code === 'string' ? code : null })) }
}

export function identity(verify: AssertionVerifier): IdentityAdapter {
  return {
    async shopper(app, headers) {
      const assertion = headers['x-svc-shopper']
      if (assertion === undefined || assertion === '') return guest
      const { customer_group, tax: claimed } = await verify(app.context, String(assertion))
      const { snapshot } = await momentOf(app.context)
      const groups = await snapshot.records(app.context.database, 'customer-group')
      const isKnown = groups.some((group) => group.id === customer_group)
      const tax = taxOf(claimed)
      return { customerId: null, customerGroupId: isKnown ? (customer_group as number) : null, ...(tax && { tax }) }
    },
  }
}
