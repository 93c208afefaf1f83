// Pictures in formatted texts of products: packages contain them, and the importing shop adds them to its media library.
import { expect } from 'chai'
import { Readable } from 'node:stream'
import type { ExportedPackage } from '../../../../plugins/packages/export/write.js'
import type { CheckReport, ImportReport } from '../../../../plugins/packages/check/check.js'
import { completeEntity } from '../../../../core/model/entity/define.js'
import { string } from '../../../../core/model/properties/string.js'
import { mediaLibrary } from '../../../../core/storage/files/media-library.js'
import { storeRecordFile } from '../../../../core/storage/files/store-record-file.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
import { createCatalogAuthor } from '../../../support/catalog-author.js'
import { createPng } from '../../../support/png.js'
import { catchError } from '../../../support/caught-error.js'
import {
  parseTestManifest,
  readEntries,
  readRows,
  setEntry,
  setManifest,
  setRows,
  type TransferFolder,
  transferFolder,
  writeZip,
  type ZipEntries,
} from '../transfer-packages.js'

interface PictureRow {
  readonly name: string
  readonly original_name: string
}

const listLibrary = ({ context: { database } }: TestApp): Promise<readonly PictureRow[]> =>
  database.query<PictureRow & object>(
    "SELECT name, original_name FROM svc_files WHERE entity = 'media-library' AND property = '' ORDER BY id",
  )
const addPicture = ({ context }: TestApp, name: string, width: number): Promise<string> =>
  mediaLibrary.storePicture(context, { name, bytes: Readable.from([createPng(width, 8)]) })
const toImage = (address: string): string => `<img src="${address}" alt="" />`
const addressOf = (text: unknown): string | undefined => / src="([^"]*)"/.exec(String(text))?.[1]
const read = async (app: TestApp, entity: string, id: number): Promise<Readonly<Record<string, unknown>>> =>
  (await app.records.read(entity, id)).record

describe('Pictures in the texts of a product', function () {
  this.timeout(60_000)
  let folder: TransferFolder
  let app: TestApp
  let other: TestApp
  let product: number
  let page: number
  let stored: string
  const path = (): string => folder.file('shop.zip')
  const exportTo = async (file = path()): Promise<ExportedPackage> =>
    (await app.act('export-product', { product_ids: [product], out: file })) as ExportedPackage
  const importFrom = async (shop: TestApp, mode: 'copy' | 'exact', file = path()): Promise<ImportReport> =>
    (await shop.act('import-product-package', { path: file, mode, acknowledge_warnings: true })) as ImportReport
  const check = async (shop: TestApp, file = path()): Promise<CheckReport> =>
    (await shop.act('check-product-package', { path: file, mode: 'copy' })) as CheckReport
  /** The package with another first page. */
  const writeChanged = async (description: string, change: (entries: ZipEntries) => void = () => undefined): Promise<string> => {
    const entries = await readEntries(path())
    const [row] = readRows(entries, `product-${product}/page.jsonl`)
    setRows(entries, product, 'page', [{ ...row, description_en_GB: description }])
    change(entries)
    await writeZip(folder.file('changed.zip'), entries)
    return folder.file('changed.zip')
  }

  beforeEach(async () => {
    folder = await transferFolder()
    app = await bootTestApp({ transferFolder: folder.path, baseUrl: 'https://shop.example/configurator' })
    other = await bootTestApp({ transferFolder: folder.path })
    stored = await addPicture(app, 'Glaze.png', 11)
    const author = createCatalogAuthor(app)
    const description_en_GB = `<p>Before ${toImage(`/configurator/pictures/${stored}`)} after</p>`
    product = await author.product('Vase', { description_en_GB })
    page = await author.page(product, 'Look', { description_en_GB: toImage(`https://shop.example/pictures/${stored}`) })
  })
  afterEach(async () => {
    await app?.stop()
    await other?.stop()
    await folder?.remove()
  })

  it('are exported once, with their original names, and the texts name their paths', async () => {
    const twin = await addPicture(app, 'twin.png', 11)
    await app.records.write('page', { description_de_DE: toImage(`/pictures/${twin}`) }, { id: page })
    const { products } = await exportTo()
    expect(products.map(({ files }) => files)).to.deep.equal([1])
    const entries = await readEntries(path())
    const { pictures } = parseTestManifest(entries)
    const [[picture, name], ...more] = Object.entries(pictures as Record<string, string>) as [[string, string]]
    expect([name, more]).to.deep.equal(['Glaze.png', []])
    expect(picture).to.match(new RegExp(`^product-${product}/files/picture-[0-9a-f]{32}\\.png$`))
    expect(entries.get(picture)!.equals(createPng(11, 8))).to.equal(true)
    const [row] = readRows(entries, `product-${product}/product.jsonl`)
    expect(row!['description_en_GB']).to.equal(`<p>Before ${toImage(picture)} after</p>`)
    const [pageRow] = readRows(entries, `product-${product}/page.jsonl`)
    expect([pageRow!['description_en_GB'], pageRow!['description_de_DE']].map(addressOf)).to.deep.equal([picture, picture])
  })

  it('are added to the library of the importing shop, and a second import adds and changes nothing', async () => {
    await exportTo()
    expect((await check(other)).findings.filter(({ grade }) => grade === 'blocker')).to.deep.equal([])
    expect(await listLibrary(other)).to.deep.equal([])
    const [report] = (await importFrom(other, 'exact')).products
    expect(report).to.include({ files: 1 })
    const [picture, ...more] = await listLibrary(other)
    expect([picture!.original_name, more]).to.deep.equal(['Glaze.png', []])
    expect(Buffer.from((await other.context.files.get(picture!.name))!).equals(createPng(11, 8))).to.equal(true)
    expect((await read(other, 'product', product))['description_en_GB']).to.equal(
      `<p>Before ${toImage(`/pictures/${picture!.name}`)} after</p>`,
    )
    expect(addressOf((await read(other, 'page', page))['description_en_GB'])).to.equal(`/pictures/${picture!.name}`)
    const [second] = (await importFrom(other, 'exact')).products
    expect(second).to.deep.include({ created: {}, updated: {}, files: 0 })
    await importFrom(other, 'copy')
    expect(await listLibrary(other)).to.have.lengthOf(1)
    const comparison = await other.act('diff-products', { from: path(), to: String(product) })
    expect(JSON.stringify(comparison)).to.not.contain('description')
  })

  it('keep their addresses in the same shop, with its base path', async () => {
    await exportTo()
    const [report] = (await importFrom(app, 'copy')).products
    const address = `/configurator/pictures/${stored}`
    expect(addressOf((await read(app, 'product', report!.id))['description_en_GB'])).to.equal(address)
    expect(await listLibrary(app)).to.have.lengthOf(1)
  })

  it('are imported with several products of a package, once for all', async () => {
    const second = await createCatalogAuthor(app).product('Bowl', { description_en_GB: toImage(`/pictures/${stored}`) })
    await app.act('export-product', { product_ids: [product, second], out: path() })
    const { products } = await importFrom(other, 'copy')
    const [picture, ...more] = await listLibrary(other)
    expect(more).to.deep.equal([])
    for (const { id } of products)
      expect(addressOf((await read(other, 'product', id))['description_en_GB'])).to.equal(`/pictures/${picture!.name}`)
  })

  it('are shared by a copied product, and stay when one of the products is deleted', async () => {
    const { id } = (await app.act('copy-record', { entity: 'product', id: product })) as { readonly id: number }
    const original = await read(app, 'product', product)
    expect((await read(app, 'product', id))['description_en_GB']).to.equal(original['description_en_GB'])
    const listUsers = async (): Promise<readonly string[]> =>
      (await mediaLibrary.listPictureTexts(app.context.database, [])).flatMap(({ entity, id: user, names }) =>
        entity === 'product' && names.has(stored) ? [`${entity} ${user}`] : [],
      )
    expect(await listUsers()).to.have.members([`product ${product}`, `product ${id}`])
    await app.act('delete-product-deep', { id: product })
    expect(await listUsers()).to.deep.equal([`product ${id}`])
    expect(await app.context.files.get(stored)).to.not.equal(null)
  })

  it('count as used in untranslated texts of customizations as well', async () => {
    const properties = { body: string('Body', { long: true, html: true }), note: string('Note', { long: true }) }
    const shape = { name: 'memo', label: 'memo', pluralLabel: 'memos', area: 'catalog', properties, listing: ['note'] } as const
    const { database } = app.context
    await database.run('CREATE TABLE svc_memo (id INTEGER PRIMARY KEY, body TEXT, note TEXT)')
    try {
      const row = [1, toImage(`/pictures/${stored}`), '/pictures/note.png']
      await database.run('INSERT INTO svc_memo (id, body, note) VALUES (?, ?, ?)', row)
      const texts = await mediaLibrary.listPictureTexts(database, [completeEntity(shape, 'test')])
      const memos = texts.filter(({ entity }) => entity === 'memo')
      expect(memos).to.deep.equal([{ entity: 'memo', id: 1, field: 'body', names: new Set([stored]) }])
    } finally {
      await database.run('DROP TABLE svc_memo')
    }
  })

  it('are not exported if they are not in the library or lead elsewhere', async () => {
    const upload = { name: 'own.png', bytes: Readable.from([createPng(31, 8)]) }
    await storeRecordFile(app.context, { entity: 'product', id: product, field: 'image' }, upload)
    const [own] = await app.context.database.query<{ name: string }>(
      "SELECT name FROM svc_files WHERE entity = 'product' AND property = 'image'",
    )
    const texts = [
      `/pictures/${own!.name}`,
      '/pictures/..',
      '/pictures/../../etc/passwd',
      '../../../etc/passwd',
      '/etc/passwd',
      'https://other.example/pictures/unknown.png',
      `product-${product}/files/nothing.png`,
    ].map(toImage)
    await app.records.write('page', { description_en_GB: texts.join('') }, { id: page })
    await exportTo()
    const entries = await readEntries(path())
    const names = [...entries.keys()].filter((name) => name.includes('/files/'))
    expect(names.filter((name) => name.includes('picture-'))).to.have.lengthOf(1)
    expect(readRows(entries, `product-${product}/page.jsonl`)[0]!['description_en_GB']).to.equal(texts.join(''))
  })

  it('are reported if their bytes are gone', async () => {
    await app.context.files.remove(stored)
    const { left_out: omissions } = await exportTo()
    expect(omissions.map(({ what, count }) => [String(what), count])).to.deep.include(['files of pages', 1])
    expect(parseTestManifest(await readEntries(path()))).to.not.have.property('pictures')
  })

  it('refuse a package that lacks one, or that has a file of another kind', async () => {
    await exportTo()
    const findKinds = async (file: string): Promise<readonly unknown[]> =>
      (await check(other, file)).findings.flatMap(({ grade, kind, entity, field }) =>
        grade === 'blocker' ? [[kind, entity, field]] : [],
      )
    const missing = await writeChanged(toImage(`product-${product}/files/nothing.png`))
    expect(await findKinds(missing)).to.deep.equal([['missing-file', 'page', 'description_en_GB']])
    const wrong = `product-${product}/files/records.png`
    const script = await writeChanged(toImage(wrong), (entries) => setEntry(entries, wrong, 'plain text'))
    expect(await findKinds(script)).to.deep.equal([['invalid-file', 'page', 'description_en_GB']])
    const records = await writeChanged(toImage(`product-${product}/page.jsonl`))
    expect(await findKinds(records), 'no file').to.deep.equal([])
    const names = await writeChanged('', (entries) => setManifest(entries, (manifest) => void (manifest['pictures'] = { a: 1 })))
    expect(await findKinds(names)).to.deep.equal([['manifest', undefined, undefined]])
    expect(await listLibrary(other)).to.deep.equal([])
  })

  it('leave addresses outside of the package as they are', async () => {
    await exportTo()
    const description = ['../../etc/passwd', '/pictures/../secret', 'file:///etc/passwd'].map(toImage).join('')
    const [report] = (await importFrom(other, 'copy', await writeChanged(description))).products
    const [{ id }] = (await other.records.list('page', { sort: '-id' })).records as unknown as [{ id: number }]
    expect(report!.created).to.include({ page: 1 })
    expect((await read(other, 'page', id))['description_en_GB']).to.equal(
      `${toImage('../../etc/passwd')}${toImage('/pictures/../secret')}<img alt="" />`,
    )
  })

  it('are checked in bounded time if a text names very many', async () => {
    await exportTo()
    const many = Array.from({ length: 100_000 }, (_, at) => toImage(`product-${product}/files/${at}.png`)).join('')
    const { findings } = await check(other, await writeChanged(many))
    expect(findings.filter(({ kind }) => kind === 'missing-file')).to.have.lengthOf(200)
    const started = performance.now()
    await check(other, await writeChanged(' src="'.repeat(200_000) + '<img src="'.repeat(200_000)))
    expect(performance.now() - started).to.be.lessThan(10_000)
  })

  it('leave no bytes if the import is refused', async () => {
    await exportTo()
    const before = await other.context.database.query('SELECT COUNT(*) AS count FROM svc_files')
    const entries = await readEntries(path())
    const [row] = readRows(entries, `product-${product}/page.jsonl`)
    setRows(entries, product, 'page', [{ ...row, title_en_GB: '', title_de_DE: '' }])
    await writeZip(folder.file('changed.zip'), entries)
    const removed: string[] = []
    const { files } = other.context
    const { put } = files
    const names: string[] = []
    files.put = async (name, bytes) => {
      names.push(name)
      await put.call(files, name, bytes)
    }
    await catchError(importFrom(other, 'copy', folder.file('changed.zip')))
    files.put = put
    for (const name of names) if ((await files.get(name)) === null) removed.push(name)
    expect(names).to.have.lengthOf(1)
    expect(removed).to.deep.equal(names)
    expect(await other.context.database.query('SELECT COUNT(*) AS count FROM svc_files')).to.deep.equal(before)
  })
})
