// The seeded tax rates, compared with a published list of EU VAT rates.
import { expect } from 'chai'
import { formatIsoTime } from '../../../../core/foundation/clock.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
import { readRepositoryFile } from '../../../support/repository.js'

interface Period {
  readonly effective_from: string
  readonly rates: { readonly standard: number }
}

/** The list contains Great Britain, a former member. */
const formerMembers = ['GB']

/** The standard rate of each member on that day, sorted by country code. */
function ratesOn(day: string): readonly string[] {
  const { items } = JSON.parse(readRepositoryFile('test/fixtures/tax-eu/vat-rates.json')) as {
    readonly items: Readonly<Record<string, readonly Period[]>>
  }
  return Object.entries(items)
    .filter(([country]) => !formerMembers.includes(country))
    .map(([country, periods]) => {
      const started = periods.filter((period) => period.effective_from <= day)
      const last = started.reduce((latest, other) => (other.effective_from > latest.effective_from ? other : latest))
      return `${country} ${last.rates.standard}`
    })
    .toSorted()
}

describe('The tax rates of a new installation', () => {
  let app: TestApp
  before(async () => {
    app = await bootTestApp()
  })
  after(() => app.stop())

  it('are the standard rates of all EU members, one per member, and no others', async () => {
    const shopperContext = app.shop.createContext({})
    const countries = new Map((await shopperContext.list('country')).map(({ id, values }) => [id, values]))
    const rates = (await shopperContext.list('tax-rate')).map(({ values }) => values)
    const rateTexts = rates.map(
      (rate) => `${String(countries.get(rate['country_id'] as number)!['iso2'])} ${String(rate['rate'])}`,
    )
    expect(rateTexts.toSorted()).to.deep.equal(ratesOn(formatIsoTime(Date.UTC(2026, 11, 31))))
    expect(rateTexts).to.have.length(27)
    for (const rate of rates) expect(rate['state_id'], JSON.stringify(rate)).to.equal(null)
    const members = [...countries.values()]
      .filter((country) => country['in_eu_vat_area'] === true)
      .map(({ iso2 }) => String(iso2))
    expect(members.toSorted()).to.deep.equal(rateTexts.map((text) => text.slice(0, 2)).toSorted())
  })

  it('have a code with the country and the rate', async () => {
    const shopperContext = app.shop.createContext({})
    const countries = new Map((await shopperContext.list('country')).map(({ id, values }) => [id, values['iso2']]))
    for (const { values } of await shopperContext.list('tax-rate')) {
      expect(values['code']).to.equal(`VAT ${String(countries.get(values['country_id'] as number))} ${String(values['rate'])} %`)
    }
  })
})
