// CSV export: the number format of the user's language, and protection against spreadsheet formulas.
import { expect } from 'chai'
import { formatCsvLine, getCsvFormat } from '../../../plugins/admin/transport/csv.js'

const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠']
const separators = [',', ';', '\t', '\n', '\r\n', '"']

describe('CSV export of the admin', () => {
  it('neutralizes formulas at the start of a cell and after every separator that a spreadsheet may use', () => {
    for (const language of ['en', 'de']) {
      for (const sign of signs) {
        expect(formatCsvLine([`${sign}1+1`], getCsvFormat(language))).to.equal(`'${sign}1+1\r\n`)
        for (const separator of separators) {
          const csvLine = formatCsvLine([1, `Oak${separator}${sign}cmd|x`], getCsvFormat(language))
          // A spreadsheet with another separator splits the line at other places and ignores our quotes.
          for (const cell of csvLine.split(/[,;\t\r\n"]+/))
            expect(cell, JSON.stringify(csvLine)).to.not.match(/^\s*[=+\-@＝＋－＠]/)
        }
      }
    }
  })

  it('leaves texts unchanged in which no formula can start', () => {
    const texts = ['Oak - solid', '24-28 mm', 'a@b.example', '1 + 1 = 2', "5'-6'", 'plain']
    expect(formatCsvLine(texts, getCsvFormat('en'))).to.equal(`${texts.join(',')}\r\n`)
    expect(formatCsvLine(['plain, "quoted"', 'two\nlines'], getCsvFormat('en'))).to.equal('"plain, ""quoted""","two\nlines"\r\n')
  })

  it("separates cells and writes decimals as spreadsheets of the user's language read them", () => {
    const cells = ['Lamp', 12.5, -5, true, null, 1250]
    expect(formatCsvLine(cells, getCsvFormat('en'))).to.equal('Lamp,12.5,-5,true,,1250\r\n')
    expect(formatCsvLine(cells, getCsvFormat('de'))).to.equal('Lamp;12,5;-5;true;;1250\r\n')
    expect(formatCsvLine(['a;b', 1.5], getCsvFormat('de'))).to.equal('"a;b";1,5\r\n')
  })
})
