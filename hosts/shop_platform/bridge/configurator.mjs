// What the shop's server says to the service: opens configurations for its visitors, and asks about line items before it charges.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { mintAssertion } from './assertion.mjs'

/** What decides on a price, in the form that line items have it. */
function contextOf({ id, customerGroup, tax }) {
  const rates = tax?.rates.map(({ rate, code }) => ({ rate, code: code ?? null }))
  return { sub: String(id), customer_group_id: customerGroup ?? null, tax_context: tax ? { prices: tax.prices, rates } : null }
}

/** A shopper may send the line item of another visitor, or one that was priced in another group or with other taxes. */
function requireSameVisitor({ sub, customer_group_id, tax_context }, visitor) {
  const wanted = visitor === null ? { sub: null, customer_group_id: null, tax_context: null } : contextOf(visitor)
  const given = tax_context && {
    prices: tax_context.prices,
    rates: tax_context.rates.map(({ rate, code }) => ({ rate, code: code ?? null })),
  }
  if ((sub ?? null) !== wanted.sub) throw new Error('The line item is that of another visitor.')
  if (customer_group_id !== wanted.customer_group_id) throw new Error('The line item was priced for another customer group.')
  if (JSON.stringify(given) !== JSON.stringify(wanted.tax_context)) throw new Error('The line item was priced with other taxes.')
}

/**
 * @param settings {url: the service's address, trust: {issuer, audience, secret} as in svc.config.ts,
 *   token: an API token with the scope orders:write}
 */
export function configurator({ url, trust, token }) {
  async function post(path, body, headers = {}) {
    const sent = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
    const answer = await fetch(`${url}/svc-api/runtime/v1${path}`, sent)
    const { data, ...problem } = await answer.json()
    if (!answer.ok)
      throw Object.assign(new Error(problem.detail), { status: answer.status, issues: problem.validationIssues ?? [] })
    return data
  }

  return {
    /** @param visitor as for mintAssertion. Give the reply's `configuration` to the embedded page. */
    open: (visitor, { product_id, currency, language, selections }) =>
      post('/configurations', { product_id, currency, language, selections }, { 'x-svc-shopper': mintAssertion(trust, visitor) }),

    /**
     * The item in a line item that the browser sent, without asking the service. Throws unless it was signed for this shop, is in
     * time, and was priced for this visitor: same id, customer group and taxes. Call it before price() and redeem().
     * @param visitor as for open(); null only with the host option `guests`, for a line item that no assertion stands behind
     */
    verify(lineItem, visitor, now = Date.now()) {
      if (visitor === undefined) throw new TypeError('verify() takes the visitor who sent the line item.')
      const [header = '', claims = '', signature = ''] = String(lineItem).split('.')
      const wanted = createHmac('sha256', trust.secret).update(`${header}.${claims}`).digest()
      const given = Buffer.from(signature, 'base64url')
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw new Error('The line item was changed.')
      const { alg, typ } = JSON.parse(Buffer.from(header, 'base64url').toString())
      const { iss, aud, exp, item } = JSON.parse(Buffer.from(claims, 'base64url').toString())
      if (alg !== 'HS256' || typ !== 'svc-line-item+jwt' || iss !== trust.audience || aud !== trust.issuer) {
        throw new Error('This is no line item for this shop.')
      }
      if (now >= exp * 1000) throw new Error('The line item is over.')
      requireSameVisitor(item, visitor)
      return item
    },

    /** What it costs now, and what has changed since it was signed: before the checkout shows a total. */
    price: (lineItem) => post('/line-items/price', { line_item: lineItem }),
    /**
     * Takes it once, right before the charge; refused where it was taken before or is no longer the same.
     * @param key the order's own, of at most 255 characters: asked again with it, after an answer that was lost, the shop is told the same again
     */
    redeem: (lineItem, key) =>
      post(
        '/line-items/redeem',
        { line_item: lineItem },
        { authorization: `Bearer ${token}`, ...(key !== undefined && { 'idempotency-key': key }) },
      ),
    /** The configuration, to edit it from the shop's cart. */
    reopen: (lineItem) => post('/line-items/reopen', { line_item: lineItem }),
    /** A configuration of its own, to order the same again. */
    copy: (lineItem) => post('/line-items/copy', { line_item: lineItem }),
  }
}
