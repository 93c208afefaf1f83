// Products that are exported, deleted and imported again: the packages have the same bytes and the products behave the same.
import { expect } from 'chai'
import { readFile, writeFile } from 'node:fs/promises'
import { compileWithTables as compile } from '../../../../core/engine/variant/variant-compiler.js'
import { loadProductSource } from '../../../../core/product/source.js'
import type { CheckReport, ImportReport } from '../../../../plugins/packages/check/check.js'
import { loadGraph } from '../../../../core/transfer/graph.js'
import { ServiceContext } from '../../../../core/storage/service-context.js'
import { seedDemo } from '../../../../plugins/demo/seed.js'
import { rest } from '../../../../plugins/rest/index.js'
import { runtime } from '../../../../plugins/runtime/index.js'
import { packages } from '../../../../plugins/packages/index.js'
import { stock } from '../../../../plugins/stock/index.js'
import { bootTestApp, type ListeningApp, listenTestApp, type TestApp } from '../../../support/test-app.js'
import { testLanguages } from '../../../support/installed-database.js'
import { importProduct } from '../../../oracle/oracle-import.js'
import { listOracleFolders, readOracleProduct, readOracleSequences } from '../../../oracle/oracle-product.js'
import { replayProduct } from '../../../oracle/oracle-replay.js'
import { createRestClient, readFirstTaxClass } from '../../../support/rest-client.js'
import {
  type ZipEntries,
  readEntries,
  type TransferRow,
  readRows,
  setEntry,
  setManifest,
  type TransferFolder,
  transferFolder,
  zipEntries,
} from '../transfer-packages.js'
import { compareWalks } from '../../../core/transfer/compared-walks.js'

type Input = Readonly<Record<string, unknown>>

const sameIds = { idOf: (_entity: string, id: number) => id }

async function exportTo(app: TestApp, path: string, ids: readonly number[]): Promise<Buffer> {
  await app.act('export-product', { product_ids: ids, out: path })
  return readFile(path)
}

const imported = async (app: TestApp, input: Input): Promise<ImportReport> =>
  (await app.act('import-product-package', { acknowledge_warnings: true, ...input })) as ImportReport

async function deleteProducts(app: TestApp, ids: readonly number[]): Promise<void> {
  for (const { id } of (await app.records.list('product-list-assignment')).records)
    await app.records.remove('product-list-assignment', id)
  for (const id of ids) await app.act('delete-product-deep', { id })
}

/** The same package with another product id and other labels. All other records keep their ids. */
function movedTo(entries: ZipEntries, from: number, to: number): ZipEntries {
  const copied: ZipEntries = new Map([['manifest.json', entries.get('manifest.json')!]])
  setManifest(copied, (manifest) => {
    manifest.files = {}
    for (const product of manifest['products'] as { id: number }[]) product.id = to
  })
  for (const [name, content] of entries) {
    if (name === 'manifest.json') continue
    const isProduct = name.endsWith('/product.jsonl')
    const labels = (row: TransferRow) =>
      Object.fromEntries(
        Object.keys(row).flatMap((key) => (key.startsWith('label_') ? [[key, `${String(row[key])}-moved`]] : [])),
      )
    const renamed = (row: TransferRow): TransferRow => ({
      ...row,
      ...(isProduct && { ...labels(row), id: to }),
      ...(row['product_id'] === from && { product_id: to }),
    })
    // Records contain the paths of files in the package.
    const moving = (text: string): string => text.replaceAll(`product-${from}/`, `product-${to}/`)
    const lines = (): string =>
      readRows(entries, name)
        .map((row) => `${moving(JSON.stringify(renamed(row)))}\n`)
        .join('')
    setEntry(copied, moving(name), name.endsWith('.jsonl') ? lines() : content)
  }
  return copied
}

/** Adds a variant table: the first answers of two questions go together, all other answers with every answer. */
async function tabulate(app: TestApp, product: number): Promise<void> {
  const { questions, answers } = await loadProductSource(app.context, product)
  const [first, other] = questions
    .map(({ id }) => ({ id, answers: answers.filter(({ question_id }) => question_id === id).map((answer) => answer.id) }))
    .filter((question) => question.answers.length > 1)
  const rows = [
    [first!.answers[0], other!.answers[0]],
    [first!.answers.slice(1), '*'],
  ]
  await app.records.write('variant-table', { product_id: product, name: 'Together', question_ids: [first!.id, other!.id], rows })
}

describe('A product that was exported, deleted and imported', () => {
  let app: TestApp
  let folder: TransferFolder
  let products: readonly number[]
  const productIds: number[] = []

  before(async function () {
    this.timeout(120_000)
    folder = await transferFolder()
    app = await bootTestApp({
      transferFolder: folder.path,
      plugins: [
        stock,
        packages,
        {
          name: 'diary',
          core: '*',
          contributes: { observers: { onSvcImportCatalog: ({ productId }) => void productIds.push(productId) } },
        },
      ],
    })
    await seedDemo(app, () => undefined)
    products = (await app.records.list('product', { sort: 'id' })).records.map(({ id }) => id)
    await tabulate(app, products[0]!)
  })
  after(async () => {
    await app?.stop()
    await folder?.remove()
  })

  const programOf = async (id: number) => compile(await loadProductSource(app.context, id), app.context.registry)
  const revisions = async (): Promise<readonly (readonly [string, number, number])[]> => {
    const work = await new ServiceContext(app.context).at()
    const members = await loadGraph(
      work,
      products.map((id) => ({ entity: 'product', id })),
      work.versionedSnapshot.snapshot.languages,
    )
    return members.map(({ entity, record }) => [entity.name, record.id, record.revision] as const)
  }

  it('has the same package bytes and the same configuration steps as before', async function () {
    this.timeout(180_000)
    const path = folder.file('all.zip')
    const before = await exportTo(app, path, products)
    const programs = await Promise.all(products.map(programOf))
    await deleteProducts(app, products)
    const report = await imported(app, { path, mode: 'exact' })
    expect(report.products.map(({ id }) => id)).to.deep.equal(products)
    expect(productIds).to.deep.equal(products)
    expect(await exportTo(app, folder.file('again.zip'), products)).to.deep.equal(before)
    for (const [index, id] of products.entries()) compareWalks(programs[index]!, await programOf(id), sameIds, 200)
  })

  it('is not changed by a second import', async function () {
    this.timeout(60_000)
    const before = await revisions()
    const report = await imported(app, { path: folder.file('all.zip'), mode: 'exact' })
    for (const { created, updated, deleted, files } of report.products) {
      expect([created, updated, deleted, files]).to.deep.equal([{}, {}, 0, 0])
    }
    expect(await revisions()).to.deep.equal(before)
  })

  it('is restored by an import after it was changed, extended and reduced', async function () {
    this.timeout(60_000)
    const [id] = products
    const before = await exportTo(app, folder.file('one.zip'), [id!])
    const questions = (
      await app.records.list('question', { filters: new Map([['product_id', id]]), unbounded: true, limit: 999 })
    ).records
    const answers = (await app.records.list('answer', { filters: new Map([['product_id', id]]), unbounded: true, limit: 999 }))
      .records
    const [page] = (await app.records.list('page', { filters: new Map([['product_id', id]]), sort: 'ordering' })).records
    await app.records.write('product', { title_en_GB: 'Other', baseprice: 77, sku: 'X' }, { id: id! })
    await app.records.write('question', { ordering: 1 }, { id: questions.at(-1)!.id })
    await app.records.write('page', { product_id: id, title_en_GB: 'More', title_de_DE: 'Mehr', ordering: 1 })
    const added = await app.records.write('question', {
      page_id: page!.id,
      title_en_GB: 'New',
      title_de_DE: 'Neu',
      question_type: 'Textbox',
    })
    await app.records.write(
      'answer',
      { rules: { question: added.id, field: 'selected', operator: '==', value: 'x' } },
      { id: answers[0]!.id },
    )
    await app.records.write('answer', { rules: null, picker_image: null }, { id: answers.at(-1)!.id })
    const calculations = (
      await app.records.list('calculation', { filters: new Map([['product_id', id]]), unbounded: true, limit: 99 })
    ).records
    await app.act('set-calculation', { calculation_id: calculations[0]!.id, formula: { terms: [{ question: added.id }] } })
    const otherIds = new Set(calculations.slice(1).map((calculation) => calculation.id))
    const matrix = (await app.records.list('calculation-matrix')).records.find((record) =>
      otherIds.has(Number(record['calculation_id'])),
    )
    await app.records.write('calculation-matrix', { cells: [{ row: 500, column: 500, value: '1' }] }, { id: matrix!.id })
    const check = (await app.act('check-product-package', { path: folder.file('one.zip'), mode: 'exact' })) as CheckReport
    expect(check.warningKinds).to.include('deletes-records')
    const [report] = (await imported(app, { path: folder.file('one.zip'), mode: 'exact' })).products
    expect(report!.deleted).to.equal(2)
    expect(await exportTo(app, folder.file('one-again.zip'), [id!])).to.deep.equal(before)
  })

  it('needs new ids if the package has another product id and its records exist in another product', async function () {
    this.timeout(120_000)
    const [id] = products
    const before = await exportTo(app, folder.file('one.zip'), [id!])
    const other = id! + 100_000
    const path = folder.file('moved.zip')
    await writeFile(path, await zipEntries(movedTo(await readEntries(folder.file('one.zip')), id!, other)))
    const refused = await app.act('import-product-package', { path, mode: 'exact', acknowledge_warnings: true }).catch(String)
    expect(refused).to.contain('Send new_ids true')
    expect((await app.records.list('product', { limit: 200 })).records.map((product) => product.id)).not.to.include(other)
    const report = await imported(app, { path, mode: 'exact', new_ids: true })
    expect(report.products.map((product) => product.id)).to.deep.equal([other])
    expect(await exportTo(app, folder.file('untouched.zip'), [id!])).to.deep.equal(before)
    const work = await new ServiceContext(app.context).at()
    const { languages } = work.versionedSnapshot.snapshot
    const [originals, copies] = await Promise.all(
      [id!, other].map((productId) => loadGraph(work, [{ entity: 'product', id: productId }], languages)),
    )
    const ids = new Map(originals!.map(({ entity, record }, at) => [`${entity.name} ${record.id}`, copies![at]!.record.id]))
    compareWalks(
      await programOf(id!),
      await programOf(other),
      { idOf: (entity, recordId) => ids.get(`${entity} ${recordId}`)! },
      100,
    )
    await deleteProducts(app, [other])
  })

  it('can be imported as a copy, which refers to none of its records and behaves the same', async function () {
    this.timeout(180_000)
    const report = await imported(app, { path: folder.file('all.zip') })
    const work = await new ServiceContext(app.context).at()
    const { languages } = work.versionedSnapshot.snapshot
    for (const { product, id } of report.products) {
      const [originals, copies] = await Promise.all(
        [product, id].map((productId) => loadGraph(work, [{ entity: 'product', id: productId }], languages)),
      )
      expect(copies!.length).to.equal(originals!.length)
      const ids = new Map(originals!.map(({ entity, record }, at) => [`${entity.name} ${record.id}`, copies![at]!.record.id]))
      for (const { entity, record } of copies!) {
        for (const property of Object.values(entity.properties)) {
          const names = property.kind.references?.(record.values[property.name], property, app.context.registry) ?? []
          for (const reference of names)
            expect(ids.has(`${reference.entity} ${reference.id}`), `${entity.name}.${property.name}`).to.equal(false)
        }
      }
      const { record } = await app.records.read('product', id)
      expect(record.published).to.equal(false)
      compareWalks(
        await programOf(product),
        await programOf(id),
        { idOf: (entity, recordId) => ids.get(`${entity} ${recordId}`)! },
        100,
      )
    }
  })
})

for (const name of listOracleFolders()) {
  describe(`The product ${name} that was deleted and imported`, () => {
    let app: ListeningApp
    let folder: TransferFolder
    before(async () => {
      folder = await transferFolder()
      app = await listenTestApp([rest(), runtime()], { transferFolder: folder.path })
    })
    after(async () => {
      await app?.stop()
      await folder?.remove()
    })

    it('passes its recorded sessions, and has the same package bytes', async function () {
      this.timeout(300_000)
      const client = await createRestClient(app)
      const product = readOracleProduct(name)
      const importedProduct = await importProduct(client, product, {
        languages: testLanguages,
        taxClassId: await readFirstTaxClass(client),
      })
      const path = folder.file('oracle.zip')
      const before = await exportTo(app, path, [importedProduct.productId])
      await app.act('delete-product-deep', { id: importedProduct.productId })
      await imported(app, { path, mode: 'exact' })
      expect(await exportTo(app, folder.file('again.zip'), [importedProduct.productId])).to.deep.equal(before)
      await app.records.write('product', { published: true }, { id: importedProduct.productId })
      const recorded = readOracleSequences(name)
      const recording = { ...recorded, sequences: recorded.sequences.slice(0, 40) }
      const outcome = await replayProduct(client, product, importedProduct, recording)
      expect(outcome.differences.slice(0, 20)).to.deep.equal([])
      client.close()
    })
  })
}
