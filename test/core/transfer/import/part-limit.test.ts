// The maximum number of parts of a product in a package.
import { expect } from 'chai'
import type { PackageRecord } from '#core/transfer/package/rows.js'
import { parsePackageProduct } from '../../../../core/transfer/import/parsed-product.js'
import { PackageFault } from '../../../../core/transfer/package/format.js'
import { catchError } from '../../../support/caught-error.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'

describe('A product of a package', () => {
  let app: TestApp
  before(async () => {
    app = await bootTestApp()
  })
  after(() => app?.stop())

  const parse = (questions: number): Promise<unknown> => {
    async function* rowsOf(count: number, fields: object): AsyncGenerator<PackageRecord> {
      for (let id = 1; id <= count; id++) yield { id, title_en_GB: 'A', title_de_DE: 'A', ...fields }
    }
    const rows = new Map([
      ['product', rowsOf(1, {})],
      ['page', rowsOf(1, { product_id: 1 })],
      ['question', rowsOf(questions, { page_id: 1, question_type: 'Textbox' })],
    ])
    return parsePackageProduct(app.context, { product: 1, rows, languages: ['en-GB', 'de-DE'], written: ['en-GB', 'de-DE'] })
  }

  it('is rejected if it has more than 15,000 parts', async () => {
    const error = await catchError(parse(14_999))
    expect(error).to.be.instanceOf(PackageFault)
    expect((error as PackageFault).message).to.equal(
      'A product can have at most 15,000 parts, such as pages, questions and answers.',
    )
  })

  it('is accepted with 5,000 questions', async () => {
    expect(await parse(5_000))
      .to.have.property('members')
      .with.length(5_002)
  })
})
