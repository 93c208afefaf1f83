// Runs the tutorial in customizations/README.md: its files are written, loaded and executed in order.
import { expect } from 'chai'
import { createJiti } from 'jiti'
import { mkdtempSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig, packageAliases } from '../../core/config.js'
import { assemble } from '../../core/boot/assemble.js'
import type { App, Customization } from '../../core/contract.js'
import { blocksOf } from '../docs/blocks.js'
import { bootTestApp } from '../support/test-app.js'
import { readRepositoryFile, repositoryRoot } from '../support/repository.js'
import { createPage, createProduct, createQuestion } from '../support/small-shop.js'

describe('tutorial of customizations', () => {
  let folder: string
  const files = new Map<string, string>()
  const load = (name: string): Promise<unknown> =>
    createJiti(folder, { alias: { ...packageAliases }, fsCache: false }).import(join(folder, name))
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'svc-tutorial-'))
    mkdirSync(join(folder, 'node_modules'))
    symlinkSync(repositoryRoot, join(folder, 'node_modules', 'product-configurator-service'))
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
    for (const { language, text } of blocksOf('README.md', readRepositoryFile('customizations/README.md'))) {
      const name = language === 'ts' ? /^\/\/ ([a-z.-]+\.ts): /.exec(text)?.[1] : undefined
      if (name === undefined) continue
      files.set(name, text)
      writeFileSync(join(folder, name), text)
    }
  })
  after(() => rmSync(folder, { recursive: true }))

  it('has a question type of at most 40 lines', () => {
    expect([...files.keys()]).to.deep.equal([
      'plate-number.ts',
      'svc.config.ts',
      'try-plates.ts',
      'plate-districts.ts',
      'product-suppliers.ts',
    ])
    expect(files.get('plate-number.ts')!.split('\n').length).to.be.at.most(40)
  })

  it('registers it in a configuration that passes all checks', async () => {
    const { config } = await loadConfig({ folder })
    expect(assemble(config).registry.questionTypes.owner('PlateNumber')).to.equal('plates')
  })

  it('runs its test program in a complete shop without a failed assertion', async () => {
    await load('try-plates.ts')
  })

  it('adds a property with a migration', async () => {
    const { platesByDistrict } = (await load('plate-districts.ts')) as { readonly platesByDistrict: Customization }
    const app = await bootTestApp({ customizations: [platesByDistrict] })
    const product = await createProduct(app.records)
    const page = await createPage(app.records, product)
    const plate = await createQuestion(app.records, page, 'PlateNumber', { plate_districts: 'B HH' })
    const { configuration } = await app.shop.configurations.start({ product_id: product })
    const refusals = async (value: string): Promise<readonly string[]> => {
      const { refused } = await app.shop.configurations.change(configuration, { selections: [{ question_id: plate, value }] })
      return refused.map(({ message }) => message)
    }
    expect(await refusals('M-X 1')).to.deep.equal(["'PlateNumber' takes plates of B HH."])
    expect(await refusals('HH-X 1')).to.deep.equal([])
    await app.stop()
  })

  it('adds a product property that lists show, search and sort by', async () => {
    const { suppliers, supplierOf } = (await load('product-suppliers.ts')) as {
      readonly suppliers: Customization
      readonly supplierOf: (app: App, product: number) => Promise<string>
    }
    const app = await bootTestApp({ customizations: [suppliers] })
    const [oak, ash] = [
      await createProduct(app.records, 'Oak', { suppliers_code: 'Z-1' }),
      await createProduct(app.records, 'Ash', { suppliers_code: 'A-1' }),
    ]
    expect(await supplierOf(app, oak)).to.equal('Z-1')
    const { records } = await app.records.list('product', { sort: 'suppliers_code' })
    expect(records.map((row) => [row['id'], row['suppliers_code']])).to.deep.equal([
      [ash, 'A-1'],
      [oak, 'Z-1'],
    ])
    const products = await app.records.list('product', { filters: new Map([['search', 'z-1']]) })
    expect(products.records.map(({ id }) => id)).to.deep.equal([oak])
    await app.stop()
  })
})
