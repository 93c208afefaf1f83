// CSV lines for spreadsheets: the number format of the user's language, and cells that no spreadsheet takes for formulas.
import { expect } from 'chai'
import { formatCsvLine, getCsvFormat } from '../../../plugins/admin/transport/csv.js'

const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠']
const separators = [',', ';', '\t', '\n', '\r\n', '"']

describe('CSV export of the admin', () => {
  it('CSV: neutralises formulas at the start and behind every sign at which a spreadsheet may begin a cell', () => {
    for (const language of ['en', 'de']) {
      for (const sign of signs) {
        expect(formatCsvLine([`${sign}1+1`], getCsvFormat(language))).to.equal(`'${sign}1+1\r\n`)
        for (const separator of separators) {
          const written = formatCsvLine([1, `Oak${separator}${sign}cmd|x`], getCsvFormat(language))
          // A program that takes another sign for the separator sees neither our cells nor our quotes.
          for (const cell of written.split(/[,;\t\r\n"]+/))
            expect(cell, JSON.stringify(written)).to.not.match(/^\s*[=+\-@＝＋－＠]/)
        }
      }
    }
  })

  it('CSV: leaves texts alone in which no formula can begin', () => {
    const texts = ['Oak - solid', '24-28 mm', 'a@b.example', '1 + 1 = 2', "5'-6'", 'plain']
    expect(formatCsvLine(texts, getCsvFormat('en'))).to.equal(`${texts.join(',')}\r\n`)
    expect(formatCsvLine(['plain, "quoted"', 'two\nlines'], getCsvFormat('en'))).to.equal('"plain, ""quoted""","two\nlines"\r\n')
  })

  it("CSV: separates cells and writes decimals as spreadsheets of the user's language read them", () => {
    const cells = ['Lamp', 12.5, -5, true, null, 1250]
    expect(formatCsvLine(cells, getCsvFormat('en'))).to.equal('Lamp,12.5,-5,true,,1250\r\n')
    expect(formatCsvLine(cells, getCsvFormat('de'))).to.equal('Lamp;12,5;-5;true;;1250\r\n')
    expect(formatCsvLine(['a;b', 1.5], getCsvFormat('de'))).to.equal('"a;b";1,5\r\n')
  })
})
