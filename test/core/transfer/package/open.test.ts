// An open package: its records are read and checked one after the other.
import { writeFile } from 'node:fs/promises'
import { expect } from 'chai'
import { createLocalLocation } from '../../../../core/storage/files/zip-store.js'
import { openPackage, type Package } from '../../../../core/transfer/package/open.js'
import { PackageFault } from '../../../../core/transfer/package/format.js'
import { stock } from '../../../../plugins/stock/index.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
import { readEntries, setEntry, type TransferFolder, transferFolder, zipEntries } from '../transfer-packages.js'

describe('An open package', () => {
  let app: TestApp
  let folder: TransferFolder
  let product_id: number
  before(async () => {
    folder = await transferFolder()
    app = await bootTestApp({ plugins: [stock] })
    product_id = (await app.records.write('product', { title_en_GB: 'Desk', title_de_DE: 'Tisch', tax_class_id: 1 })).id
    for (const title of ['One', 'Two', 'Three'])
      await app.records.write('page', { product_id, title_en_GB: title, title_de_DE: title })
    await app.act('export-product', { product_ids: [product_id], out: folder.file('desk.zip') })
  })
  after(async () => {
    await app?.stop()
    await folder?.remove()
  })

  /** The titles of its pages up to the first error, and that error. */
  async function pagesOf(change: (lines: string) => string): Promise<{ readonly titles: unknown[]; readonly fault: string }> {
    const entries = await readEntries(folder.file('desk.zip'))
    const name = `product-${product_id}/page.jsonl`
    setEntry(entries, name, change(entries.get(name)!.toString()))
    const path = folder.file('changed.zip')
    await writeFile(path, await zipEntries(entries))
    const pack: Package = await openPackage({ file: createLocalLocation(path), shown: path })
    const titles: unknown[] = []
    try {
      for await (const page of (await pack.records(product_id)).get('page')!) titles.push(page['title_en_GB'])
      return { titles, fault: '' }
    } catch (error) {
      return { titles, fault: error instanceof PackageFault ? error.message : String(error) }
    } finally {
      pack.close()
    }
  }

  it('returns its records in the order of the file, with or without a final line break', async () => {
    for (const change of [(lines: string) => lines, (lines: string) => lines.trimEnd()])
      expect(await pagesOf(change)).to.deep.equal({ titles: ['One', 'Two', 'Three'], fault: '' })
  })

  it('returns each record before it reads the next one, and names the line of an invalid record', async () => {
    expect((await pagesOf((lines) => lines.replace('\n', '\n{\n'))).titles).to.deep.equal(['One'])
    expect((await pagesOf((lines) => lines.replace('\n', '\n{\n'))).fault).to.match(
      /^Line 2 of '.*page.jsonl' is not valid JSON\.$/,
    )
    expect((await pagesOf((lines) => lines.replace('\n', '\n\n'))).fault).to.match(/^Line 2 /)
    expect((await pagesOf((lines) => `${lines}\n`)).fault).to.match(/^Line 4 /)
  })

  it('rejects duplicate ids, and record counts that differ from the manifest', async () => {
    const listed = 'but 3 are listed in the manifest.'
    expect((await pagesOf(() => '')).fault).to.contain(`has 0 records, ${listed}`)
    expect((await pagesOf((lines) => lines.slice(0, lines.indexOf('\n') + 1))).fault).to.contain(`has 1 records, ${listed}`)
    expect((await pagesOf((lines) => lines + lines.slice(0, lines.indexOf('\n')))).fault).to.contain(
      'has two records with the id',
    )
  })
})
