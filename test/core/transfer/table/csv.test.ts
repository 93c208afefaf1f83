// CSV text: the delimiter, the records, and the line of each record.
import fc from 'fast-check'
import { expect } from 'chai'
import { FileFault } from '../../../../core/transfer/findings.js'
import { findDelimiter, parseCsv } from '../../../../core/transfer/table/csv.js'

const quoteCell = (cell: string): string => `"${cell.replaceAll('"', '""')}"`

describe('CSV: the delimiter', () => {
  const cases: Readonly<Record<string, readonly [text: string, delimiter: string]>> = {
    'is not found in quoted HTML over several lines': [
      `Handle,Title,Body (HTML),Tags\nlamp,Lamp,"<p>Bright&nbsp;lamp;</p>\n<ul>\n<li>Steel;&nbsp;brass;</li>\n<li>Wood;</li>\n</ul>",new\n`,
      ',',
    ],
    'is not found in unquoted cells if the header does not contain it': ['Name,Kind\na;b,c;d\ne;f,g;h\n', ','],
    'is a semicolon if decimals have commas': ['Width;Price\n100;1,50\n200;2,50\n', ';'],
    'is found below a title with a comma': ['Blinds, net\nDrop;800;1200\n1000;49,00;62,50\n1600;58,00;74,00\n', ';'],
    'is a tab if texts contain commas and semicolons': ['Name\tNote\na, b\tc; d\n', '\t'],
  }
  for (const [title, [text, delimiter]] of Object.entries(cases))
    it(title, () => {
      expect(findDelimiter(text)).to.equal(delimiter)
    })

  it("is read from a first line such as 'sep=,'", () => {
    const { delimiter, records } = parseCsv('sep=,\r\na,b;c\r\n')
    expect({ delimiter, records }).to.deep.equal({ delimiter: ',', records: [{ line: 2, cells: ['a', 'b;c'] }] })
  })
})

describe('CSV: the records', () => {
  it('have the original cells and line numbers for every delimiter and line end', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'é', '1', ',', ';', '\t', '"', '\n', ' ', '<', '&'), maxLength: 8 })
    const table = fc
      .integer({ min: 2, max: 4 })
      .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }))
    fc.assert(
      fc.property(table, fc.constantFrom(',', ';', '\t'), fc.constantFrom('\n', '\r\n'), (rows, delimiter, end) => {
        const text = rows.map((row) => row.map(quoteCell).join(delimiter) + end).join('')
        let line = 1
        const expected = rows.flatMap((row) => {
          const begin = line
          line += 1 + row.join('').split('\n').length - 1
          const cells = row.map((one) => one.trim())
          return cells.every((one) => one === '') ? [] : [{ line: begin, cells }]
        })
        expect(parseCsv(text)).to.deep.equal({ delimiter, records: expected })
      }),
    )
  })

  it('have no byte order mark, and keep quotes inside a cell', () => {
    expect(parseCsv('\u{feff}a;19" wide\r\n\r\n b ; "c"\r\n').records).to.deep.equal([
      { line: 1, cells: ['a', '19" wide'] },
      { line: 3, cells: ['b', 'c'] },
    ])
  })

  it('are rejected with the line of an invalid quote', () => {
    const lineOf = (text: string): number | undefined => {
      try {
        parseCsv(text)
      } catch (error) {
        if (error instanceof FileFault) return error.line
      }
      return undefined
    }
    expect(lineOf('a,b\n\nc,"d\ne')).to.equal(3)
    expect(lineOf('a,b\nc,"d" e\n')).to.equal(2)
  })
})
