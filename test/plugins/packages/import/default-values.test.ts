// Fields with a default value in an imported package: emptied, omitted or with a value.
import { expect } from 'chai'
import type { Property } from '../../../../core/foundation/property/kind.js'
import { requireEntity } from '../../../../core/model/registry.js'
import { resolveDefaultValue } from '../../../../core/storage/pipeline/prepare-for-storage.js'
import { emptyValue, toColumnValue } from '../../../../core/storage/record/present.js'
import type { ImportReport } from '../../../../plugins/packages/check/check.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
import { createCatalogAuthor } from '../../../support/catalog-author.js'
import {
  readEntries,
  type TransferRow,
  readRows,
  setRows,
  type TransferFolder,
  transferFolder,
  writeZip,
} from '../transfer-packages.js'

for (const auditDays of [0, 30]) {
  describe(`A field with a default value in a package, ${auditDays === 0 ? 'without an audit trail' : 'with an audit trail'}`, function () {
    this.timeout(60_000)
    let app: TestApp
    let folder: TransferFolder

    before(async () => {
      folder = await transferFolder()
      app = await bootTestApp({ transferFolder: folder.path, auditDays })
    })
    after(async () => {
      await app?.stop()
      await folder?.remove()
    })

    /** The optional fields with a default value, except the question type, which determines other fields. */
    const startsOf = (entity: string): readonly Property[] =>
      Object.values(requireEntity(app.context.registry, entity).properties).filter(
        (property) =>
          !property.required &&
          resolveDefaultValue(property, { context: app.context }) !== null &&
          property.name !== 'question_type',
      )

    /** A product with questions and answers. For each such field one record empties it and one omits it. */
    async function packaged(name: string): Promise<{ readonly path: string; readonly product: number }> {
      const author = createCatalogAuthor(app)
      const product = await author.product(name)
      const page = await author.page(product, 'Page')
      const counts = { question: startsOf('question').length * 2 + 1, answer: startsOf('answer').length * 2 + 1 }
      const questions: number[] = []
      for (let n = 0; n < counts.question; n++) questions.push(await author.question(page, `Question ${n}`, 'Radiobuttons'))
      for (let n = 0; n < counts.answer; n++) await author.answer(questions[0]!, `Answer ${n}`)
      const path = folder.file(`${name}.zip`)
      await app.act('export-product', { product_ids: [product], out: path })
      const entries = await readEntries(path)
      for (const entity of ['question', 'answer']) {
        const starts = startsOf(entity)
        const rows = readRows(entries, `product-${product}/${entity}.jsonl`).map((row, index): TransferRow => {
          const field = starts[Math.floor(index / 2)]?.name
          if (field === undefined) return row
          const { [field]: _value, ...rest } = row
          return (index % 2 === 0 ? { ...rest, [field]: null } : rest) as TransferRow
        })
        setRows(entries, product, entity, rows)
      }
      await writeZip(path, entries)
      return { path, product }
    }

    /** The stored rows of the questions or answers of the product. */
    async function loadRows(product: number, entity: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
      const below = entity === 'question' ? 'page_id IN (SELECT id FROM svc_page WHERE product_id = ?)' : ofProduct
      return app.context.database.query(`SELECT * FROM svc_${entity} WHERE ${below} ORDER BY ordering, id`, [product])
    }
    const ofProduct =
      'question_id IN (SELECT q.id FROM svc_question q JOIN svc_page p ON p.id = q.page_id WHERE p.product_id = ?)'

    /** Some kinds have no empty value. A choice gets its default. */
    const nothingIn = (property: Property) =>
      toColumnValue(property, property.kind.prepare(null, property) ?? emptyValue(property))

    async function requireStored(product: number): Promise<void> {
      for (const entity of ['question', 'answer']) {
        const starts = startsOf(entity)
        const rows = await loadRows(product, entity)
        expect(rows).to.have.length(starts.length * 2 + 1)
        const usual = rows.at(-1)!
        for (const [index, row] of rows.entries()) {
          const field = starts[Math.floor(index / 2)]
          const kind = index % 2 === 0 ? 'emptied' : 'omitted'
          for (const property of starts) {
            const { name } = property
            const isEmptied = field === property && kind === 'emptied'
            const expected = isEmptied ? nothingIn(property) : usual[name]
            expect(row[name], `${entity} ${name} of the one with ${field?.name} ${kind}`).to.equal(expected)
          }
        }
        // The last record has only default values.
        for (const property of starts) {
          const start = toColumnValue(property, resolveDefaultValue(property, { context: app.context }))
          expect(String(usual[property.name]), property.name).to.equal(String(typeof start === 'boolean' ? Number(start) : start))
        }
      }
    }

    for (const mode of ['exact', 'copy'] as const) {
      it(`is stored as in the package by an import (mode ${mode})`, async () => {
        const { path, product } = await packaged(`starts-${mode}`)
        if (mode === 'exact') await app.act('delete-product-deep', { id: product })
        const report = (await app.act('import-product-package', { path, mode, acknowledge_warnings: true })) as ImportReport
        await requireStored(report.products[0]!.id)
      })
    }
  })
}
