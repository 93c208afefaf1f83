// Random tokens that give shoppers access to their records.
import { expect } from 'chai'
import { isToken, createToken } from '../../../core/commerce/shopper-context.js'

describe('newToken', () => {
  it('returns distinct tokens without common halves, also across random batches', () => {
    const tokens = Array.from({ length: 1_000 }, createToken)
    expect(tokens.every(isToken)).to.equal(true)
    expect(new Set(tokens).size).to.equal(1_000)
    // Tokens do not share random bytes either.
    expect(new Set(tokens.flatMap((token) => [token.slice(0, 16), token.slice(16)])).size).to.equal(2_000)
  })
})
