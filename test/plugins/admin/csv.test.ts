// CSV export: the number format of the user's language, and protection against spreadsheet formulas.
import { expect } from 'chai'
import { formatLine, formatOf } from '../../../plugins/admin/transport/csv.js'

const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠']
const separators = [',', ';', '\t', '\n', '\r\n', '"']

describe('CSV export of the admin', () => {
  it('neutralizes formulas at the start of a cell and after every separator that a spreadsheet may use', () => {
    for (const language of ['en', 'de']) {
      for (const sign of signs) {
        expect(formatLine([`${sign}1+1`], formatOf(language))).to.equal(`'${sign}1+1\r\n`)
        for (const separator of separators) {
          const written = formatLine([1, `Oak${separator}${sign}cmd|x`], formatOf(language))
          // A spreadsheet with another separator splits the line at other places and ignores our quotes.
          for (const cell of written.split(/[,;\t\r\n"]+/))
            expect(cell, JSON.stringify(written)).to.not.match(/^\s*[=+\-@＝＋－＠]/)
        }
      }
    }
  })

  it('leaves texts unchanged in which no formula can start', () => {
    const texts = ['Oak - solid', '24-28 mm', 'a@b.example', '1 + 1 = 2', "5'-6'", 'plain']
    expect(formatLine(texts, formatOf('en'))).to.equal(`${texts.join(',')}\r\n`)
    expect(formatLine(['plain, "quoted"', 'two\nlines'], formatOf('en'))).to.equal('"plain, ""quoted""","two\nlines"\r\n')
  })

  it("separates cells and writes decimals as spreadsheets of the user's language read them", () => {
    const cells = ['Lamp', 12.5, -5, true, null, 1250]
    expect(formatLine(cells, formatOf('en'))).to.equal('Lamp,12.5,-5,true,,1250\r\n')
    expect(formatLine(cells, formatOf('de'))).to.equal('Lamp;12,5;-5;true;;1250\r\n')
    expect(formatLine(['a;b', 1.5], formatOf('de'))).to.equal('"a;b";1,5\r\n')
  })
})
