// The shop's time zone: the setting, the store's country, and calendar days in a zone.
import { expect } from 'chai'
import {
  addDays,
  dayOf,
  endOfDay,
  formatLocalTime,
  isTimeZone,
  parseLocalTime,
  startOfDay,
} from '../../../core/foundation/clock.js'
import { createPrintFormats } from '../../../plugins/print/print-formats.js'
import { readShopTimeZone, readShopToday } from '../../../core/shop/shop.js'
import { findCountryTimeZone } from '../../../core/storage/record/snapshot.js'
import { ServiceContext } from '../../../core/storage/service-context.js'
import { formatDueDate } from '../../../plugins/payments/providers/offline.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { createCatalogAuthor } from '../../support/catalog-author.js'
import { createTestClock } from '../../support/clock.js'
import { catchValidationError } from '../../support/validation-error.js'

const silvester = '2026-12-31T23:30:00.000Z'

describe('days in a time zone', () => {
  it('dates an order placed at 23:30 UTC on 31 December 1 January in Berlin', () => {
    expect(dayOf(Date.parse(silvester), 'Europe/Berlin')).to.equal('2027-01-01')
    expect(dayOf(Date.parse(silvester), 'UTC')).to.equal('2026-12-31')
    const print = (timeZone: string): string =>
      createPrintFormats('de-DE', {}, { code: 'EUR', decimals: 2 }, timeZone).date(silvester)
    expect([print('Europe/Berlin'), print('UTC')]).to.deep.equal(['1. Januar 2027', '31. Dezember 2026'])
    expect(formatDueDate(Date.parse(silvester), 14, 'en-GB', 'Europe/Berlin')).to.equal('15 January 2027')
  })

  it('returns the day of each instant, also for one second in several zones and for seconds in turn', () => {
    const [before, after] = [Date.parse('2026-12-31T22:59:59.999Z'), Date.parse('2026-12-31T23:00:00.000Z')]
    const days = [before, after, before].map((time) => [dayOf(time, 'Europe/Berlin'), dayOf(time, 'America/New_York')])
    const sameDayInNewYork = '2026-12-31'
    expect(days).to.deep.equal([
      ['2026-12-31', sameDayInNewYork],
      ['2027-01-01', sameDayInNewYork],
      ['2026-12-31', sameDayInNewYork],
    ])
  })

  it('starts and ends a day by the local clocks, also on a clock change', () => {
    const bounds = (day: string, zone: string): readonly string[] =>
      [startOfDay(day, zone), endOfDay(day, zone)].map((time) => new Date(time).toISOString())
    expect(bounds('2026-11-27', 'Europe/Berlin')).to.deep.equal(['2026-11-26T23:00:00.000Z', '2026-11-27T22:59:59.999Z'])
    expect(bounds('2026-03-29', 'Europe/Berlin')).to.deep.equal(['2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'])
    expect(bounds('2026-11-27', 'America/New_York')[0]).to.equal('2026-11-27T05:00:00.000Z')
    // Clocks in Chile skip midnight.
    expect(dayOf(startOfDay('2026-09-06', 'America/Santiago'), 'America/Santiago')).to.equal('2026-09-06')
    expect(addDays('2026-12-31', 1)).to.equal('2027-01-01')
  })

  it('parses and formats a local time in the zone, also on a clock change', () => {
    const moments: readonly (readonly [string, string, string])[] = [
      ['2027-01-01T00:30', 'Europe/Berlin', silvester],
      ['2026-12-31T18:30', 'America/New_York', silvester],
      ['0050-06-01T00:00', 'UTC', '0050-06-01T00:00:00.000Z'],
      // The clocks show this time twice. The first occurrence counts.
      ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
      ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
    ]
    for (const [text, zone, iso] of moments) {
      expect(new Date(parseLocalTime(text, zone)!).toISOString(), text).to.equal(iso)
      expect(formatLocalTime(Date.parse(iso), zone)).to.equal(text)
    }
    // The clocks skip this time.
    expect(formatLocalTime(parseLocalTime('2026-03-29T02:30', 'Europe/Berlin')!, 'Europe/Berlin')).to.equal('2026-03-29T03:30')
    expect(formatLocalTime(parseLocalTime('2026-03-08T02:30', 'America/New_York')!, 'America/New_York')).to.equal(
      '2026-03-08T03:30',
    )
    expect(['', '2026-12-31', '2026-13-01T00:00', silvester].map((text) => parseLocalTime(text, 'UTC'))).to.deep.equal(
      Array(4).fill(null),
    )
  })

  it('accepts only zone names that the runtime knows, and derives the zone of a country', () => {
    expect(['Europe/Berlin', 'Asia/Kolkata', 'UTC'].map(isTimeZone)).to.deep.equal([true, true, true])
    expect(['Europe/Nowhere', '+01:00', '', null, 'x'.repeat(200)].map(isTimeZone)).to.deep.equal(Array(5).fill(false))
    expect(['DE', 'AT', 'US', 'IL', '', 'XX'].map(findCountryTimeZone)).to.deep.equal([
      ...['Europe/Berlin', 'Europe/Vienna', 'America/New_York', 'Asia/Jerusalem', 'UTC', 'UTC'],
    ])
  })
})

describe('time zone of the shop', () => {
  let app: TestApp
  before(async () => {
    app = await bootTestApp()
  })
  after(() => app.stop())

  it("is the setting, otherwise the zone of the store's country; an unknown name is rejected", async () => {
    const zone = async (): Promise<string> => readShopTimeZone(await new ServiceContext(app.context).at())
    expect(await zone()).to.equal('UTC')
    const { records: countries } = await app.records.list('country', { filters: new Map([['iso2', 'DE']]), limit: 1 })
    const home =
      countries[0]?.['id'] ??
      (await app.records.write('country', { name_en_GB: 'Germany', name_de_DE: 'Deutschland', iso2: 'DE' })).id
    await app.records.write('store', { country_id: home }, { id: 1 })
    expect(await zone()).to.equal('Europe/Berlin')
    await app.records.write('settings', { time_zone: 'America/New_York' }, { id: 1 })
    expect(await zone()).to.equal('America/New_York')
    expect(await readShopToday(await new ServiceContext(app.context).at())).to.match(/^\d{4}-\d{2}-\d{2}$/)
    const refused = await catchValidationError(app.records.write('settings', { time_zone: 'Europe/Nowhere' }, { id: 1 }))
    expect(refused.issues.map(({ message }) => message)).to.deep.equal([
      'Field Time zone takes the IANA name of a time zone, such as Europe/Berlin or UTC.',
    ])
    await app.records.write('settings', { time_zone: null }, { id: 1 })
    expect(await zone()).to.equal('Europe/Berlin')
  })

  it('decides what today is for the limits of a calendar question', async () => {
    const shop = await bootTestApp({ clock: createTestClock(Date.parse(silvester)) })
    try {
      const author = createCatalogAuthor(shop)
      const product_id = await author.product('Desk')
      const page = await author.page(product_id, 'Delivery')
      const question_id = await author.question(page, 'Day', 'Calendar', { calendar_days_min: 0, calendar_days_max: 0 })
      const { configuration } = await shop.shop.configurations.start({ product_id })
      const isRefused = async (value: string): Promise<boolean> => {
        const { refused } = await shop.shop.configurations.change(configuration, { selections: [{ question_id, value }] })
        return refused.length > 0
      }
      await shop.records.write('settings', { time_zone: 'Europe/Berlin' }, { id: 1 })
      expect([await isRefused('2026-12-31'), await isRefused('2027-01-01')]).to.deep.equal([true, false])
      await shop.records.write('settings', { time_zone: 'America/New_York' }, { id: 1 })
      expect([await isRefused('2026-12-31'), await isRefused('2027-01-01')]).to.deep.equal([false, true])
    } finally {
      await shop.stop()
    }
  })
})
