// Four independently written products are created over REST, and 200 recorded sessions of each are replayed over the runtime API.
import { expect } from 'chai'
import { rest } from '../../plugins/rest/index.js'
import { runtime } from '../../plugins/runtime/index.js'
import { formatSheetText } from '../../plugins/sheets/sheet/write.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { testLanguages } from '../support/installed-database.js'
import type { JsonClient } from '../support/json-client.js'
import { importProduct, type ImportedProduct } from './oracle-import.js'
import { listOracleFolders, readOracleProduct, readOracleSequences } from './oracle-product.js'
import { replayProduct } from './oracle-replay.js'
import { copyBySheet } from '../plugins/sheets/sheet-copy.js'
import { createRestClient, readFirstTaxClass } from '../support/rest-client.js'

for (const folder of listOracleFolders()) {
  describe(`The product ${folder}`, () => {
    const product = readOracleProduct(folder)
    const recorded = readOracleSequences(folder)
    let app: ListeningApp
    let client: JsonClient
    let imported: ImportedProduct

    before(async function () {
      this.timeout(120_000)
      app = await listenTestApp([rest(), runtime()])
      client = await createRestClient(app)
    })

    after(async () => {
      client?.close()
      await app?.stop()
    })

    it('can be created over REST', async function () {
      this.timeout(120_000)
      imported = await importProduct(client, product, { languages: testLanguages, taxClassId: await readFirstTaxClass(client) })
      expect(imported.questions.size).to.equal(product.questions.length)
      expect(imported.answers.size).to.equal(product.answers.length)
    })

    it('returns rules with all references that were sent', async () => {
      const ruled = product.questions.find((question) => question.rule !== null)!
      const id = imported.questions.get(ruled.id)!
      const { record } = await client.data<{ readonly record: { readonly rules: unknown } }>('GET', `/svc-api/v1/question/${id}`)
      expect(JSON.stringify(record.rules).match(/question/g)?.length).to.equal(
        JSON.stringify(ruled.rule).match(/question/g)?.length,
      )
    })

    it(`passes all ${recorded.sequences.length} recorded sessions`, async function () {
      this.timeout(180_000)
      const outcome = await replayProduct(client, product, imported, recorded)
      expect(outcome.differences.slice(0, 20)).to.deep.equal([])
      expect(outcome.sequences).to.equal(200)
    })

    it('passes the recorded sessions after it was copied by its sheet', async function () {
      this.timeout(180_000)
      const copy = await copyBySheet(app, imported.productId)
      const { text, idOf } = copy
      expect(await formatSheetText(app.shop.createContext({}), copy.id)).to.equal(text)
      const mapped = (entity: string, ids: ReadonlyMap<string, number>): ReadonlyMap<string, number> =>
        new Map([...ids].map(([symbol, id]) => [symbol, idOf(entity, id)]))
      const other: ImportedProduct = {
        ...imported,
        productId: copy.id,
        pages: mapped('page', imported.pages),
        questions: mapped('question', imported.questions),
        answers: mapped('answer', imported.answers),
        calculations: mapped('calculation', imported.calculations),
      }
      const outcome = await replayProduct(client, product, other, recorded)
      expect(outcome.differences.slice(0, 20)).to.deep.equal([])
      expect(outcome.sequences).to.equal(200)
    })
  })
}
