// Packages that must not be imported: each check has the expected finding, the import is rejected, and no row changes.
import { expect } from 'chai'
import { writeFile } from 'node:fs/promises'
import { grantOf } from '../../../../core/foundation/access.js'
import { ServiceError } from '../../../../core/foundation/errors.js'
import { quoteName } from '../../../../core/storage/database/dialect.js'
import type { CheckReport } from '../../../../plugins/packages/check/check.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
import { createCatalogAuthor } from '../../../support/catalog-author.js'
import { catchError } from '../../../support/caught-error.js'
import { listEnglishMessages } from '../../../support/german-reply.js'
import type { JsonReply } from '../../../support/json-client.js'
import { createMessageTranslator } from '../../../../plugins/admin/wording/message-translator.js'
import {
  type ZipEntries,
  parseTestManifest,
  readEntries,
  setManifest,
  type TransferFolder,
  transferFolder,
  zipEntries,
} from '../transfer-packages.js'
import { badFiles } from './bad-files.js'
import { badRecords, doubtful } from './bad-records.js'
import { type Ids, manyFiles } from './spoil.js'

const bad = [...badFiles, ...badRecords]

describe('A package', function () {
  this.timeout(60_000)
  let app: TestApp
  let folder: TransferFolder
  let base: ZipEntries
  let ids: Ids
  let initial: string

  const contents = async (): Promise<string> => {
    const all: unknown[] = []
    for (const { table } of app.context.registry.entities.values())
      all.push(await app.context.database.query(`SELECT * FROM ${quoteName(table)} ORDER BY id`))
    for (const table of ['svc_texts', 'svc_files', 'svc_references']) {
      const [row] = await app.context.database.query<{ count: number }>(`SELECT COUNT(*) AS count FROM ${table}`)
      all.push(Number(row!.count))
    }
    return JSON.stringify(all)
  }
  const check = async (mode: string): Promise<CheckReport> =>
    (await app.act('check-product-package', { path: folder.file('bad.zip'), mode }, { keepsMessages: true })) as CheckReport
  /** The findings of a German account that contain English words. */
  const listEnglish = ({ findings }: CheckReport): readonly string[] => {
    const { finding: translate } = createMessageTranslator(app.context.registry, 'de')
    return findings.flatMap((finding) =>
      listEnglishMessages({ body: { detail: translate(finding).message } } as unknown as JsonReply),
    )
  }

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
    await app.records.write('answer', {
      question_id: question,
      title_en_GB: 'Blue',
      title_de_DE: 'Blau',
      rules: { question, operator: '!=', value: answer.id },
    })
    await author.calculation(product, 'Sum', 'formula', { terms: [{ number: 1 }] })
    await author.calculation(product, 'Code', 'code', { code: 'Total * 2' })
    const { id: customer_group_id } = await app.records.write('customer-group', { title_en_GB: 'Guests', title_de_DE: 'Gäste' })
    await app.records.write('customer', { email: 'ada@people.example', customer_group_id })
    await app.act('export-product', { product_ids: [product], out: folder.file('good.zip') })
    base = await readEntries(folder.file('good.zip'))
    ids = { product, other, otherQuestion }
    initial = await contents()
  })
  after(async () => {
    await app?.stop()
    await folder?.remove()
  })

  it('written by the service has no warnings in any mode, and its check changes nothing', async () => {
    await writeFile(folder.file('bad.zip'), await zipEntries(new Map(base)))
    for (const mode of ['copy', 'exact']) {
      const report = await check(mode)
      expect(report.findings.filter(({ grade }) => grade !== 'notice')).to.deep.equal([])
      expect([report.canProceed, report.carriesCode, report.needsScopes]).to.deep.equal([
        true,
        true,
        ['catalog:write', 'code:write'],
      ])
    }
    expect(await contents()).to.equal(initial)
  })

  it('with code can be checked by a caller without the scope code:write, but not imported', async () => {
    await writeFile(folder.file('bad.zip'), await zipEntries(new Map(base)))
    const caller = { grant: grantOf(['catalog:read', 'catalog:write']), name: 'author', id: null }
    for (const mode of ['copy', 'exact']) {
      const input = { path: folder.file('bad.zip'), mode }
      expect(((await app.act('check-product-package', input, { caller })) as CheckReport).needsScopes).to.include('code:write')
      const refused = await catchError(app.act('import-product-package', { ...input, acknowledge_warnings: true }, { caller }))
      expect(refused instanceof ServiceError && refused.code, refused.message).to.equal('INSUFFICIENT_SCOPE')
      expect(refused.message).to.contain("'code:write'")
    }
    expect(await contents()).to.equal(initial)
  })

  it('does not reveal to an author whether the shop has a customer of a certain name', async () => {
    const entries = new Map(base)
    setManifest(entries, (manifest) => {
      const names = { email: 'ada@people.example' }
      manifest['outside'] = [...(manifest['outside'] as object[]), { entity: 'customer', id: 99_999, names }]
    })
    await writeFile(folder.file('bad.zip'), await zipEntries(entries))
    expect((await check('copy')).findings.filter(({ entity }) => entity === 'customer')).to.deep.equal([])
  })

  for (const [title, kinds, zip] of bad) {
    it(`with ${title} has a blocker, in German for a German account, is rejected, and changes nothing`, async () => {
      await writeFile(folder.file('bad.zip'), await zip(new Map(base), ids))
      const memory = process.memoryUsage().rss
      for (const mode of ['exact', 'copy']) {
        const report = await check(mode)
        const blockers = report.findings.filter(({ grade }) => grade === 'blocker')
        expect(listEnglish(report), mode).to.deep.equal([])
        expect(blockers.map(({ message }) => message).join(' '), mode).to.match(/^[\s\S]{10,}[.!]$/)
        expect(
          blockers.some(({ kind }) => [kinds].flat().includes(kind)),
          JSON.stringify(blockers),
        ).to.equal(true)
        expect(report.canProceed).to.equal(false)
        const input = { path: folder.file('bad.zip'), mode, acknowledge_warnings: true }
        const refused = await catchError(app.act('import-product-package', input))
        expect(refused instanceof ServiceError && refused.code).to.equal('VALIDATION_FAILED')
      }
      expect(process.memoryUsage().rss - memory).to.be.lessThan(300 * 1_048_576)
      expect(await contents()).to.equal(initial)
    })
  }

  for (const [defect, kind, zip] of doubtful) {
    it(`with ${defect} has a warning, and is not imported before it is acknowledged`, async () => {
      await writeFile(folder.file('bad.zip'), await zip(new Map(base), ids))
      const report = await check('exact')
      expect(report.warningKinds).to.include(kind)
      expect(listEnglish(report)).to.deep.equal([])
      expect(report.canProceed).to.equal(true)
      const refused = await catchError(app.act('import-product-package', { path: folder.file('bad.zip'), mode: 'exact' }))
      for (const { grade, message } of report.findings) if (grade === 'warning') expect(refused.message).to.contain(message)
      expect(await contents()).to.equal(initial)
    })
  }

  it('with 100,000 files is rejected before any file is read', async () => {
    const path = folder.file('bad.zip')
    await writeFile(path, manyFiles(100_000))
    const before = process.memoryUsage()
    const { findings } = await check('exact')
    expect(findings.map(({ kind, message }) => [kind, message])).to.deep.equal([
      ['too-many-entries', 'The package has 100000 files. The limit is 20000.'],
    ])
    const after = process.memoryUsage()
    expect(after.heapUsed + after.external - before.heapUsed - before.external).to.be.lessThan(16 * 1_048_576)
  })

  it('is tested with at least 80 kinds of defects', () => {
    expect(bad.length + doubtful.length).to.be.at.least(80)
    expect(parseTestManifest(base)['format']).to.equal('svc-product-package')
  })
})
