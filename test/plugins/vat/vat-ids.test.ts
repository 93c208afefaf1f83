// VAT ids of all EU members and Northern Ireland are accepted, and typing errors are rejected.
import { expect } from 'chai'
import { messageText } from '../../../core/foundation/message-format.js'
import { validateVatId } from '../../../core/model/vat-id/validation.js'
import { vatIdFormats } from '../../../plugins/vat/formats/index.js'
import { createCoreRegistry } from '../../support/core-registry.js'
import { issuedVatIds } from './issued-vat-ids.js'

const members = 'AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')

const registry = createCoreRegistry()
const check = (text: string) => validateVatId(registry, text)
const isAccepted = (text: string): boolean => check(text)?.ok === true
/** The normalized form of a valid id. */
const normalize = (text: string): string | null => {
  const validation = check(text)
  return validation?.ok ? validation.id : null
}

/** The English message of a rejected id. Empty if the id is accepted. */
function refusal(text: string): string {
  const validation = check(text)
  return validation?.ok === false ? messageText(validation.message) : ''
}

const isDigit = (sign: string | undefined): boolean => sign !== undefined && /\d/.test(sign)

interface Slip {
  readonly text: string
  /** True if the checksum must detect the error. */
  readonly promised: boolean
}

/** The id with each digit replaced by every other digit. */
function wrongDigits(prefix: string, body: string): readonly Slip[] {
  const { digits } = issuedVatIds[prefix]!
  return [...body].flatMap((sign, place) => {
    if (!isDigit(sign)) return []
    const promised = typeof digits === 'function' ? digits(place) : digits === 'all'
    const otherPrefixes = [...'0123456789'].filter((other) => other !== sign)
    return otherPrefixes.map((other) => ({ text: prefix + body.slice(0, place) + other + body.slice(place + 1), promised }))
  })
}

/** The id with each pair of adjacent digits swapped. */
function exchanges(prefix: string, body: string): readonly Slip[] {
  const { swaps } = issuedVatIds[prefix]!
  return [...body].flatMap((first, place) => {
    const right = body[place + 1]
    if (!isDigit(first) || right === undefined || !isDigit(right) || first === right) return []
    const promised = typeof swaps === 'function' ? swaps(Number(first), Number(right), place, body.length) : swaps === 'all'
    return [{ text: prefix + body.slice(0, place) + right + first + body.slice(place + 2), promised }]
  })
}

describe('VAT ids', () => {
  it('have one format for each of the 27 members and Northern Ireland', () => {
    const prefixes = vatIdFormats.map(({ name }) => name)
    expect(prefixes).to.have.members([...members, 'XI'])
    expect(Object.keys(issuedVatIds)).to.have.members(prefixes)
  })

  for (const format of vatIdFormats) {
    const { name: prefix, label, example } = format
    describe(`of ${label}`, () => {
      const { ids, others: otherPrefixes = [], digits, swaps } = issuedVatIds[prefix]!

      it('are accepted for existing companies', () => {
        for (const body of [example.slice(2), ...ids]) {
          expect(check(prefix + body), prefix + body).to.deep.equal({ ok: true, id: prefix + body, format })
        }
        for (const body of otherPrefixes) expect(isAccepted(prefix + body), prefix + body).to.equal(true)
      })

      it('are rejected with a wrong digit', () => {
        const slips = ids.flatMap((body) => wrongDigits(prefix, body))
        expect(slips.filter(({ text, promised }) => promised && isAccepted(text))).to.deep.equal([])
        const missed = slips.filter(({ text }) => isAccepted(text)).length
        if (digits === 'most') expect(missed / slips.length).to.be.below(0.2)
      })

      it('are rejected with two digits swapped', () => {
        const slips = ids.flatMap((body) => exchanges(prefix, body))
        expect(slips.filter(({ text, promised }) => promised && isAccepted(text))).to.deep.equal([])
        const missed = slips.filter(({ text }) => isAccepted(text)).length
        if (swaps === 'most') expect(missed / slips.length).to.be.below(0.2)
      })

      it('are rejected if too short or too long, with a message that describes the format', () => {
        for (const text of [prefix, `${prefix}1`, `${prefix}${ids[0]}1234`, `${prefix}${'1'.repeat(100_000)}`]) {
          expect(isAccepted(text), text.slice(0, 40)).to.equal(false)
          expect(refusal(text)).to.include(`A VAT id of ${label} is ${prefix}`).and.include(example)
        }
      })

      it('are rejected if they consist of zeros', () => {
        expect(isAccepted(prefix + example.slice(2).replace(/\d/g, '0'))).to.equal(false)
        for (const body of ids) expect(isAccepted(prefix + body.replace(/\d/g, '0')), body).to.equal(false)
      })
    })
  }

  it('of fixed length are rejected with one digit more or less', () => {
    const several = new Set(['BE', 'BG', 'CZ', 'EL', 'IE', 'LT', 'RO', 'XI'])
    for (const [prefix, { ids }] of Object.entries(issuedVatIds)) {
      if (several.has(prefix)) continue
      for (const body of ids) {
        expect(isAccepted(prefix + body.slice(0, -1)), `${prefix}${body} without its last sign`).to.equal(false)
        expect(isAccepted(`${prefix}${body}0`), `${prefix}${body} and 0`).to.equal(false)
        expect(isAccepted(`${prefix}0${body}`), `${prefix}, 0 and ${body}`).to.equal(false)
      }
    }
  })

  it('are accepted with any spacing and case', () => {
    for (const text of ['DE136695976', 'de 136 695 976', ' DE-136.695.976 ', 'De\u00a0136\u2013695\u2011976\t']) {
      expect(normalize(text), text).to.equal('DE136695976')
    }
    expect(normalize('nl.0044.95.445.b.01')).to.equal('NL004495445B01')
    expect(isAccepted('DE136695976!')).to.equal(false)
    expect(isAccepted('DE136/695/976')).to.equal(false)
  })

  it('in old formats are converted to the current format', () => {
    expect(normalize('BE 444.503.092')).to.equal('BE0444503092')
    expect(normalize('EL 94051189')).to.equal('EL094051189')
  })

  it('of Greece start with EL and are also accepted with GR', () => {
    for (const text of ['EL094259216', 'GR 094259216']) expect(normalize(text)).to.equal('EL094259216')
    expect(registry.vatIdFormats.get('EL')!.country).to.equal('GR')
  })

  it('of Northern Ireland have the British format with prefix XI, while British ids have no format', () => {
    expect(normalize('XI980780684')).to.equal('XI980780684')
    expect(registry.vatIdFormats.get('XI')).to.include({ country: 'GB', northernIreland: true })
    expect(check('GB980780684')).to.equal(null)
    expect(isAccepted('XIGD500')).to.equal(false)
    expect(isAccepted('XIHA499')).to.equal(false)
  })

  it('of other countries cannot be checked, and neither can any id without the plugin', () => {
    for (const text of ['', '136695976', 'CHE-116.281.710 MWST', 'NO 923 609 016 MVA', 'US123456789', 'EU372022452', 'X']) {
      expect(check(text), text).to.equal(null)
    }
    expect(check(' d e-1')).to.include({ ok: false })
    expect(check('gr1')).to.include({ ok: false })
    const bare = createCoreRegistry({}, { vatIdFormats: [] })
    expect(validateVatId(bare, 'DE136695976')).to.equal(null)
  })

  it('are not accepted with the prefix of another country', () => {
    for (const other of [...members, 'XI'].filter((prefix) => prefix !== 'DE')) {
      expect(isAccepted(`${other}136695976`), other).to.equal(false)
    }
    expect(isAccepted('DEU13585627')).to.equal(false)
    expect(isAccepted('ATDE136695976')).to.equal(false)
  })

  it('are rejected with a message about the error', () => {
    expect(refusal('DE136695977')).to.equal(
      "'DE136695977' is mistyped: its check digits do not fit. A VAT id of Germany is DE and 9 digits, for instance DE136695976.",
    )
    expect(refusal('DE1366959')).to.equal(
      "'DE1366959' is not written as it should be. A VAT id of Germany is DE and 9 digits, for instance DE136695976.",
    )
    expect(refusal(`DE${'1'.repeat(100_000)}`)).to.have.length.below(160)
  })
})

describe('VAT ids with rules beyond checksums', () => {
  /** The checksum of each id is correct. */
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
    SI82902071: 'no id has a rest of 0',
    SK7460539504: 'the third digit is 6',
    XI026159429: 'a rest of 42 begins at 100',
  }
  for (const [id, because] of Object.entries(refused)) {
    it(`reject ${id}, because ${because}`, () => {
      expect(isAccepted(id)).to.equal(false)
    })
  }

  it('are validated by the second checksum if the first gives no digit, and by either if there are two', () => {
    for (const id of ['BG831200054', 'LT119500114', 'LT100000002010', 'XI434031494', 'XI434031439', 'NL123456789B13']) {
      expect(isAccepted(id), id).to.equal(true)
    }
  })
})
