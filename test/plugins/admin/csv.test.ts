// CSV export: numbers and times in the format of the user's language, and protection against spreadsheet formulas.
import { expect } from 'chai'
import { formatCsvLine, getCsvFormat } from '../../../plugins/admin/api/record-list.js'
import { everyScope } from '../rest/service.js'
import { startAdmin } from './service.js'

const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠']
const separators = [',', ';', '\t', '\n', '\r\n', '"']

describe('CSV export of the admin', () => {
  it('neutralizes formulas at the start of a cell and after every separator that a spreadsheet may use', () => {
    for (const language of ['en', 'de']) {
      for (const sign of signs) {
        expect(formatCsvLine([`${sign}1+1`], getCsvFormat(language, 'UTC'))).to.equal(`'${sign}1+1\r\n`)
        for (const blank of [' ', '\u00a0', '\u3000', '\u200b', '\ufeff', '\v', '\f']) {
          expect(formatCsvLine([`${blank}${sign}1+1`], getCsvFormat(language, 'UTC'))).to.equal(`'${blank}${sign}1+1\r\n`)
          const quoted = formatCsvLine([`Oak;${blank}${sign}1`], getCsvFormat(language, 'UTC'))
          expect(quoted).to.equal(`"Oak;${blank}'${sign}1"\r\n`)
        }
        for (const separator of separators) {
          const csvLine = formatCsvLine([1, `Oak${separator}${sign}cmd|x`], getCsvFormat(language, 'UTC'))
          // A spreadsheet with another separator splits the line at other places and ignores our quotes.
          for (const cell of csvLine.split(/[,;\t\r\n"]+/))
            expect(cell, JSON.stringify(csvLine)).to.not.match(/^\s*[=+\-@＝＋－＠]/)
        }
      }
    }
  })

  it('leaves texts unchanged in which no formula can start', () => {
    const texts = ['Oak - solid', '24-28 mm', 'a@b.example', '1 + 1 = 2', "5'-6'", 'plain']
    expect(formatCsvLine(texts, getCsvFormat('en', 'UTC'))).to.equal(`${texts.join(',')}\r\n`)
    expect(formatCsvLine(['plain, "quoted"', 'two\nlines'], getCsvFormat('en', 'UTC'))).to.equal(
      '"plain, ""quoted""","two\nlines"\r\n',
    )
  })

  it("separates cells and writes decimals as spreadsheets of the user's language read them", () => {
    const cells = ['Lamp', 12.5, -5, true, null, 1250]
    expect(formatCsvLine(cells, getCsvFormat('en', 'UTC'))).to.equal('Lamp,12.5,-5,true,,1250\r\n')
    expect(formatCsvLine(cells, getCsvFormat('de', 'UTC'))).to.equal('Lamp;12,5;-5;true;;1250\r\n')
    expect(formatCsvLine(['a;b', 1.5], getCsvFormat('de', 'UTC'))).to.equal('"a;b";1,5\r\n')
  })

  it("CSV: writes times in the shop's time zone, as spreadsheets of the user's language read them", () => {
    const times = [new Date('2026-11-27T13:05:59.999Z'), new Date('2026-12-31T23:30:00Z')]
    const german = formatCsvLine(times, getCsvFormat('de', 'Europe/Berlin'))
    expect(german).to.equal('27.11.2026 14:05;01.01.2027 00:30\r\n')
    expect(formatCsvLine(times, getCsvFormat('de', 'UTC'))).to.equal('27.11.2026 13:05;31.12.2026 23:30\r\n')
    expect(formatCsvLine(times, getCsvFormat('en', 'Europe/Berlin'))).to.equal('2026-11-27 14:05,2027-01-01 00:30\r\n')
  })

  it("CSV: a downloaded list has the times of its records in the language of the account and the shop's time zone", async () => {
    const service = await startAdmin()
    try {
      await service.app.records.write('settings', { time_zone: 'Europe/Berlin' }, { id: 1 })
      await service.app.records.write('cart', { token: 'a', created: '2026-11-27T13:05:00Z' }, { internal: true })
      const client = await service.as(...everyScope)
      const english = await client.send('GET', 'records/cart.csv')
      expect(String(english.body).split('\r\n')[1]).to.contain(',2026-11-27 14:05,')
      await client.send('PATCH', 'account', { language: 'de' })
      const german = await client.send('GET', 'records/cart.csv')
      expect(String(german.body).split('\r\n')[1]).to.contain(';27.11.2026 14:05;')
    } finally {
      await service.stop()
    }
  })
})
