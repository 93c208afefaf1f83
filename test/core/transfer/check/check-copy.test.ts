// Copies validated in memory: the result equals that of a dry run, and no invalid copy is accepted.
import { expect } from 'chai'
import { writeFile } from 'node:fs/promises'
import { ValidationError } from '../../../../core/foundation/errors.js'
import { ServiceContext } from '../../../../core/storage/service-context.js'
import { createPackageContext, hasGrade, type PreparedProduct, prepareProduct } from '../../../../core/transfer/check/check.js'
import { isCertainlyValid, predictImportResult } from '../../../../core/transfer/check/copy-validation.js'
import type { CheckReport } from '../../../../core/transfer/check/report.js'
import { applyProduct } from '../../../../core/transfer/import/apply.js'
import type { ImportResult } from '../../../../core/transfer/import/define.js'
import { createLocalLocation } from '../../../../core/storage/files/zip-store.js'
import { openPackage } from '../../../../core/transfer/package/open.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
import { createCatalogAuthor } from '../../../support/catalog-author.js'
import { isServerDatabase } from '../../../support/database.js'
import {
  type ZipEntries,
  readEntries,
  readRows,
  setRows,
  type TransferFolder,
  transferFolder,
  zipEntries,
} from '../transfer-packages.js'
import { badRecords } from './bad-records.js'
import { hostile, randomFrom } from './hostile.js'
import type { Ids } from './spoil.js'

describe('A copy that is validated in memory', function () {
  this.timeout(120_000)
  let app: TestApp
  let folder: TransferFolder
  let ids: Ids
  const read = (name: string): Promise<ZipEntries> => readEntries(folder.file(name))
  const path = (): string => folder.file('changed.zip')

  before(async () => {
    folder = await transferFolder()
    app = await bootTestApp({ transferFolder: folder.path })
    const author = createCatalogAuthor(app)
    const other = await author.product('Other')
    const otherQuestion = await author.question(await author.page(other, 'Page'), 'Q', 'Textbox')
    const product = await author.product('Lamp')
    const page = await author.page(product, 'Page')
    const question = await author.question(page, 'Shade', 'Radiobuttons')
    const answer = await app.records.write('answer', { question_id: question, title_en_GB: 'Red', title_de_DE: 'Rot', price: 3 })
    const rules = { question, operator: '!=', value: answer.id }
    const sum = await author.calculation(product, 'Sum', 'formula', { terms: [{ number: 1 }] })
    const more = await author.calculation(product, 'More', 'formula', { terms: [{ calculation: sum }] })
    await app.records.write('answer', { question_id: question, title_en_GB: 'Blue', title_de_DE: 'Blau', rules, calcmodel: more })
    await author.calculation(product, 'Code', 'code', { code: 'Total * 2' })
    ids = { product, other, otherQuestion }
    await app.act('export-product', { product_ids: [product], out: folder.file('one.zip') })
    await app.act('export-product', { product_ids: [other, product], out: folder.file('two.zip') })
  })
  after(async () => {
    await app?.stop()
    await folder?.remove()
  })

  async function prepared(product: number): Promise<{ readonly work: ServiceContext; readonly one: PreparedProduct }> {
    const work = await new ServiceContext(app.context).at()
    const pack = await openPackage({ file: createLocalLocation(path()), shown: 'changed.zip' })
    try {
      return {
        work,
        one: await prepareProduct(await createPackageContext(work, pack, { mode: 'copy', newIds: false }), product, false),
      }
    } finally {
      pack.close()
    }
  }

  /** The result of a dry run; null if it is rejected. */
  async function tried(work: ServiceContext, { plan }: PreparedProduct): Promise<ImportResult | null> {
    try {
      return await work.transact((inside) => applyProduct(inside, plan), { dryRun: true })
    } catch (error) {
      if (error instanceof ValidationError) return null
      throw error
    }
  }

  it('has the same result as its dry run, without a statement', async () => {
    await writeFile(path(), await zipEntries(await read('one.zip')))
    const { work, one: parsedProduct } = await prepared(ids.product)
    let statements = 0
    const stop = app.context.database.observe(() => void statements++)
    expect(await isCertainlyValid(work, parsedProduct.plan)).to.equal(true)
    stop()
    expect(statements).to.equal(0)
    const applied = (await tried(work, parsedProduct))!
    expect(predictImportResult(parsedProduct.plan, applied.id)).to.deep.equal(applied)
  })

  it('has the same findings as a single product and as the second product of a package', async () => {
    const check = async (): Promise<unknown[]> => {
      const { findings } = (await app.act('check-product-package', { path: path(), mode: 'copy' })) as CheckReport
      return findings.filter((finding) => finding.product === ids.product)
    }
    for (const [title, , spoil] of badRecords) {
      await writeFile(path(), await spoil(await read('one.zip'), ids))
      const alone = await check()
      await writeFile(path(), await spoil(await read('two.zip'), ids))
      expect(await check(), title).to.deep.equal(alone)
    }
  })

  const rows = (entries: ZipEntries, entity: string): ReturnType<typeof readRows> =>
    readRows(entries, `product-${ids.product}/${entity}.jsonl`)

  for (const [defect, entity, change] of [
    ['a title of blanks', 'page', { title_de_DE: '  ' }],
    ['a title that is too long', 'question', { title_en_GB: 'x'.repeat(300) }],
    ['an empty name', 'calculation', { name: '' }],
    ['a minimum quantity above the maximum', 'product', { min_quantity: 5, max_quantity: 2 }],
    ['an empty label', 'product', { label_en_GB: '' }],
    ['a body of another type', 'calculation', { type: 'code' }],
  ] as const) {
    it(`needs a dry run if it has ${defect}`, async () => {
      const entries = await read('one.zip')
      const all = rows(entries, entity)
      Object.assign(all[0]!, change)
      setRows(entries, ids.product, entity, all)
      await writeFile(path(), await zipEntries(entries))
      const { work, one: parsedProduct } = await prepared(ids.product)
      expect(await isCertainlyValid(work, parsedProduct.plan)).to.equal(false)
    })
  }

  it('is accepted only if its dry run succeeds, for random changes of its records', async () => {
    const random = randomFrom(3)
    const count = Number(process.env['SVC_TEST_MUTATIONS'] ?? (isServerDatabase ? 60 : 150))
    const counts = { sound: 0, refused: 0 }
    for (let n = 0; n < count; n++) {
      const entries = await read('one.zip')
      const names = [...entries.keys()].flatMap((name) => /\/([^/]+)\.jsonl$/.exec(name)?.[1] ?? [])
      const entity = names[random(names.length)]!
      const all = rows(entries, entity)
      const row = all[random(all.length)]!
      const fields = Object.keys(row)
      const [field, value] = [fields[random(fields.length)]!, hostile[random(hostile.length)]]
      if (n % 10 === 9) all.push({ ...row, id: 77_777 })
      else Object.assign(row, { [field]: value })
      setRows(entries, ids.product, entity, all)
      await writeFile(path(), await zipEntries(entries))
      const opened = await prepared(ids.product).catch(() => null)
      if (!opened || hasGrade(opened.one.findings, 'blocker')) continue
      const { work, one: parsedProduct } = opened
      const applied = await tried(work, parsedProduct)
      if (applied === null) counts.refused++
      const label = `${n}: ${entity} ${field} = ${JSON.stringify(value)?.slice(0, 60)}`
      if (!(await isCertainlyValid(work, parsedProduct.plan))) continue
      counts.sound++
      expect(applied && predictImportResult(parsedProduct.plan, applied.id), label).to.deep.equal(applied)
      expect(applied, label).not.to.equal(null)
    }
    expect(counts.sound).to.be.greaterThan(count / 20)
    expect(counts.refused).to.be.greaterThan(0)
  })
})
