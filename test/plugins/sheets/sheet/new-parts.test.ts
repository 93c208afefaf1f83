// A sheet with many new records: few statements, the order of the sheet, and an error position for each invalid record.
import { expect } from 'chai'
import type { ValidationError } from '../../../../core/foundation/errors.js'
import { formatSheetText } from '../../../../plugins/sheets/sheet/write.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
import { catchError } from '../../../support/caught-error.js'

/** Two pages of questions with answers. `question` returns the lines of one question. */
function sheetOf(key: string, count: number, question: (n: number) => readonly string[]): string {
  const page = (name: string, from: number): readonly string[] => [
    `  - title: { en-GB: ${name}, de-DE: ${name} }`,
    '    questions:',
    ...Array.from({ length: count }, (_, n) => [
      `      q${from + n}:`,
      `        title: { en-GB: Question ${from + n}, de-DE: Frage ${from + n} }`,
      ...question(from + n).map((line) => `        ${line}`),
    ]).flat(),
  ]
  return [
    'sheet: 1',
    `product: ${key}`,
    `title: { en-GB: ${key}, de-DE: ${key} }`,
    'tax_class_id: Standard',
    'pages:',
    ...page('First', 0),
    ...page('Second', count),
    '',
  ].join('\n')
}
const choice = ['question_type: Radiobuttons', 'answers: [{ title: Oak, price: 1 }, { title: Walnut, price: 2 }]']

describe('A sheet with many new records', () => {
  let app: TestApp
  before(async () => {
    app = await bootTestApp()
  })
  after(() => app.stop())

  const apply = (sheet: string): Promise<{ readonly product_id: number }> =>
    app.act('apply-product-sheet', { sheet }) as Promise<{ readonly product_id: number }>

  it('inserts them with few statements in the order of the sheet, and changes nothing the second time', async () => {
    const statements: string[] = []
    const end = app.context.database.observe((sql) => void statements.push(sql))
    const sheet = sheetOf('desk', 50, () => choice)
    const { product_id: id } = await apply(sheet)
    end()
    const inserts = (table: string): number => statements.filter((sql) => sql.startsWith(`INSERT INTO \`${table}\``)).length
    expect([inserts('svc_page'), inserts('svc_question'), inserts('svc_answer')]).to.deep.equal([1, 2, 4])
    const keys = [...(await formatSheetText(app.shop.createContext({}), id)).matchAll(/^ {6}(q\d+):/gm)].map(([, key]) => key)
    expect(keys).to.deep.equal(Array.from({ length: 100 }, (_, n) => `q${n}`))
    expect(await apply(sheet)).to.deep.include({ counts: { created: {}, changed: {}, deleted: {} } })
  })

  it('is rejected with the position of each error, and stores nothing', async () => {
    const wrong = sheetOf('chair', 3, (n) => (n % 2 === 1 ? ['question_type: Nothing'] : choice))
    const { issues } = (await catchError(apply(wrong))) as ValidationError
    expect(issues.map(({ field }) => field)).to.deep.equal([
      'pages[0].questions.q1.question_type',
      'pages[1].questions.q3.question_type',
      'pages[1].questions.q5.question_type',
    ])
    const { records } = await app.records.list('product', { limit: 200 })
    expect(records.map(({ title }) => title)).not.to.include('chair')
  })
})
