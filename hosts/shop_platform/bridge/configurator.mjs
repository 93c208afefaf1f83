// Client for the shop's server: opens configurations for visitors, and verifies, prices and redeems line items.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { mintAssertion } from './assertion.mjs'

/** The visitor's data that affect prices, in the format of line items. */
function toPriceContext({ id, customerGroup, tax }) {
  const rates = tax?.rates.map(({ rate, code }) => ({ rate, code: code ?? null }))
  return { sub: String(id), customer_group_id: customerGroup ?? null, tax_context: tax ? { prices: tax.prices, rates } : null }
}

/** Throws for a line item of another visitor, or one priced for another customer group or with other taxes. */
function assertPricedForVisitor({ sub, customer_group_id, tax_context }, visitor) {
  const expected = visitor === null ? { sub: null, customer_group_id: null, tax_context: null } : toPriceContext(visitor)
  const actualTaxes = tax_context && {
    prices: tax_context.prices,
    rates: tax_context.rates.map(({ rate, code }) => ({ rate, code: code ?? null })),
  }
  if ((sub ?? null) !== expected.sub) throw new Error('The line item belongs to another visitor.')
  if (customer_group_id !== expected.customer_group_id) throw new Error('The line item was priced for another customer group.')
  if (JSON.stringify(actualTaxes) !== JSON.stringify(expected.tax_context))
    throw new Error('The line item was priced with other taxes.')
}

/**
 * @param settings {url: the service's address, trust: {issuer, audience, secret} as in svc.config.ts,
 *   token: an API token with the scope orders:write}
 */
export function configurator({ url, trust, token }) {
  async function post(path, body, headers = {}) {
    const request = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
    const response = await fetch(`${url}/svc-api/runtime/v1${path}`, request)
    const { data, ...problem } = await response.json()
    if (!response.ok)
      throw Object.assign(new Error(problem.detail), { status: response.status, issues: problem.validationIssues ?? [] })
    return data
  }

  return {
    /** @param visitor as for mintAssertion. Pass the reply's `configuration` to the embedded page. */
    open: (visitor, { product_id, currency, language, selections }) =>
      post('/configurations', { product_id, currency, language, selections }, { 'x-svc-shopper': mintAssertion(trust, visitor) }),

    /**
     * Verifies a line item that the browser sent, without calling the service, and returns its item. Throws unless it is signed for
     * this shop, is not expired, and was priced for this visitor: same id, customer group and taxes. Call it before price() and redeem().
     * @param visitor as for open(); null only with the host option `guests`, for a line item without an assertion
     */
    verify(lineItem, visitor, now = Date.now()) {
      if (visitor === undefined) throw new TypeError('verify() takes the visitor who sent the line item.')
      const [header = '', claims = '', signature = ''] = String(lineItem).split('.')
      const expected = createHmac('sha256', trust.secret).update(`${header}.${claims}`).digest()
      const actual = Buffer.from(signature, 'base64url')
      if (actual.length !== expected.length || !timingSafeEqual(actual, expected))
        throw new Error('The signature of the line item is invalid.')
      const { alg, typ } = JSON.parse(Buffer.from(header, 'base64url').toString())
      const { iss, aud, exp, item } = JSON.parse(Buffer.from(claims, 'base64url').toString())
      if (alg !== 'HS256' || typ !== 'svc-line-item+jwt' || iss !== trust.audience || aud !== trust.issuer) {
        throw new Error('The token is not a line item for this shop.')
      }
      if (now >= exp * 1000) throw new Error('The line item has expired.')
      assertPricedForVisitor(item, visitor)
      return item
    },

    /** Returns the current price and all changes since the line item was signed. Call it before the checkout shows a total. */
    price: (lineItem) => post('/line-items/price', { line_item: lineItem }),
    /**
     * Redeems the line item once, right before the charge. Rejected if it was redeemed before or its price has changed.
     * @param key idempotency key of the order, at most 255 characters: a retry with the same key returns the same reply
     */
    redeem: (lineItem, key) =>
      post(
        '/line-items/redeem',
        { line_item: lineItem },
        { authorization: `Bearer ${token}`, ...(key !== undefined && { 'idempotency-key': key }) },
      ),
    /** Returns the configuration for editing it from the shop's cart. */
    reopen: (lineItem) => post('/line-items/reopen', { line_item: lineItem }),
    /** Returns a copy of the configuration, to order it again. */
    copy: (lineItem) => post('/line-items/copy', { line_item: lineItem }),
  }
}
