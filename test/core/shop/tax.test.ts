// Which rates a shopper pays: those of the place, the class default, or none (domain §5 and 5.1, sentences 12 and 13).
import { expect } from 'chai'
import { type Destination, type TaxTables, resolveShopTaxRates, findUntaxedReason } from '../../../core/shop/tax.js'

type Country = TaxTables['countries'][number]
type Rate = TaxTables['rates'][number]

const land = (id: number, iso2: string, in_eu_vat_area: boolean, vat_free = false): Country => ({
  id,
  iso2,
  iso3: `${iso2}X`,
  name: iso2,
  vat_free,
  in_eu_vat_area,
  published: true,
})

const [germany, france, austria, greece, britain, norway, jersey] = [
  land(1, 'DE', true),
  land(2, 'FR', true),
  land(3, 'AT', true),
  land(4, 'GR', true),
  land(5, 'GB', false),
  land(6, 'NO', false),
  land(7, 'JE', false, true),
]
const countries = [germany, france, austria, greece, britain, norway, jersey]

const nowhere = { country_id: null, state_id: null, county_id: null, city_id: null }
const rateOf = (place: Partial<Rate>, rate: number | null): Rate => ({
  id: 0,
  tax_class_id: 9,
  code: '',
  ...nowhere,
  ...place,
  rate,
})

const ids = {
  DE: 'DE136695976',
  FR: 'FR40303265045',
  AT: 'ATU13585627',
  EL: 'EL094259216',
  XI: 'XI980780684',
}

interface Case {
  readonly to: Country | null
  readonly vatId?: string
  readonly from?: Country | null
  readonly exempt?: boolean
  readonly shop?: Partial<TaxTables>
}

/** A delivery of a class of 20 per cent, in a shop of Germany where nothing else is said. */
function situation({ to, vatId = '', from = germany, exempt = false, shop = {} }: Case): readonly [Destination, TaxTables] {
  const tables: TaxTables = {
    classes: [{ id: 9, title: 'Goods', default_rate: 20 }],
    rates: [],
    countries,
    homeCountryId: from?.id ?? null,
    ...shop,
  }
  return [{ ...nowhere, country_id: to?.id ?? null, vat_id: vatId, tax_exempt: exempt }, tables]
}

const rates = (one: Case): readonly number[] => resolveShopTaxRates(9, ...situation(one)).map(({ rate }) => rate)

const free = [0]
const taxed = [20]

describe('tax', () => {
  it('is taken at a stored rate of 0 as at any other', () => {
    expect(rates({ to: france, shop: { rates: [rateOf({ country_id: 2 }, 0)] } })).to.deep.equal([0])
    expect(rates({ to: france, shop: { rates: [rateOf({ country_id: 2 }, 5.5)] } })).to.deep.equal([5.5])
  })

  it('is taken by the class where a stored record has no rate', () => {
    expect(rates({ to: france, shop: { rates: [rateOf({ country_id: 2 }, null)] } })).to.deep.equal(taxed)
  })

  it('is taken by the class where a destination has no rate, at home, abroad and nowhere', () => {
    for (const to of [germany, france, britain, norway, null]) expect(rates({ to })).to.deep.equal(taxed)
    expect(rates({ to: norway, shop: { rates: [rateOf({ country_id: 1 }, 19)] } })).to.deep.equal(taxed)
  })

  it('is not taken without a class', () => {
    expect(
      resolveShopTaxRates(
        null,
        { ...nowhere, vat_id: '', tax_exempt: false },
        { classes: [], rates: [], countries, homeCountryId: 1 },
      ),
    ).to.be.empty
  })

  it('is not taken in a country that is free of VAT, whatever rate is stored', () => {
    expect(rates({ to: jersey })).to.deep.equal(free)
    expect(rates({ to: jersey, shop: { rates: [rateOf({ country_id: 7 }, 5)] } })).to.deep.equal(free)
    expect(rates({ to: jersey, from: jersey })).to.deep.equal(free)
  })

  it('is not taken of who is exempt, not even at home or where nothing is known', () => {
    for (const to of [germany, france, norway, null]) expect(rates({ to, exempt: true })).to.deep.equal(free)
  })
})

describe('the reason why nothing is taxed', () => {
  const reason = (one: Case): string | null => findUntaxedReason(...situation(one))

  it('is the VAT id on the way to another member state alone', () => {
    expect(reason({ to: france, vatId: ids.FR })).to.equal('reverse_charge')
    expect(reason({ to: france, vatId: ids.AT })).to.equal('reverse_charge')
    expect(reason({ to: germany, vatId: ids.FR })).to.equal(null)
    expect(reason({ to: france, vatId: ids.DE })).to.equal(null)
    expect(reason({ to: france })).to.equal(null)
  })

  it('is the export out of the area, whoever has a VAT id there, and into a country that is free of VAT', () => {
    for (const vatId of ['', ids.FR]) {
      for (const to of [norway, britain, jersey]) expect(reason({ to, vatId })).to.equal('export')
      expect(reason({ to: jersey, from: norway, vatId })).to.equal('export')
    }
    expect(reason({ to: norway, from: britain })).to.equal(null)
    expect(reason({ to: france, from: norway, vatId: ids.FR })).to.equal(null)
  })

  it('is none at home, and where the places are not known', () => {
    for (const here of [germany, norway, jersey]) expect(reason({ to: here, from: here, vatId: ids.FR })).to.equal(null)
    expect(reason({ to: null })).to.equal(null)
    expect(reason({ to: norway, from: null })).to.equal(null)
  })

  it('is the exempt party before anything else', () => {
    for (const to of [germany, france, norway, null]) expect(reason({ to, vatId: ids.FR, exempt: true })).to.equal('exempt')
  })
})

describe('a VAT id', () => {
  it('spares the tax on a delivery to another member state', () => {
    expect(rates({ to: france, vatId: ids.FR })).to.deep.equal(free)
    expect(rates({ to: france, vatId: ids.FR, shop: { rates: [rateOf({ country_id: 2 }, 21)] } })).to.deep.equal(free)
    expect(rates({ to: france })).to.deep.equal(taxed)
  })

  it('may be spaced, and in small letters', () => {
    expect(rates({ to: france, vatId: 'fr 40 303 265 045' })).to.deep.equal(free)
  })

  it('spares nothing where it is not valid', () => {
    for (const vatId of ['FR40303265046', 'FR403032650', '40303265045', 'FR'])
      expect(rates({ to: france, vatId })).to.deep.equal(taxed)
  })

  it('spares nothing in the store’s own country', () => {
    expect(rates({ to: germany, vatId: ids.FR })).to.deep.equal(taxed)
    expect(rates({ to: germany, vatId: ids.DE })).to.deep.equal(taxed)
  })

  it('may be of another member state than the destination', () => {
    expect(rates({ to: france, vatId: ids.AT })).to.deep.equal(free)
    expect(rates({ to: greece, vatId: ids.FR })).to.deep.equal(free)
  })

  it('may not be of the store’s country', () => {
    expect(rates({ to: france, vatId: ids.DE })).to.deep.equal(taxed)
    expect(rates({ to: france, vatId: ids.DE, from: austria })).to.deep.equal(free)
    expect(rates({ to: france, vatId: ids.EL, from: greece })).to.deep.equal(taxed)
    expect(rates({ to: france, vatId: ids.EL })).to.deep.equal(free)
  })

  it('spares nothing on the way out of the EU VAT area, or into it', () => {
    expect(rates({ to: norway, vatId: ids.FR })).to.deep.equal(taxed)
    expect(rates({ to: france, vatId: ids.FR, from: norway })).to.deep.equal(taxed)
    expect(rates({ to: france, vatId: ids.FR, from: null })).to.deep.equal(taxed)
  })

  it('spares nothing where its country has left the area, as the shop’s table says', () => {
    const without = countries.map((one) => (one === austria ? { ...austria, in_eu_vat_area: false } : one))
    expect(rates({ to: france, vatId: ids.AT, shop: { countries: without } })).to.deep.equal(taxed)
    const unlisted = countries.filter((one) => one !== austria)
    expect(rates({ to: france, vatId: ids.AT, shop: { countries: unlisted } })).to.deep.equal(free)
  })

  it('of a country that cannot be judged spares nothing', () => {
    for (const vatId of ['GB980780684', 'CHE-116.281.710', 'NO923609016MVA'])
      expect(rates({ to: france, vatId })).to.deep.equal(taxed)
  })
})

describe('a VAT id of Northern Ireland', () => {
  const shared = countries.map((one) => (one === britain ? { ...britain, in_eu_vat_area: true } : one))
  const apart = land(8, 'XI', true)

  it('spares the tax on goods that go to a member state', () => {
    expect(rates({ to: france, vatId: ids.XI })).to.deep.equal(free)
  })

  it('gives nothing for a delivery to Great Britain, even where the shop counts that to the area', () => {
    expect(rates({ to: britain, vatId: ids.XI })).to.deep.equal(taxed)
    expect(rates({ to: britain, vatId: ids.XI, shop: { countries: shared } })).to.deep.equal(taxed)
    expect(rates({ to: britain, vatId: ids.FR, shop: { countries: shared } })).to.deep.equal(free)
  })

  it('counts for goods that go to a country XI of the shop’s own', () => {
    const shop = { countries: [...countries, apart] }
    expect(rates({ to: apart, vatId: ids.XI, shop })).to.deep.equal(free)
    expect(rates({ to: apart, shop })).to.deep.equal(taxed)
  })

  it('is of the store’s country where the store is in Northern Ireland', () => {
    expect(rates({ to: france, vatId: ids.XI, from: apart, shop: { countries: [...countries, apart] } })).to.deep.equal(taxed)
    expect(rates({ to: france, vatId: ids.FR, from: apart, shop: { countries: [...countries, apart] } })).to.deep.equal(free)
    expect(rates({ to: france, vatId: ids.XI, from: britain, shop: { countries: shared } })).to.deep.equal(taxed)
  })
})
