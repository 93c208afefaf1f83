// Tax rates for a destination, and the tax on an amount.
import { expect } from 'chai'
import { toAmount } from '../../../../core/engine/money/amount.js'
import { combineTaxRates, isZeroRated, resolveTaxRates, taxInGross, taxOnNet } from '../../../../core/engine/money/goods.js'

describe('tax rates', () => {
  const places = { country_id: null, state_id: null, county_id: null, city_id: null, code: null }
  const placed = [
    { ...places, country_id: 1, rate: 19 },
    { ...places, state_id: 11, rate: 6 },
    { ...places, county_id: 111, rate: 1.25, code: 'C' },
    { ...places, city_id: 1111, rate: 0.5 },
  ]
  const rates = (place: Parameters<typeof resolveTaxRates>[0]): readonly number[] =>
    resolveTaxRates(place, 21, placed).map(({ rate }) => rate)

  it('resolve the state rate before the country rate before the class default, and add county and city rates', () => {
    expect(rates({ country_id: 1, state_id: 11, county_id: 111, city_id: 1111 })).to.deep.equal([6, 1.25, 0.5])
    expect(rates({ country_id: 1, state_id: 12 })).to.deep.equal([19])
    expect(rates({ country_id: 2, city_id: 1111 })).to.deep.equal([21, 0.5])
    expect(rates({ country_id: null })).to.deep.equal([21])
  })

  it('are zero for a VAT-free country and for a business in another country of the EU VAT area', () => {
    const germany = { country_id: 1, vat_free: false, in_eu_vat_area: true }
    const france = { country_id: 2, vat_free: false, in_eu_vat_area: true }
    const switzerland = { country_id: 3, vat_free: true, in_eu_vat_area: false }
    expect(isZeroRated({ destination: switzerland, store: germany, vatIdCounts: false })).to.equal(true)
    expect(isZeroRated({ destination: france, store: germany, vatIdCounts: true })).to.equal(true)
    expect(isZeroRated({ destination: france, store: germany, vatIdCounts: false })).to.equal(false)
    expect(isZeroRated({ destination: germany, store: germany, vatIdCounts: true })).to.equal(false)
    expect(isZeroRated({ destination: france, store: { ...germany, in_eu_vat_area: false }, vatIdCounts: true })).to.equal(false)
  })

  it('give the tax on a net amount and the tax contained in a gross amount', () => {
    const two = [
      { rate: 6, code: 'S' },
      { rate: 1.25, code: 'C' },
    ]
    expect(taxOnNet(toAmount(99.99), two, 2)).to.equal(72_500)
    expect(taxInGross(toAmount(107.25), two, 2)).to.equal(72_500)
  })

  it('combine to one rate with every code once', () => {
    const rates = [
      { rate: 6, code: 'S' },
      { rate: 1.25, code: null },
      { rate: 0.5, code: 'C' },
      { rate: 0, code: 'S' },
    ]
    expect(combineTaxRates(rates)).to.deep.equal({ rate: 7.75, code: 'S + C' })
    expect(
      combineTaxRates([
        { rate: 0.1, code: null },
        { rate: 0.2, code: null },
      ]),
    ).to.deep.equal({ rate: 0.3, code: null })
    expect(combineTaxRates([])).to.deep.equal({ rate: 0, code: null })
  })
})
