// Signatures of provider reports: over every byte, in hex or base64, and recent.
import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import { isRecent, isSigned } from '../../../../core/commerce/payment/signature.js'

describe('isSigned and isRecent', () => {
  const secret = 'of tests'
  const bytes = Uint8Array.from([0, 255, 10, 128])
  const hmac = (encoding: 'hex' | 'base64', algorithm = 'sha256') =>
    createHmac(algorithm, secret).update('1.').update(bytes).digest(encoding)
  const checkSignature = (signature: string, more: object = {}) => isSigned({ secret, parts: ['1.', bytes], signature, ...more })

  it('accept hex in either case, base64, and SHA-512', () => {
    expect(checkSignature(hmac('hex'))).to.equal(true)
    expect(checkSignature(hmac('hex').toUpperCase())).to.equal(true)
    expect(checkSignature(hmac('base64'), { encoding: 'base64' })).to.equal(true)
    expect(checkSignature(hmac('hex', 'sha512'), { algorithm: 'sha512' })).to.equal(true)
  })

  it('reject a changed byte, another length, secret or encoding, and an empty secret', () => {
    for (const signature of [
      '',
      'é'.repeat(32),
      `${hmac('hex')}00`,
      hmac('hex').slice(2),
      hmac('hex').replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
    ]) {
      expect(checkSignature(signature), signature).to.equal(false)
    }
    expect(isSigned({ secret, parts: ['1.', bytes.slice(1)], signature: hmac('hex') })).to.equal(false)
    expect(checkSignature(hmac('hex'), { secret: 'other' })).to.equal(false)
    expect(checkSignature(hmac('base64').toLowerCase(), { encoding: 'base64' })).to.equal(false)
    const empty = createHmac('sha256', '').update('1.').update(bytes).digest('hex')
    expect(checkSignature(empty, { secret: '' })).to.equal(false)
  })

  it('accept times within 300 seconds before or after now', () => {
    const now = Date.UTC(2030, 0, 1)
    expect([300_000, 300_001, -300_000, -300_001].map((distance) => isRecent(now + distance, now))).to.deep.equal([
      ...[true, false, true, false],
    ])
    expect(isRecent(Number.NaN, now)).to.equal(false)
  })
})
