// Tax rates: of the destination, of the tax class, or none.
import { expect } from 'chai'
import { type TaxTables, resolveShopTaxRates, findUntaxedReason } from '../../../core/shop/shop.js'
import { type Destination } from '../../../core/shop/destination.js'
import { swissVatId } from '../../../customizations/example/swiss-vat-id.js'
import { createCoreRegistry } from '../../support/core-registry.js'

const registry = createCoreRegistry()

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

/** Goods with a class rate of 20 percent, delivered by a shop in Germany by default. */
function situation({ to, vatId = '', from = germany, exempt = false, shop = {} }: Case): readonly [Destination, TaxTables] {
  const tables: TaxTables = {
    classes: [{ id: 9, title: 'Goods', default_rate: 20 }],
    rates: [],
    countries,
    homeCountryId: from?.id ?? null,
    registry,
    ...shop,
  }
  return [{ ...nowhere, country_id: to?.id ?? null, vat_id: vatId, tax_exempt: exempt }, tables]
}

const rates = (taxCase: Case): readonly number[] => resolveShopTaxRates(9, ...situation(taxCase)).map(({ rate }) => rate)

const free = [0]
const taxed = [20]

describe('tax rates', () => {
  it('apply a stored rate of 0 like any other rate', () => {
    expect(rates({ to: france, shop: { rates: [rateOf({ country_id: 2 }, 0)] } })).to.deep.equal([0])
    expect(rates({ to: france, shop: { rates: [rateOf({ country_id: 2 }, 5.5)] } })).to.deep.equal([5.5])
  })

  it('fall back to the class rate if the stored record has no rate', () => {
    expect(rates({ to: france, shop: { rates: [rateOf({ country_id: 2 }, null)] } })).to.deep.equal(taxed)
  })

  it('fall back to the class rate if the destination has no rate: domestic, abroad or unknown', () => {
    for (const to of [germany, france, britain, norway, null]) expect(rates({ to })).to.deep.equal(taxed)
    expect(rates({ to: norway, shop: { rates: [rateOf({ country_id: 1 }, 19)] } })).to.deep.equal(taxed)
  })

  it('are empty without a tax class', () => {
    expect(
      resolveShopTaxRates(
        null,
        { ...nowhere, vat_id: '', tax_exempt: false },
        { classes: [], rates: [], countries, homeCountryId: 1, registry },
      ),
    ).to.be.empty
  })

  it('are 0 in a country without VAT, also if a rate is stored', () => {
    expect(rates({ to: jersey })).to.deep.equal(free)
    expect(rates({ to: jersey, shop: { rates: [rateOf({ country_id: 7 }, 5)] } })).to.deep.equal(free)
    expect(rates({ to: jersey, from: jersey })).to.deep.equal(free)
  })

  it('are 0 for exempt parties, also for domestic and unknown destinations', () => {
    for (const to of [germany, france, norway, null]) expect(rates({ to, exempt: true })).to.deep.equal(free)
  })
})

describe('reason for untaxed deliveries', () => {
  const reason = (taxCase: Case): string | null => findUntaxedReason(...situation(taxCase))

  it('is reverse_charge only for a valid VAT id and a delivery to another member state', () => {
    expect(reason({ to: france, vatId: ids.FR })).to.equal('reverse_charge')
    expect(reason({ to: france, vatId: ids.AT })).to.equal('reverse_charge')
    expect(reason({ to: germany, vatId: ids.FR })).to.equal(null)
    expect(reason({ to: france, vatId: ids.DE })).to.equal(null)
    expect(reason({ to: france })).to.equal(null)
  })

  it('is never reverse_charge without a format for the VAT id, or with an id from outside the EU VAT area', () => {
    const bare = createCoreRegistry({}, { vatIdFormats: [] })
    expect(reason({ to: france, vatId: ids.FR, shop: { registry: bare } })).to.equal(null)
    const swiss = createCoreRegistry({}, { vatIdFormats: [{ owner: 'example', item: swissVatId }] })
    expect(reason({ to: france, vatId: 'CHE116281710MWST', shop: { registry: swiss } })).to.equal(null)
  })

  it('is export for deliveries out of the VAT area or into a country without VAT, with or without a VAT id', () => {
    for (const vatId of ['', ids.FR]) {
      for (const to of [norway, britain, jersey]) expect(reason({ to, vatId })).to.equal('export')
      expect(reason({ to: jersey, from: norway, vatId })).to.equal('export')
    }
    expect(reason({ to: norway, from: britain })).to.equal(null)
    expect(reason({ to: france, from: norway, vatId: ids.FR })).to.equal(null)
  })

  it('is null for a domestic delivery and for unknown countries', () => {
    for (const here of [germany, norway, jersey]) expect(reason({ to: here, from: here, vatId: ids.FR })).to.equal(null)
    expect(reason({ to: null })).to.equal(null)
    expect(reason({ to: norway, from: null })).to.equal(null)
  })

  it('is exempt for an exempt party before any other reason', () => {
    for (const to of [germany, france, norway, null]) expect(reason({ to, vatId: ids.FR, exempt: true })).to.equal('exempt')
  })
})

describe('VAT id of the customer', () => {
  it('removes the tax on a delivery to another member state', () => {
    expect(rates({ to: france, vatId: ids.FR })).to.deep.equal(free)
    expect(rates({ to: france, vatId: ids.FR, shop: { rates: [rateOf({ country_id: 2 }, 21)] } })).to.deep.equal(free)
    expect(rates({ to: france })).to.deep.equal(taxed)
  })

  it('is accepted with blanks and in lower case', () => {
    expect(rates({ to: france, vatId: 'fr 40 303 265 045' })).to.deep.equal(free)
  })

  it('has no effect if it is invalid', () => {
    for (const vatId of ['FR40303265046', 'FR403032650', '40303265045', 'FR'])
      expect(rates({ to: france, vatId })).to.deep.equal(taxed)
  })

  it("has no effect in the store's own country", () => {
    expect(rates({ to: germany, vatId: ids.FR })).to.deep.equal(taxed)
    expect(rates({ to: germany, vatId: ids.DE })).to.deep.equal(taxed)
  })

  it('may belong to another member state than the destination', () => {
    expect(rates({ to: france, vatId: ids.AT })).to.deep.equal(free)
    expect(rates({ to: greece, vatId: ids.FR })).to.deep.equal(free)
  })

  it("has no effect if it belongs to the store's country", () => {
    expect(rates({ to: france, vatId: ids.DE })).to.deep.equal(taxed)
    expect(rates({ to: france, vatId: ids.DE, from: austria })).to.deep.equal(free)
    expect(rates({ to: france, vatId: ids.EL, from: greece })).to.deep.equal(taxed)
    expect(rates({ to: france, vatId: ids.EL })).to.deep.equal(free)
  })

  it('has no effect on deliveries out of or into the EU VAT area', () => {
    expect(rates({ to: norway, vatId: ids.FR })).to.deep.equal(taxed)
    expect(rates({ to: france, vatId: ids.FR, from: norway })).to.deep.equal(taxed)
    expect(rates({ to: france, vatId: ids.FR, from: null })).to.deep.equal(taxed)
  })

  it("has no effect if its country is outside the area according to the shop's table", () => {
    const without = countries.map((country) => (country === austria ? { ...austria, in_eu_vat_area: false } : country))
    expect(rates({ to: france, vatId: ids.AT, shop: { countries: without } })).to.deep.equal(taxed)
    const unlisted = countries.filter((country) => country !== austria)
    expect(rates({ to: france, vatId: ids.AT, shop: { countries: unlisted } })).to.deep.equal(free)
  })

  it('has no effect if its country issues ids that cannot be validated', () => {
    for (const vatId of ['GB980780684', 'CHE-116.281.710', 'NO923609016MVA'])
      expect(rates({ to: france, vatId })).to.deep.equal(taxed)
  })
})

describe('VAT id of Northern Ireland', () => {
  const shared = countries.map((country) => (country === britain ? { ...britain, in_eu_vat_area: true } : country))
  const apart = land(8, 'XI', true)

  it('removes the tax on goods delivered to a member state', () => {
    expect(rates({ to: france, vatId: ids.XI })).to.deep.equal(free)
  })

  it('has no effect on a delivery to Great Britain, even if the shop lists it in the VAT area', () => {
    expect(rates({ to: britain, vatId: ids.XI })).to.deep.equal(taxed)
    expect(rates({ to: britain, vatId: ids.XI, shop: { countries: shared } })).to.deep.equal(taxed)
    expect(rates({ to: britain, vatId: ids.FR, shop: { countries: shared } })).to.deep.equal(free)
  })

  it('removes the tax on goods delivered to a separate country XI of the shop', () => {
    const shop = { countries: [...countries, apart] }
    expect(rates({ to: apart, vatId: ids.XI, shop })).to.deep.equal(free)
    expect(rates({ to: apart, shop })).to.deep.equal(taxed)
  })

  it("belongs to the store's country if the store is in Northern Ireland", () => {
    expect(rates({ to: france, vatId: ids.XI, from: apart, shop: { countries: [...countries, apart] } })).to.deep.equal(taxed)
    expect(rates({ to: france, vatId: ids.FR, from: apart, shop: { countries: [...countries, apart] } })).to.deep.equal(free)
    expect(rates({ to: france, vatId: ids.XI, from: britain, shop: { countries: shared } })).to.deep.equal(taxed)
  })
})
