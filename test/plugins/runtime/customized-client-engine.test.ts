// The client engine with question types and functions of customizations gives the same results as the service.
import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import type { ConfigurationReply } from '../../../core/commerce/configuration/define.js'
import type { ProgramReply } from '../../../core/commerce/configuration/program.js'
import type { ProductReply } from '../../../core/shop/catalogue/define.js'
import { example } from '../../../customizations/example/index.js'
import { runtime } from '../../../plugins/runtime/index.js'
import { type PluginScript, loadPluginTypes } from '../../../plugins/storefront/browser/client-engine/plugin-types.js'
import { pluginKit } from '../../../plugins/storefront/browser/client-engine/client-predictor.js'
import { storefront } from '../../../plugins/storefront/index.js'
import { withTwinModule } from '../../fixtures/customizations/with-client-module.js'
import { type ListeningApp, listenTestApp } from '../../support/test-app.js'
import { createCatalogAuthor } from '../../support/catalog-author.js'
import { stockTypes } from '../../core/engine/engine-product.js'
import { type JsonClient, createJsonClient } from '../../support/json-client.js'
import { ClientEnginePage } from './client-engine-page.js'

const base = '/svc-api/runtime/v1'
const sessions = 200

/** A deterministic pseudo-random sequence: the high half of a 32-bit generator. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state >>> 16) % below
  }
}

describe('the client engine with code of customizations', function () {
  this.timeout(120_000)
  let app: ListeningApp
  let client: JsonClient
  let product: number
  let width: number
  let colour: number
  let varnish: number
  let matt: number
  let gloss: number

  before(async () => {
    app = await listenTestApp([runtime(), storefront()], { customizations: [example(), withTwinModule] })
    client = createJsonClient(app.url)
    const author = createCatalogAuthor(app)
    product = await author.product('Door', { baseprice: 100 })
    const page = await author.page(product, 'Look')
    width = await author.question(page, 'Width', 'Textbox', { input_restriction: 'decimal', required: true })
    colour = await author.question(page, 'Colour', 'RalColour', { ral_series: '379' })
    varnish = await author.question(page, 'Varnish', 'Radiobuttons', {
      // Varnish applies to red doors: series 3 holds the reds.
      rules: { question: colour, field: 'series', operator: '==', value: 3 },
    })
    matt = await author.answer(varnish, 'Matt', { price: 10 })
    gloss = await author.answer(varnish, 'Gloss', { price: 20, rules: { question: width, operator: '>', value: 1000 } })
    const code = 'doubled(fullLengths( A , 600)) + 1'
    const calculation = await author.calculation(product, 'Bars', 'code', { code, question_id_a: width })
    await app.records.write('question', { calcmodel: calculation }, { id: width })
  })
  after(async () => {
    client?.close()
    await app?.stop()
  })

  it('matches the service in 200 random sessions: prices, automatic changes and rejections', async () => {
    const random = numbers(7)
    const of = <T>(list: readonly T[]): T => list[random(list.length)]!
    const values = new Map<number, () => string | null>([
      [width, () => of(['0', '599', '600', '601', '1200.5', String(random(3_000)), 'wide', null])],
      [colour, () => of(['3020', 'RAL 3020', 'ral7016', '9010', '5010', '7777', 'red', String(random(10_000)), null])],
      [varnish, () => of([String(matt), String(gloss), '999999', null])],
    ])
    const productReply = await client.data<ProductReply>('GET', `${base}/products/${product}?language=de-DE`)
    let refused = 0
    const priced = new Set<number>()
    for (let session = 0; session < sessions; session++) {
      const start = { product_id: product, language: 'de-DE' }
      const started = await client.data<ConfigurationReply>('POST', `${base}/configurations?prices=1`, start)
      const path = `${base}/configurations/${started.configuration}`
      const program = await client.data<ProgramReply>('GET', `${path}/program?language=de-DE`)
      expect(program.modules).to.deep.equal(['functions-doubled', 'functions-fullLengths', 'questionTypes-RalColour'])
      const scriptOf = (module: string): Promise<PluginScript> => {
        const [, name = ''] = module.split('-')
        return import(app.context.registry.clientModules.get(name)!.script.href) as Promise<PluginScript>
      }
      const page = new ClientEnginePage(
        program,
        productReply,
        started,
        await loadPluginTypes(stockTypes, program.modules, pluginKit, scriptOf),
      )
      for (let entry = 0; entry < 6; entry++) {
        const question_id = of([width, colour, varnish])
        const selections = [{ question_id, value: values.get(question_id)!() }]
        const reply = await client.data<ConfigurationReply>('PATCH', `${path}?prices=1&language=de-DE`, { selections })
        expect(page.findDifferences(selections, reply), JSON.stringify(selections)).to.deep.equal([])
        refused += reply.refused.length
        priced.add(reply.price?.gross ?? 0)
      }
    }
    expect(refused, 'rejected entries').to.be.above(50)
    expect(priced.size, 'different prices').to.be.above(8)
  })

  it('loads scripts that are served next to its own script and import nothing', async () => {
    const [, script = ''] =
      /src="([^"]+)configurator\.js"/.exec(await (await fetch(`${app.url}/product/${product}`)).text()) ?? []
    for (const { name, of, script: file } of app.context.registry.clientModules.values()) {
      const response = await fetch(`${app.url}${script}client-engine-${of}-${name}.js`)
      const text = await response.text()
      expect([name, response.status, response.headers.get('content-type')]).to.deep.equal([
        name,
        200,
        'text/javascript; charset=utf-8',
      ])
      expect(text).to.equal(await readFile(file, 'utf8'))
      expect(text).to.not.match(/^\s*import\b/m)
    }
  })
})
