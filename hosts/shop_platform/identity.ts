// Identifies the visitor by the assertion's claims `sub`, `customer_group` and `tax`. Customers belong to the shop.
import {
  type AssertionVerifier,
  type Claims,
  createMessage,
  guest,
  type IdentityAdapter,
  getVersionedSnapshot,
  ServiceError,
  type TaxContext,
  userIdOf,
} from 'product-configurator-service'

type Rate = TaxContext['rates'][number]

/** Reads one tax rate of the claim. null if it is malformed. */
function parseRate(claim: unknown): Rate | null {
  const { rate, code } = (typeof claim === 'object' && claim !== null ? claim : {}) as Claims
  if (typeof rate !== 'number' || rate < 0 || rate > 100) return null
  return { rate, code: typeof code === 'string' ? code : null }
}

const taxClaimForm = "{prices: 'net' or 'gross', rates: [{rate: per cent, code}]}"

/** Reads the optional claim `tax`: `{prices: 'net' | 'gross', rates: [{rate: 19, code: 'DE19'}]}`. Throws if it is malformed. */
function parseTax(claim: unknown): TaxContext | undefined {
  if (claim === undefined || claim === null) return undefined
  const { prices, rates } = (typeof claim === 'object' ? claim : {}) as Claims
  const list: readonly unknown[] = Array.isArray(rates) ? rates : []
  const parsedRates = list.map(parseRate).filter((parsed) => parsed !== null)
  if ((prices !== 'net' && prices !== 'gross') || !Array.isArray(rates) || parsedRates.length < list.length) {
    throw new ServiceError('AUTHENTICATION_FAILED', createMessage('shop.taxClaimInvalid', { form: taxClaimForm }))
  }
  return { prices, rates: parsedRates }
}

export function identity(verify: AssertionVerifier): IdentityAdapter {
  return {
    async shopper(app, headers) {
      const assertion = headers['x-svc-shopper']
      if (assertion === undefined || assertion === '') return guest
      const { sub, customer_group, tax } = await verify(app.context, String(assertion))
      const { snapshot } = await getVersionedSnapshot(app.context)
      const groups = await snapshot.records(app.context.database, 'customer-group')
      const customerGroupId = groups.find((group) => group.id === customer_group)?.id ?? null
      const taxContext = parseTax(tax)
      // The line item carries the id, for the shop to compare with its visitor.
      const hostUserId = userIdOf(app.context, 'sub', sub)
      if (hostUserId === null) {
        throw new ServiceError('AUTHENTICATION_FAILED', createMessage('shop.userIdMissing'))
      }
      return { customerId: null, customerGroupId, hostUserId, ...(taxContext && { tax: taxContext }) }
    },
  }
}
