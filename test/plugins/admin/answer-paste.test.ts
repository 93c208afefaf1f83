// Rows of a spreadsheet, matched with the answers of a question.
import { expect } from 'chai'
import {
  type AnswerColumn,
  type AnswerGridRow,
  planPaste,
  readPastedTable,
} from '../../../plugins/admin/browser/workshop/answer-paste.js'

const columns: readonly AnswerColumn[] = [
  { name: 'title_en_GB', label: 'Title – English', kind: 'text' },
  { name: 'title_de_DE', label: 'Title – German', kind: 'text' },
  { name: 'sku', label: 'SKU', kind: 'text' },
  { name: 'price', label: 'Price', kind: 'number' },
  { name: 'published', label: 'Published', kind: 'boolean' },
]
const row = (id: number, fields: Record<string, unknown>): AnswerGridRow => ({
  key: String(id),
  id,
  stored: fields,
  fields,
  picture: null,
})
const answers = [
  row(1, { title_en_GB: 'White', title_de_DE: 'Weiß', sku: 'W-1', price: 10, published: true }),
  row(2, { title_en_GB: 'Grey', title_de_DE: 'Grau', sku: 'G-1', price: 12.5, published: true }),
  row(3, { title_en_GB: 'Grey', title_de_DE: 'Grau', sku: 'G-2', price: 13, published: false }),
]
const plan = (block: readonly (readonly string[])[], adds = true, language = 'en') =>
  planPaste(readPastedTable(block, columns, language), answers, columns, language, adds)

describe('pasting answers from a spreadsheet', () => {
  it('matches rows by SKU, otherwise by the title in any language, and reports only what differs', () => {
    const { rows, untouched } = plan([
      ['SKU', 'Title', 'Price'],
      ['w-1', '', '11.00'],
      ['', 'Weiß', '11.00'],
      ['G-1', 'Grey', '12.50'],
      ['N-1', 'Black', '9'],
    ])
    expect(rows.map(({ kind, name, problem }) => [kind, name, problem])).to.deep.equal([
      ['changed', 'w-1', undefined],
      ['unmatched', 'Weiß', 'twice'],
      ['unchanged', 'Grey', undefined],
      ['added', 'Black', undefined],
    ])
    expect(rows[0]!.changes.map(({ column, before, after }) => [column.name, before, after])).to.deep.equal([['price', 10, 11]])
    expect(untouched).to.equal(1)
  })

  it('does not guess between answers with the same title, and adds rows without a match only if wanted', () => {
    const block = [
      ['Titel', 'Preis'],
      ['Grau', '5'],
      ['Black', '6'],
    ]
    expect(plan(block, false).rows.map(({ kind, problem }) => [kind, problem])).to.deep.equal([
      ['unmatched', 'ambiguous'],
      ['unmatched', 'noMatch'],
    ])
    expect(
      plan([
        ['SKU', 'Price'],
        ['X-9', '4'],
      ]).rows[0]!.problem,
    ).to.equal('noTitle')
  })

  it('guesses the columns without a heading, reads prices in one notation, and reports cells that are no number', () => {
    const block = [
      ['White', 'W-1', '1.250,50 €'],
      ['Grey', 'G-1', '12,00 €'],
    ]
    expect(readPastedTable(block, columns, 'de').roles).to.deep.equal(['title_en_GB', 'sku', 'price'])
    expect(plan(block, true, 'de').rows.map(({ changes }) => changes[0]?.after)).to.deep.equal([1250.5, 12])
    expect(
      plan([
        ['SKU', 'Price'],
        ['W-1', 'ask us'],
      ]).unread,
    ).to.deep.equal(['ask us'])
  })

  it('reads all prices of a column in one notation, and says why an ambiguous or mixed column cannot be read', () => {
    const prices = (language: string, ...texts: readonly string[]) =>
      plan([['Title', 'Price'], ...texts.map((text, at) => [`New ${at}`, text])], true, language)
    const read = ({ rows }: ReturnType<typeof plan>) =>
      rows.map(({ changes }) => changes.find(({ column }) => column.name === 'price')?.after)
    expect(read(prices('de', '1.250', '800,50 €'))).to.deep.equal([1250, 800.5])
    expect(read(prices('en', '€ 1.234,50', '12,-'))).to.deep.equal([1234.5, 12])
    const ambiguous = prices('de', '1.250', '800')
    expect([ambiguous.refusals, ambiguous.unread]).to.deep.equal([["'1.250' can mean 1250 or 1,25. Enter one of them."], []])
    expect(prices('de', '1.5', '800,50').refusals).to.have.length(1)
    const words = prices('de', 'much')
    expect([words.refusals, words.unread]).to.deep.equal([[], ['much']])
  })
})
