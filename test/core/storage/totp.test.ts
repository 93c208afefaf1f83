// One-time codes: the test vectors of RFC 6238 and RFC 4648, and the encryption of stored secrets.
import { expect } from 'chai'
import {
  toBase32,
  findMatchingStep,
  createTotpSecret,
  decryptTotpSecret,
  encryptTotpSecret,
  computeTotpCode,
  formatTotpUri,
} from '../../../core/storage/admin/admin-sessions.js'

describe('One-time codes', () => {
  const secret = Buffer.from('12345678901234567890')
  const vectors: readonly (readonly [seconds: number, code: string])[] = [
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ]

  it('match the test vectors of RFC 6238', () => {
    for (const [seconds, code] of vectors)
      expect(computeTotpCode(secret, Math.floor(seconds / 30), 8), String(seconds)).to.equal(code)
  })

  it('are accepted one time step early or late, and at no larger distance', () => {
    const now = 1_111_111_111_000
    const step = Math.floor(now / 30_000)
    for (const distance of [-1, 0, 1])
      expect(findMatchingStep(secret, computeTotpCode(secret, step + distance), now)).to.equal(step + distance)
    for (const distance of [-3, -2, 2, 3])
      expect(findMatchingStep(secret, computeTotpCode(secret, step + distance), now)).to.equal(null)
    expect(
      findMatchingStep(secret, ` ${computeTotpCode(secret, step).slice(0, 3)} ${computeTotpCode(secret, step).slice(3)} `, now),
    ).to.equal(step)
    for (const wrong of ['', '12345', '1234567', 'abcdef', '１２３４５６', `${computeTotpCode(secret, step)}0`])
      expect(findMatchingStep(secret, wrong, now), wrong).to.equal(null)
  })

  it('encode the secret in base32 according to RFC 4648', () => {
    for (const [text, expected] of [
      ['', ''],
      ['f', 'MY'],
      ['fo', 'MZXQ'],
      ['foo', 'MZXW6'],
      ['foob', 'MZXW6YQ'],
      ['fooba', 'MZXW6YTB'],
      ['foobar', 'MZXW6YTBOI'],
    ] as const)
      expect(toBase32(Buffer.from(text))).to.equal(expected)
    expect(formatTotpUri(secret, 'ada@shop.example', 'A & B')).to.equal(
      'otpauth://totp/A%20%26%20B:ada%40shop.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=A%20%26%20B',
    )
  })

  it('are stored encrypted: a wrong installation secret or an altered text decrypts to nothing', () => {
    const made = createTotpSecret()
    const sealed = encryptTotpSecret(made, 'installation')
    expect(sealed).not.to.contain(made.toString('base64url').slice(0, 10))
    expect(decryptTotpSecret(sealed, 'installation')).to.deep.equal(made)
    expect(decryptTotpSecret(sealed, 'another')).to.equal(null)
    expect(decryptTotpSecret(`${sealed.slice(0, -4)}AAAA`, 'installation')).to.equal(null)
    expect(decryptTotpSecret('short', 'installation')).to.equal(null)
  })
})
