// Import plans of a check: reused if the shop has not changed, and rebuilt if it has.
import { expect } from 'chai'
import { ServiceContext } from '../../../../core/storage/service-context.js'
import { createPackageContext, prepareProduct } from '../../../../plugins/packages/check/check.js'
import { type ImportPlan, ImportPlanCache } from '../../../../plugins/packages/import/import-plan.js'
import { createLocalLocation } from '../../../../core/storage/files/zip-store.js'
import { openPackage } from '../../../../plugins/packages/package/open.js'
import { seedDemo } from '../../../../plugins/demo/seed.js'
import { packages } from '../../../../plugins/packages/index.js'
import { stock } from '../../../../plugins/stock/index.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
import { testLanguages } from '../../../support/installed-database.js'
import { type TransferFolder, transferFolder } from '../transfer-packages.js'

describe('The import plans of a check', () => {
  let app: TestApp
  let folder: TransferFolder
  let product: number
  before(async function () {
    this.timeout(60_000)
    folder = await transferFolder()
    app = await bootTestApp({ languages: testLanguages, plugins: [stock, packages] })
    await seedDemo(app, () => undefined)
    const [first] = await app.context.database.query<{ id: number }>('SELECT id FROM svc_product ORDER BY id')
    product = first!.id
  })
  after(async () => {
    await app?.stop()
    await folder?.remove()
  })

  const now = (): Promise<ServiceContext> => new ServiceContext(app.context).at()

  async function prepared(work: ServiceContext): Promise<ImportPlan> {
    const path = folder.file(`${product}.zip`)
    await app.act('export-product', { product_ids: [product], out: path })
    const pack = await openPackage({ file: createLocalLocation(path), shown: path })
    try {
      const common = await createPackageContext(work, pack, { mode: 'copy', newIds: false })
      return (await prepareProduct(common, product, false)).plan
    } finally {
      pack.close()
    }
  }

  it('are not stored for products with files, because the import itself stores the bytes', async () => {
    const work = await now()
    const plans = new ImportPlanCache()
    plans.keep(work, await prepared(work))
    expect(plans.take(work, product)).to.equal(null)
  })

  it('can be used once, and not after a change of the shop', async () => {
    const { id: bare } = await app.records.write('product', { title_en_GB: 'Bare', title_de_DE: 'Bloß', tax_class_id: 1 })
    product = bare
    const work = await now()
    const plan = await prepared(work)
    const plans = new ImportPlanCache()
    plans.keep(work, plan)
    expect(plans.take(await now(), bare)).to.equal(plan)
    expect(plans.take(await now(), bare)).to.equal(null)
    plans.keep(work, plan)
    await app.records.write('tax-class', { title: 'Other' })
    expect(plans.take(await now(), bare)).to.equal(null)
  })

  it('are not stored above 20,000 records', async () => {
    const work = await now()
    const plan = await prepared(work)
    const plans = new ImportPlanCache()
    plans.keep(work, { ...plan, members: Array.from({ length: 20_001 }, () => plan.members[0]!) })
    expect(plans.take(work, product)).to.equal(null)
  })
})
