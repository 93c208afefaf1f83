// The keys under which shoppers reach what is theirs.
import { expect } from 'chai'
import { isToken, createToken } from '../../../core/commerce/token.js'

describe('A token', () => {
  it('is another one each time, also beyond those that were drawn together', () => {
    const tokens = Array.from({ length: 1_000 }, createToken)
    expect(tokens.every(isToken)).to.equal(true)
    expect(new Set(tokens).size).to.equal(1_000)
    // No two have a half in common either: none is made of another one's bytes.
    expect(new Set(tokens.flatMap((token) => [token.slice(0, 16), token.slice(16)])).size).to.equal(2_000)
  })
})
