// The customization package that svc:plugin:create writes, on a machine with only the published service package.
import { expect } from 'chai'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { findBrowser, openBrowser } from '../support/browser.js'
import { createJsonClient, type JsonClient } from '../support/json-client.js'
import { openPackedProjects, type ServedProject, type PackedProjects } from '../deploy/packed-projects.js'
import { repositoryRoot } from '../support/repository.js'

const config = `
import type { SvcConfig } from 'product-configurator-service'
import { standalone } from 'product-configurator-service/hosts/standalone'
import { http } from 'product-configurator-service/plugins/http'
import { rest } from 'product-configurator-service/plugins/rest'
import { runtime } from 'product-configurator-service/plugins/runtime'
import { stock } from 'product-configurator-service/plugins/stock'
import { storefront } from 'product-configurator-service/plugins/storefront'

const config: SvcConfig = {
  languages: ['en-GB'],
  host: standalone(),
  plugins: [stock, http({ mounts: [rest(), runtime(), storefront()] })],
  customizations: ['fine-letters'],
}
  export default config
`

/** Uses the output of svc:types:generate, including the customization's own entity and property. */
const author = `
import type { Client } from './generated/client/client.js'
import type { EntityTypes } from './generated/types/entities.js'
export const font: EntityTypes['fine-letters-font']['write'] = { title_en_GB: 'Serif', price: 2 }
export const create = (client: Client) => client('fine-letters-font').create(font)
export const type: EntityTypes['question']['write'] = { page_id: 1, title_en_GB: 'Text', question_type: 'FineLetters' }
export const letters = (question: EntityTypes['question']['read']): number | null => question.fine_letters_letters
`

const projectFiles = {
  'package.json': JSON.stringify({
    ...{ type: 'module', private: true },
    devDependencies: { '@types/node': '>=20.19.0', typescript: '>=5.8.0' },
  }),
  'svc.config.ts': config,
  'author.ts': author,
  'tsconfig.json': JSON.stringify({
    compilerOptions: { target: 'ES2022', module: 'NodeNext', strict: true, noEmit: true, types: ['node'] },
    include: ['*.ts'],
  }),
}

describe('package written by svc:plugin:create', function () {
  this.timeout(120_000)
  let workshop: PackedProjects
  let plugin: string
  let project: string
  before(async () => {
    workshop = await openPackedProjects()
    plugin = join(workshop.folder, 'fine-letters')
    project = await workshop.createProject('shop', projectFiles)
    // The shop's configuration lists the package before it exists. The command does not load it.
    await workshop.run(project, 'node', 'node_modules/.bin/svc', 'svc:plugin:create', 'fine-letters', '--out', plugin)
  })
  after(() => workshop.remove())

  it('contains its name in all contributions, and no placeholder', () => {
    const files = readdirSync(plugin, { recursive: true, encoding: 'utf8' }).filter((path) => /\.\w+$/.test(path))
    expect(files).to.include.members(['package.json', 'README.md', 'src/index.ts', 'test/customization.test.ts'])
    for (const path of files) expect(readFileSync(join(plugin, path), 'utf8'), path).not.to.include('{{')
  })

  it('is not written into a folder that contains files', async () => {
    const full = join(workshop.folder, 'full')
    mkdirSync(full)
    writeFileSync(join(full, 'mine.txt'), 'mine')
    const again = workshop.run(project, 'node', 'node_modules/.bin/svc', 'svc:plugin:create', 'again', '--out', full)
    const message = await again.then(String, (error: Error) => error.message)
    expect(message).to.include('is not empty. Choose another one with --out.')
    expect(readdirSync(full)).to.deep.equal(['mine.txt'])
  })

  it('compiles against the published types with full library checks, and passes its own test', async () => {
    await workshop.install(plugin)
    const output = await workshop.run(plugin, 'npm', 'test')
    expect(output).to.match(/pass 1\n/)
  })

  describe('installed in a shop from its archive', () => {
    let served: ServedProject
    let client: JsonClient
    let browser: Browser | undefined
    before(async () => {
      await workshop.addPacked(project, plugin, 'fine-letters')
      served = await workshop.serve(project)
      const words = ['svc:token:mint', 'author', '--preset', 'everything', '--json']
      const minted = JSON.parse(await workshop.run(project, 'node', 'node_modules/.bin/svc', ...words)) as {
        readonly token: string
      }
      client = createJsonClient(served.url, minted.token)
    })
    after(async () => {
      await browser?.close()
      client?.close()
      await served?.stop()
    })

    it('contains neither source files nor files of this repository', () => {
      expect(existsSync(join(project, 'node_modules/fine-letters/dist/src/index.js'))).to.equal(true)
      expect(existsSync(join(project, 'node_modules/fine-letters/src'))).to.equal(false)
      expect(existsSync(join(project, 'node_modules/product-configurator-service/core'))).to.equal(false)
      expect(readFileSync(join(project, 'node_modules/product-configurator-service/bin/svc'), 'utf8')).not.to.include(
        repositoryRoot,
      )
    })

    it('provides its types to authors', async () => {
      await workshop.run(project, 'node', 'node_modules/.bin/svc', 'svc:types:generate')
      expect(await workshop.run(project, 'node', 'node_modules/.bin/tsc')).to.equal('')
    })

    it('is usable over REST, in the runtime API and in the configurator', async function () {
      const create = async (entity: string, fields: object): Promise<number> =>
        (await client.data<{ readonly id: number }>('POST', `/svc-api/v1/${entity}`, fields)).id
      const font = await create('fine-letters-font', { title_en_GB: 'Serif', price: 2.5 })
      const { records } = await client.data<{ readonly records: readonly { readonly id: number }[] }>(
        'GET',
        '/svc-api/v1/tax-class',
      )
      const product = await create('product', { title_en_GB: 'Pen', tax_class_id: records[0]!.id, baseprice: 10 })
      const page = await create('page', { title_en_GB: 'Look', product_id: product })
      const calculation = await create('calculation', { name: 'Engraving', product_id: product })
      const question = { page_id: page, question_type: 'FineLetters', fine_letters_letters: 8, calcmodel: calculation }
      const text = await create('question', { title_en_GB: 'Engraving', ...question })
      const terms = [{ term: 'FineLettersPrice', question_id: text, font_id: font }]
      await create('calculation-formula', { calculation_id: calculation, terms })
      const rules = { condition: 'FineLettersLetters', question_id: text, operator: '>=', value: 5 }
      await create('question', { title_en_GB: 'Gift box', page_id: page, question_type: 'Textbox', rules })

      const runtime = '/svc-api/runtime/v1/configurations'
      interface Reply {
        readonly configuration: string
        readonly price: { readonly net: number }
      }
      const { configuration } = await client.data<Reply>('POST', runtime, { product_id: product })
      const selections = [{ question_id: text, value: 'Anna Lea' }]
      expect((await client.data<Reply>('PATCH', `${runtime}/${configuration}`, { selections })).price.net).to.equal(27.5)

      const { status, body } = await client.send('GET', `/product/${product}`)
      expect([status, String(body).includes('<svc-configurator ')]).to.deep.equal([200, true])
      if (findBrowser() === null) return
      browser = await openBrowser(this)
      const tab = await browser.newPage({ locale: 'en-GB' })
      await tab.goto(`${served.url}/product/${product}`)
      await tab.locator('[data-ready]').waitFor()
      expect(await tab.getByLabel('Gift box').count()).to.equal(0)
      await tab.getByLabel('Engraving').fill('anna lea')
      await tab.getByLabel('Engraving').press('Tab')
      await tab.getByLabel('Gift box').waitFor()
      expect(await tab.getByLabel('Engraving').inputValue()).to.equal('ANNA LEA')
      await tab.getByLabel('Engraving').fill('far too long for it')
      await tab.getByLabel('Engraving').press('Tab')
      await tab.getByText('Engraving takes at most 8 letters from A to Z.').first().waitFor()
    })
  })
})
