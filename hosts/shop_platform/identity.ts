// Identity of shop_platform: the assertion names the visitor, the customer group and the taxes. Customers are the shop's own.
import {
  type AssertionVerifier,
  type Claims,
  guest,
  type IdentityAdapter,
  momentOf,
  ServiceError,
  type TaxContext,
  userIdOf,
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
      const { sub, customer_group, tax: claimed } = await verify(app.context, String(assertion))
      const { snapshot } = await momentOf(app.context)
      const groups = await snapshot.records(app.context.database, 'customer-group')
      const customerGroupId = groups.find((group) => group.id === customer_group)?.id ?? null
      const tax = taxOf(claimed)
      // A line item carries it, so that the shop recognises its own visitor.
      const hostUserId = userIdOf(app.context, 'sub', sub)
      if (hostUserId === null) {
        throw new ServiceError('AUTHENTICATION_FAILED', "The claim 'sub' is missing. It takes the visitor's id.")
      }
      return { customerId: null, customerGroupId, hostUserId, ...(tax && { tax }) }
    },
  }
}
