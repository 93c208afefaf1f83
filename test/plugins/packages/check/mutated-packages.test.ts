// Packages with random changes in bytes or records: each check completes, and an import succeeds only without a blocker.
import { expect } from 'chai'
import { readFile, writeFile } from 'node:fs/promises'
import { ServiceError } from '../../../../core/foundation/errors.js'
import type { CheckReport } from '../../../../plugins/packages/check/check.js'
import { seedDemo } from '../../../../plugins/demo/seed.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
import { isServerDatabase } from '../../../support/database.js'
import {
  readEntries,
  type TransferRow,
  readRows,
  setRows,
  type TransferFolder,
  transferFolder,
  zipEntries,
} from '../transfer-packages.js'
import { hostile, randomFrom } from './hostile.js'

/** The number of mutations of each kind. Each takes about 10 ms. */
const count = Number(process.env['SVC_TEST_MUTATIONS'] ?? (isServerDatabase ? 10 : 40))

describe('A package with random changes', function () {
  this.timeout(Math.max(60_000, count * 2_000))
  let app: TestApp
  let folder: TransferFolder
  let id: number
  let products: number

  before(async () => {
    folder = await transferFolder()
    app = await bootTestApp({ transferFolder: folder.path })
    await seedDemo(app, () => undefined)
    const { records } = await app.records.list('product', { sort: 'id' })
    id = records[0]!.id
    products = records.length
    await app.act('export-product', { product_ids: [id], out: folder.file('good.zip') })
  })
  after(async () => {
    await app?.stop()
    await folder?.remove()
  })

  const path = (): string => folder.file('changed.zip')
  const refusalOf = (error: unknown): string => {
    if (error instanceof ServiceError && error.code !== 'INTERNAL_ERROR') return error.message
    throw error
  }
  /** Checks that the import succeeds only if the check allows it. Returns whether it does. */
  async function checkImport(label: string): Promise<boolean> {
    const input = { path: path(), mode: 'copy' }
    const checked = await app.act('check-product-package', input).catch(refusalOf)
    if (typeof checked === 'string') return false
    const { canProceed, findings } = checked as CheckReport
    if (!canProceed)
      expect(
        findings.filter(({ grade }) => grade === 'blocker'),
        label,
      ).not.to.have.length(0)
    const imported = await app.act('import-product-package', { ...input, acknowledge_warnings: true }).catch(refusalOf)
    expect(typeof imported === 'string', `${label}: ${String(imported)}`).to.equal(!canProceed)
    const existingProducts = (await app.records.list('product', { limit: 200 })).records
    expect(existingProducts.length, label).to.equal(products + (canProceed ? 1 : 0))
    if (canProceed) await app.act('delete-product-deep', { id: Math.max(...existingProducts.map((product) => product.id)) })
    return canProceed
  }

  it('in its bytes is rejected in more than half of the cases, and each import agrees with its check', async () => {
    const good = await readFile(folder.file('good.zip'))
    const random = randomFrom(1)
    let refused = 0
    for (let n = 0; n < count; n++) {
      const bytes = Buffer.from(good)
      for (let flips = 1 + random(3); flips > 0; flips--) bytes[random(bytes.length)] = random(256)
      await writeFile(path(), n % 8 === 7 ? bytes.subarray(0, random(bytes.length)) : bytes)
      if (!(await checkImport(`bytes ${n}`))) refused++
    }
    expect(refused).to.be.greaterThan(count / 2)
  })

  it('in its records is imported only if the check allows it', async () => {
    const random = randomFrom(2)
    for (let n = 0; n < count; n++) {
      const entries = await readEntries(folder.file('good.zip'))
      const names = [...entries.keys()].filter((name) => name.endsWith('.jsonl'))
      const file = names[random(names.length)]!
      const rows: TransferRow[] = readRows(entries, file)
      const row = rows[random(rows.length)]!
      const fields = Object.keys(row)
      const [field, value] = [fields[random(fields.length)]!, hostile[random(hostile.length)]]
      if (n % 10 === 9) rows.splice(random(rows.length), 1)
      else Object.assign(row, { [field]: value })
      setRows(entries, id, /\/(.+)\.jsonl$/.exec(file)![1]!, rows)
      await writeFile(path(), await zipEntries(new Map(entries)))
      await checkImport(`record ${n}: ${file} ${field} = ${JSON.stringify(value)?.slice(0, 60)}`)
    }
  })
})
