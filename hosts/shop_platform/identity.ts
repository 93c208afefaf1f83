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

type Rate = TaxContext['rates'][number]

/** The rate that a claim names; null where it names none. */
function rateOf({ rate, code }: Claims): Rate | null {
  if (typeof rate !== 'number' || rate < 0 || rate > 100) return null
  return { rate, code: typeof code === 'string' ? code : null }
}

/** The claim `tax`: `{prices: 'net' | 'gross', rates: [{rate: 19, code: 'DE19'}]}`; left out where the shop says nothing. */
function taxOf(claim: unknown): TaxContext | undefined {
  if (claim === undefined || claim === null) return undefined
  const { prices, rates } = (typeof claim === 'object' ? claim : {}) as Claims
  const list: readonly Claims[] = Array.isArray(rates) ? rates : []
  const sound = list.map(rateOf).filter((one) => one !== null)
  if ((prices !== 'net' && prices !== 'gross') || !Array.isArray(rates) || sound.length < list.length) {
    const message = "The claim 'tax' takes {prices: 'net' or 'gross', rates: [{rate: per cent, code}]}."
    throw new ServiceError('AUTHENTICATION_FAILED', message)
  }
  return { prices, rates: sound }
}

export function identity(verify: AssertionVerifier): IdentityAdapter {
  return {
    async shopper(app, headers) {
      const assertion = headers['x-svc-shopper']
      if (assertion === undefined || assertion === '') return guest
      const { customer_group, tax: claimed } = await verify(app.context, String(assertion))
      const { snapshot } = await momentOf(app.context)
      const groups = await snapshot.records(app.context.database, 'customer-group')
      const customerGroupId = groups.find((group) => group.id === customer_group)?.id ?? null
      const tax = taxOf(claimed)
      return tax ? { customerId: null, customerGroupId, tax } : { customerId: null, customerGroupId }
    },
  }
}
