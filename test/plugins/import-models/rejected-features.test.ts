// Invalid feature models: each is rejected with an error that names the line, and nothing is stored.
import { expect } from 'chai'
import { importModels, type ImportedModel } from '../../../plugins/import-models/index.js'
import { ValidationError } from '../../../core/foundation/errors.js'
import { stock } from '../../../plugins/stock/index.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { ide, rejectedModels, utf16, uvl } from './rejected-models.js'

describe('A feature model', () => {
  let app: TestApp

  before(async () => {
    app = await bootTestApp({ plugins: [stock, importModels] })
  })
  after(() => app.stop())

  const imported = (content: string | Buffer, more: object = {}): Promise<unknown> =>
    app.act('import-model', { name: 'model', content: Buffer.from(content as string).toString('base64'), apply: true, ...more })

  for (const [title, [content, sentence]] of Object.entries(rejectedModels))
    it(`is rejected if it ${title}`, async () => {
      const error: unknown = await imported(
        typeof content === 'function' ? content() : content,
        title === 'is empty' ? { content: 'IA==' } : {},
      ).catch((failed: unknown) => failed)
      expect(error).to.be.instanceOf(ValidationError)
      const { issues } = error as ValidationError
      const text = issues.map(({ message }) => message).join(' ')
      expect(text).to.equal(sentence)
    })

  it('that is rejected stores no product', async () => {
    const { total } = (await app.act('list-entities', { entity: 'product' })) as { readonly total: number }
    expect(total).to.equal(0)
  })

  it('is parsed in time proportional to its length', async () => {
    const lines = (count: number): string =>
      uvl(`\t\toptional\n${Array.from({ length: count }, (_, at) => `\t\t\tf${at} {price 1}\n`).join('')}`)
    const spent = async (count: number): Promise<number> => {
      const started = performance.now()
      await imported(lines(count), { apply: false })
      return performance.now() - started
    }
    await spent(500)
    const [few, large] = [await spent(1_000), await spent(8_000)]
    expect(large).to.be.lessThan(few * 32 + 200)
  })
})

describe('Attributes and features of a model', () => {
  let app: TestApp

  before(async () => {
    app = await bootTestApp({ plugins: [stock, importModels] })
  })
  after(() => app.stop())

  const imported = async (text: string | Buffer, more: object = {}): Promise<ImportedModel> =>
    (await app.act('import-model', {
      name: 'model',
      content: Buffer.from(text as string).toString('base64'),
      ...more,
    })) as ImportedModel

  it('become prices, weights, SKUs and custom fields', async () => {
    const model = `features\n\tLamp {price 40, weight 2.5}\n\t\tmandatory\n\t\t\tCord {price 1.5}\n\t\toptional\n\t\t\tShade {price 12.25, sku 'S-1', colour 'red'}\n\t\t\t\tmandatory\n\t\t\t\t\tRing {price 0.75}\n`
    const { sheet, findings } = await imported(model)
    expect(sheet).to.include('baseprice: 41.5\nbaseweight: 2.5\n')
    expect(sheet).to.match(/price: 13\b/)
    expect(sheet).to.include('sku: S-1')
    expect(sheet).to.include('assignment_custom_1: red')
    expect(findings.map(({ kind }) => kind)).to.deep.equal(['attribute-kept'])
  })

  it('are read from UTF-16, from UTF-8 with a byte order mark, and from declared Latin-1', async () => {
    const text = 'features\n\tLämp\n\t\toptional\n\t\t\tA\n'
    for (const content of [utf16(text), Buffer.from(`\u{feff}${text}`)])
      expect((await imported(content)).sheet).to.include('title: Lämp')
    const latin = Buffer.from(
      `<?xml version="1.0" encoding="ISO-8859-1"?>${ide('<and name="Lämp"><feature name="A"/></and>')}`,
      'latin1',
    )
    expect((await imported(latin)).sheet).to.include('title: Lämp')
  })

  it('become an entry if a feature has a value', async () => {
    const { sheet } = await imported('features\n\tLamp\n\t\toptional\n\t\t\tCord\n\t\t\t\tmandatory\n\t\t\t\t\tInteger Length\n')
    expect(sheet).to.include('input_restriction: integer')
    expect(sheet).to.include('rules: cord == yes')
  })

  it('are reported if no valid configuration contains them, or if they are abstract leaves', async () => {
    const text = ide(
      '<and name="Lamp"><feature name="A"/><feature name="B" abstract="true"/></and>',
      '<rule><not><var>A</var></not></rule>',
    )
    const { findings, sheet } = await imported(text)
    expect(findings.map(({ kind }) => kind)).to.have.members(['abstract-leaf', 'dead-answer'])
    expect(sheet).to.include('published: false')
  })
})
