// Exported packages: contents, manifest, reproducible bytes, allowed locations, and the report of omitted records.
import { expect } from 'chai'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { type Caller, grantOf } from '../../../../core/foundation/access.js'
import type { ExportedPackage } from '../../../../plugins/packages/export/write.js'
import { seedDemo } from '../../../../plugins/demo/seed.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
import { catchError } from '../../../support/caught-error.js'
import { catchValidationError } from '../../../support/validation-error.js'
import { parseTestManifest, readEntries, readRows, type TransferFolder, transferFolder } from '../transfer-packages.js'

describe('An exported package', () => {
  let app: TestApp
  let folder: TransferFolder
  let products: readonly number[]
  const write = async (input: Readonly<Record<string, unknown>>, caller?: Caller): Promise<ExportedPackage> =>
    (await app.act('export-product', input, caller && { caller })) as ExportedPackage

  before(async function () {
    this.timeout(60_000)
    folder = await transferFolder()
    app = await bootTestApp({ transferFolder: folder.path })
    await seedDemo(app, () => undefined)
    products = (await app.records.list('product', { sort: 'id' })).records.map(({ id }) => id)
  })
  after(async () => {
    await app?.stop()
    await folder?.remove()
  })

  it('has a manifest with the size and checksum of each file', async () => {
    const result = await write({ product_ids: products })
    expect(basename(result.path)).to.equal(`product-${products.join('-')}.zip`)
    const entries = await readEntries(result.path)
    expect((await readFile(result.path)).length).to.equal(result.size)
    const { files, ...manifest } = parseTestManifest(entries)
    expect(manifest).to.include({ format: 'svc-product-package', version: 1 })
    expect(manifest['languages']).to.deep.equal(['en-GB', 'de-DE'])
    expect(Object.keys(files)).to.have.members([...entries.keys()].filter((name) => name !== 'manifest.json'))
    for (const [name, { sha256, size }] of Object.entries(files)) {
      const bytes = entries.get(name)!
      expect([size, sha256], name).to.deep.equal([bytes.length, createHash('sha256').update(bytes).digest('hex')])
    }
  })

  it('contains the records as a read returns them, one per line', async () => {
    const [id] = products
    const { path, products: exportedProducts } = await write({ product_ids: [id] })
    const entries = await readEntries(path)
    for (const [entity, count] of Object.entries(exportedProducts[0]!.records)) {
      const rows = readRows(entries, `product-${id}/${entity}.jsonl`)
      expect(rows, entity).to.have.length(count)
      for (const row of rows) {
        const { record } = await app.records.read(entity, row.id)
        for (const [key, value] of Object.entries(row)) {
          if (Object.hasOwn(record, key)) expect(value, `${entity} ${row.id}.${key}`).to.deep.equal(record[key])
          else
            expect(value, key).to.satisfy(
              (one: unknown) => one === null || (one as { file?: string }).file?.startsWith('product-'),
            )
        }
      }
    }
    const rules = readRows(entries, `product-${id}/answer.jsonl`).flatMap(({ rules: rule }) => (rule === null ? [] : [rule]))
    expect(rules.length).to.be.greaterThan(0)
    expect(rules.every((rule) => typeof rule === 'object')).to.equal(true)
  })

  it('has the same bytes for an unchanged product, and different ones after a change', async () => {
    const input = { product_ids: products, out: folder.file('one.zip') }
    await write(input)
    const first = await readFile(folder.file('one.zip'))
    await write({ ...input, out: folder.file('two.zip') })
    expect(await readFile(folder.file('two.zip'))).to.deep.equal(first)
    await app.records.write('product', { sku: 'CHANGED' }, { id: products[0]! })
    await write({ ...input, out: folder.file('two.zip') })
    expect(await readFile(folder.file('two.zip'))).to.not.deep.equal(first)
  })

  it('is reported with the records that it omits, and identifies records of the shop by their names', async () => {
    const { path, left_out: omissions } = await write({ product_ids: [products[0]] })
    expect(omissions.map(({ what: kind, count }) => [kind, count])).to.deep.equal([['product list assignments', 2]])
    const outside = parseTestManifest(await readEntries(path))['outside'] as readonly {
      readonly entity: string
      readonly names: object
    }[]
    expect(outside.map(({ entity }) => entity)).to.include('tax-class')
    for (const reference of outside) expect(Object.keys(reference.names), reference.entity).to.not.deep.equal([])
  })

  it('is stored in the transfer folder only, with a plain file name, if the caller uses a token', async () => {
    const caller: Caller = { grant: grantOf(['catalog:write']), name: 'author', id: 7 }
    const [id] = products
    expect((await write({ product_ids: [id], out: 'blind.zip' }, caller)).path).to.equal('blind.zip')
    expect((await write({ product_ids: [id] }, caller)).path).to.equal(`product-${id}.zip`)
    expect(await readdir(folder.path)).to.include('blind.zip')
    for (const out of [
      '../x.zip',
      '/tmp/x.zip',
      'a/b.zip',
      'a\\b.zip',
      '..',
      '.',
      'C:x.zip',
      '.hidden',
      'x\n.zip',
      'a..zip',
      'x\0.zip',
    ]) {
      const { issues } = await catchValidationError(write({ product_ids: [id], out }, caller))
      expect(issues[0]!.field, out).to.equal('out')
    }
  })

  it('leaves no file if it cannot be written, and the error states the reason', async () => {
    const [id] = products
    await mkdir(folder.file('a-folder'), { recursive: true })
    const before = await readdir(folder.path)
    const { issues } = await catchValidationError(write({ product_ids: [id], out: folder.file('a-folder') }))
    expect(issues[0]!.message).to.match(/cannot be written to '.*': the path is a folder\.$/)
    const { issues: below } = await catchValidationError(write({ product_ids: [id], out: folder.file('one.zip/below.zip') }))
    expect(below[0]!.message).to.contain('not a folder')
    expect((await catchError(write({ product_ids: [id, 9_999] }))).message).to.contain('9999')
    expect(await readdir(folder.path)).to.deep.equal(before)
  })

  it('can be requested for one id, several ids or a list', async () => {
    const [a, b] = products
    const exportIds = async (product_ids: unknown) => (await write({ product_ids })).products.map(({ id }) => id)
    expect(await exportIds(String(a))).to.deep.equal([a])
    expect(await exportIds(`${a}, ${b}`)).to.deep.equal([a, b])
    for (const wrong of [[], [a, a], ['x'], [-1], {}]) {
      const { issues } = await catchValidationError(write({ product_ids: wrong }))
      expect(issues[0]!.field).to.equal('product_ids')
    }
  })
})
