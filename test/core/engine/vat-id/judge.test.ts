// VAT ids are taken from every member of the EU and from Northern Ireland, and slips that check digits show are refused.
import { expect } from 'chai'
import { forms } from '../../../../core/engine/vat-id/regions/index.js'
import { judgeVatId, knowsVatId } from '../../../../core/engine/vat-id/judge.js'
import { known } from './known-ids.js'

const members = 'AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')

const isTaken = (text: string): boolean => judgeVatId(text).ok

const isDigit = (sign: string | undefined): boolean => sign !== undefined && /\d/.test(sign)

interface Slip {
  readonly text: string
  /** The sum must find it. */
  readonly promised: boolean
}

/** The body with each digit replaced by each other one. */
function wrongDigits(prefix: string, body: string): readonly Slip[] {
  const { digits } = known[prefix]!
  return [...body].flatMap((sign, place) => {
    if (!isDigit(sign)) return []
    const promised = typeof digits === 'function' ? digits(place) : digits === 'all'
    const others = [...'0123456789'].filter((other) => other !== sign)
    return others.map((other) => ({ text: prefix + body.slice(0, place) + other + body.slice(place + 1), promised }))
  })
}

/** The body with each two neighbouring digits exchanged. */
function exchanges(prefix: string, body: string): readonly Slip[] {
  const { swaps } = known[prefix]!
  return [...body].flatMap((left, place) => {
    const right = body[place + 1]
    if (!isDigit(left) || right === undefined || !isDigit(right) || left === right) return []
    const promised = typeof swaps === 'function' ? swaps(Number(left), Number(right), place, body.length) : swaps === 'all'
    return [{ text: prefix + body.slice(0, place) + right + left + body.slice(place + 2), promised }]
  })
}

describe('VAT ids', () => {
  it('are known of the 27 members and of Northern Ireland, each once', () => {
    const prefixes = forms.map(({ prefix }) => prefix)
    expect(prefixes).to.have.members([...members, 'XI'])
    expect(Object.keys(known)).to.have.members(prefixes)
  })

  for (const { prefix, country, name, example, northernIreland } of forms) {
    describe(`of ${name}`, () => {
      const { ids, others = [], digits, swaps } = known[prefix]!

      it('are taken as companies have them', () => {
        for (const body of [example.slice(2), ...ids]) {
          const expected = { ok: true, id: prefix + body, country, ...(northernIreland && { northernIreland }) }
          expect(judgeVatId(prefix + body), prefix + body).to.deep.equal(expected)
        }
        for (const body of others) expect(isTaken(prefix + body), prefix + body).to.equal(true)
      })

      it('are refused with a wrong digit', () => {
        const slips = ids.flatMap((body) => wrongDigits(prefix, body))
        expect(slips.filter(({ text, promised }) => promised && isTaken(text))).to.deep.equal([])
        const missed = slips.filter(({ text }) => isTaken(text)).length
        if (digits === 'most') expect(missed / slips.length).to.be.below(0.2)
      })

      it('are refused with two digits exchanged', () => {
        const slips = ids.flatMap((body) => exchanges(prefix, body))
        expect(slips.filter(({ text, promised }) => promised && isTaken(text))).to.deep.equal([])
        const missed = slips.filter(({ text }) => isTaken(text)).length
        if (swaps === 'most') expect(missed / slips.length).to.be.below(0.2)
      })

      it('are refused where they are too short or too long, with a sentence that says what is one', () => {
        for (const text of [prefix, `${prefix}1`, `${prefix}${ids[0]}1234`, `${prefix}${'1'.repeat(100_000)}`]) {
          const judged = judgeVatId(text)
          expect(judged.ok, text.slice(0, 40)).to.equal(false)
          expect(judged).to.have.property('reason').that.includes(`A VAT id of ${name} is ${prefix}`).and.includes(example)
        }
      })

      it('are refused with zeros alone', () => {
        expect(isTaken(prefix + example.slice(2).replace(/\d/g, '0'))).to.equal(false)
        for (const body of ids) expect(isTaken(prefix + body.replace(/\d/g, '0')), body).to.equal(false)
      })
    })
  }

  it('of one length are refused with one digit more or less', () => {
    const several = new Set(['BE', 'BG', 'CZ', 'EL', 'IE', 'LT', 'RO', 'XI'])
    for (const [prefix, { ids }] of Object.entries(known)) {
      if (several.has(prefix)) continue
      for (const body of ids) {
        expect(isTaken(prefix + body.slice(0, -1)), `${prefix}${body} without its last sign`).to.equal(false)
        expect(isTaken(`${prefix}${body}0`), `${prefix}${body} and 0`).to.equal(false)
        expect(isTaken(`${prefix}0${body}`), `${prefix}, 0 and ${body}`).to.equal(false)
      }
    }
  })

  it('are taken however they are spaced and in whichever case', () => {
    for (const text of ['DE136695976', 'de 136 695 976', ' DE-136.695.976 ', 'De\u00a0136\u2013695\u2011976\t']) {
      expect(judgeVatId(text), text).to.deep.equal({ ok: true, id: 'DE136695976', country: 'DE' })
    }
    expect(judgeVatId('nl.0044.95.445.b.01')).to.include({ id: 'NL004495445B01' })
    expect(isTaken('DE136695976!')).to.equal(false)
    expect(isTaken('DE136/695/976')).to.equal(false)
  })

  it('of old times are written as they are today', () => {
    expect(judgeVatId('BE 444.503.092')).to.include({ id: 'BE0444503092' })
    expect(judgeVatId('EL 94051189')).to.include({ id: 'EL094051189' })
  })

  it('of Greece begin with EL, and are known with GR too', () => {
    for (const text of ['EL094259216', 'GR 094259216']) {
      expect(judgeVatId(text)).to.deep.equal({ ok: true, id: 'EL094259216', country: 'GR' })
    }
  })

  it('of Northern Ireland are those of Great Britain behind XI, and of Great Britain nothing is known', () => {
    expect(judgeVatId('XI980780684')).to.deep.equal({ ok: true, id: 'XI980780684', country: 'GB', northernIreland: true })
    expect(isTaken('GB980780684')).to.equal(false)
    expect(knowsVatId('GB980780684')).to.equal(false)
    expect(isTaken('XIGD500')).to.equal(false)
    expect(isTaken('XIHA499')).to.equal(false)
  })

  it('of other countries cannot be judged, and the sentence names those that can', () => {
    for (const text of ['', '136695976', 'CHE-116.281.710 MWST', 'NO 923 609 016 MVA', 'US123456789', 'EU372022452', 'X']) {
      expect(knowsVatId(text), text).to.equal(false)
      const judged = judgeVatId(text)
      expect(judged)
        .to.have.property('reason')
        .that.includes('begins with one of AT, BE, BG,')
        .and.matches(/ SK, XI\.$/)
    }
    expect(knowsVatId(' d e-1')).to.equal(true)
    expect(knowsVatId('gr1')).to.equal(true)
  })

  it('do not pass for those of other countries', () => {
    for (const other of [...members, 'XI'].filter((prefix) => prefix !== 'DE')) {
      expect(isTaken(`${other}136695976`), other).to.equal(false)
    }
    expect(isTaken('DEU13585627')).to.equal(false)
    expect(isTaken('ATDE136695976')).to.equal(false)
  })

  it('say which slip they have', () => {
    expect(judgeVatId('DE136695977')).to.deep.equal({
      ok: false,
      reason:
        "'DE136695977' is mistyped: its check digits do not fit. A VAT id of Germany is DE and 9 digits, for instance DE136695976.",
    })
    expect(judgeVatId('DE1366959')).to.deep.equal({
      ok: false,
      reason: "'DE1366959' is not written as it should be. A VAT id of Germany is DE and 9 digits, for instance DE136695976.",
    })
    const long = judgeVatId(`DE${'1'.repeat(100_000)}`)
    expect(long.ok ? '' : long.reason).to.have.length.below(160)
  })
})

describe('VAT ids by more than a sum', () => {
  /** Each fits the sum of its country. */
  const refused: Readonly<Record<string, string>> = {
    BE0012345625: 'no number of Belgium begins with 00',
    BG0927330001: 'there is no 33rd of July',
    CY12259033R: 'no number of Cyprus begins with 12',
    CZ95123890: 'no company of Czechia begins with 9',
    CZ540120137: 'birth numbers of nine digits end with 1953',
    CZ402029123: 'there is no 20th month',
    CZ6902290000: 'there was no 29th of February in 1969',
    CZ9002280090: 'a rest of 10 is no 0 since 1985',
    DE013669595: 'no number of Germany begins with 0',
    DK07602618: 'no number of Denmark begins with 0',
    ESQ08180010: 'public bodies of Spain end with a letter',
    IT00687129981: 'there is no tax office 998',
    IT00687120006: 'there is no tax office 0',
    IT00000000018: 'no company is number 0',
    IE6433435DJ: 'second letters end with I, but for W',
    LT100001509924: 'the last but one is not 1',
    LV16137519994: 'there is no 13th month',
    MT01679115: 'no number of Malta begins with 0',
    NL004495445B00: 'the companies of a number count from 01',
    PT001964844: 'no number of Portugal begins with 0',
    RO018547290: 'no number of Romania begins with 0',
    SE556012579000: 'registrations count from 01',
    SE556012579095: 'registrations count to 94',
    SI00223000: 'no number of Slovenia begins with 0',
    SI82902071: 'a rest of 0 is given to nobody',
    SK7460539504: 'the third digit is 6',
    XI026159429: 'a rest of 42 begins at 100',
  }
  for (const [id, because] of Object.entries(refused)) {
    it(`are refused: ${id}, because ${because}`, () => {
      expect(isTaken(id)).to.equal(false)
    })
  }

  it('are taken by the second sum where the first has no digit, and by either where there are two', () => {
    for (const id of ['BG831200054', 'LT119500114', 'LT100000002010', 'XI434031494', 'XI434031439', 'NL123456789B13']) {
      expect(isTaken(id), id).to.equal(true)
    }
  })
})
