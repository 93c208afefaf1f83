// E-mail addresses: validation, normalization and comparison.
import { expect } from 'chai'
import { toEmailKey, isSameEmailAddress, parseEmailAddress } from '../../../core/model/properties/string.js'

describe('parseEmailAddress', () => {
  it('accepts every address that `<input type=email>` accepts, and returns the domain in lower case and punycode', () => {
    const accepted = [
      ['ada@people.example', 'ada@people.example'],
      [' Ada+Shop@PEOPLE.example\n', 'Ada+Shop@people.example'],
      ["o'neil/x=y@people.example", "o'neil/x=y@people.example"],
      ['ada@localhost', 'ada@localhost'],
      ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
      ['ada@BÜCHER.example', 'ada@xn--bcher-kva.example'],
      ['ada@例え。テスト', 'ada@xn--r8jz45g.xn--zckzah'],
      [`ada@${'a'.repeat(63)}.example`, `ada@${'a'.repeat(63)}.example`],
    ] as const
    for (const [text, address] of accepted) expect(parseEmailAddress(text), text).to.equal(address)
  })

  it('rejects everything else, also a leading `-` and `..`', () => {
    const rejected = [
      ...['', 'ada', '@people.example', 'ada@', 'ada@people@example', 'ada people@example.org', 'ada@people .example'],
      ...['group:ada@people.example;', 'Ada <ada@people.example>', 'ada@people.example, eve@other.example'],
      ...['-ada@people.example', 'a..da@people.example', 'ada@people..example', 'ada@-people.example', 'ada@people-.example'],
      ...['ada@people.example.', 'ada@[127.0.0.1]', '"ada"@people.example', 'äda@people.example', 'ada\u0000@people.example'],
      ...[`ada@${'a'.repeat(64)}.example`, 'ada@bü%41cher.example', 'ada@bü/cher.example', 'ada@a\nb.example'],
    ]
    for (const text of rejected) expect(parseEmailAddress(text), text).to.equal(null)
  })

  it('parses a megabyte of text in linear time', () => {
    expect(parseEmailAddress(`a@${'a-'.repeat(500_000)}!`)).to.equal(null)
    expect(parseEmailAddress(`${'a'.repeat(500_000)}@${'a.'.repeat(500_000)}`)).to.equal(null)
  })
})

describe('isSameEmailAddress', () => {
  it('compares in lower case and punycode', () => {
    expect(isSameEmailAddress('Ada@Bücher.example ', 'ada@xn--bcher-kva.EXAMPLE')).to.equal(true)
    expect(isSameEmailAddress('ada@bücher.example', 'ada@bucher.example')).to.equal(false)
    expect(isSameEmailAddress('ada@people.example', null)).to.equal(false)
    expect(toEmailKey(' No Address ')).to.equal('no address')
  })
})
