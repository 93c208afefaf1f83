// Price tables with many more positions than cells in product sheets.
import { expect } from 'chai'
import { formatSheetText } from '../../../../plugins/sheets/sheet/write.js'
import { createCatalogAuthor } from '../../../support/catalog-author.js'
import { applySheetText } from '../sheet-copy.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'

describe('The sheet of a sparse price table', () => {
  let app: TestApp

  before(async () => {
    app = await bootTestApp()
  })
  after(() => app?.stop())

  async function authorTable(cells: readonly object[]): Promise<number> {
    const author = createCatalogAuthor(app)
    const product = await author.product('Blind')
    const page = await author.page(product, 'Size')
    const [height, width] = [await author.question(page, 'Height', 'Textbox'), await author.question(page, 'Width', 'Textbox')]
    const axes = { row_question_id: height, column_question_id: width, lookup: 'exact' }
    await author.calculation(product, 'Prices', 'matrix', { ...axes, cells })
    return product
  }

  it('lists the cells instead of a table with all positions, and changes nothing when it is applied', async () => {
    const product = await authorTable(Array.from({ length: 5_000 }, (_, at) => ({ row: at, column: at, value: '1.50' })))
    const text = await formatSheetText(app.shop.createContext({}), product)
    expect(text).not.to.include('table:')
    expect(text.match(/\{ row: \d+, column: \d+, value: '?"?1\.50/g)).to.have.length(5_000)
    const { counts, product_id } = await applySheetText(app, text)
    expect([counts, product_id]).to.deep.equal([{ created: {}, changed: {}, deleted: {} }, product])
  })

  it('has a table with gaps if only few positions are empty', async () => {
    const cells = [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => ({ row, column, value: `${row}${column}.50` })))
    const text = await formatSheetText(
      app.shop.createContext({}),
      await authorTable(cells.filter(({ row, column }) => row + column !== 3)),
    )
    expect(text).to.match(/table: \|\n +\* +0 +1 +2\n/)
  })
})
