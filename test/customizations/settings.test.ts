// Settings, files and input types of a plugged-in question type work as for the built-in types.
import { expect } from 'chai'
import { number, type Customization, type QuestionType, Refusal, string } from 'product-configurator-service'
import type { runSimulation } from '../../core/engine/proof/simulator.js'
import type { ValidationError } from '../../core/foundation/errors.js'
import type { QuestionView } from '../../core/shop/catalogue/define.js'
import { bootTestApp, type TestApp } from '../support/test-app.js'
import { catchError } from '../support/caught-error.js'
import { createMemoryFiles } from '../support/memory-files.js'
import { createPage, createProduct, createQuestion, inBothLanguages } from '../support/small-shop.js'

const stencil: QuestionType = {
  name: 'Stencil',
  label: 'Stencil',
  properties: {
    stencil_least: number('Least width'),
    stencil_most: number('Largest width'),
    stencil_hint: string('Hint', { translatable: true }),
    stencil_key: string('Key of the cutter', { apiSensitive: true }),
  },
  takesAnswers: false,
  checkSettings: ({ stencil_least: least, stencil_most: maximum }) =>
    Number(least ?? 0) <= Number(maximum ?? least ?? 0)
      ? []
      : [{ field: 'stencil_most', refusal: new Refusal('The largest width is below the least.', 'OUT_OF_RANGE') }],
  files: () => ({ extensions: ['svg'], mediaTypes: [], megabytes: null }),
}

const size: QuestionType = {
  name: 'Size',
  label: 'Size',
  properties: { size_list: string('Sizes') },
  takesAnswers: false,
  shown: ({ size_list: list }) => ({ sizes: String(list).split(' ') }),
  entries: ({ settings }) => ({ listed: String(settings['size_list']).split(' ') }),
  validate: (value, { settings }, context) =>
    String(settings['size_list']).split(' ').includes(value) ? { value } : new Refusal(context.translate('No such size.', {})),
}

const tailor: Customization = {
  kind: 'customization',
  name: 'tailor',
  core: '*',
  version: '1.0.0',
  contributes: { questionTypes: [stencil, size] },
  migrations: [
    {
      version: '0001',
      name: 'columns',
      async up(steps) {
        for (const name of ['stencil_least', 'stencil_most', 'stencil_key', 'size_list']) await steps.addColumn('question', name)
      },
    },
  ],
}

describe('settings of a plugged-in question type', () => {
  let app: TestApp
  let product: number
  let page: number

  before(async () => {
    app = await bootTestApp({ customizations: [tailor], files: createMemoryFiles() })
    product = await createProduct(app.records, 'Apron')
    page = await createPage(app.records, product)
  })
  after(() => app.stop())

  const loadView = async (id: number, language = 'en-GB'): Promise<QuestionView> => {
    const { product: view } = await app.shop.catalogue.product(product, { language })
    return view.pages.flatMap(({ questions }) => questions).find((question) => question.id === id)!
  }

  it('are in the catalogue by wire name, translated, and without sensitive fields', async () => {
    const own = { stencil_least: 5, ...inBothLanguages('stencil_hint', 'As you draw it'), stencil_key: 'secret' }
    const id = await createQuestion(app.records, page, 'Stencil', own)
    const question = await loadView(id, 'de-DE')
    expect(question).to.include({ stencil_least: 5, stencil_most: null })
    expect(question['stencil_hint']).to.match(/^As you draw it/)
    expect(question).to.not.have.any.keys('stencil_key', 'slider_steps')
    await app.records.remove('question', id)
  })

  it('are in the catalogue in the form that the type returns', async () => {
    const id = await createQuestion(app.records, page, 'Size', { size_list: 'S M' })
    expect((await loadView(id))['sizes']).to.deep.equal(['S', 'M'])
    await app.records.remove('question', id)
  })

  it('of built-in types are in the catalogue in the same way', async () => {
    const slider = await createQuestion(app.records, page, 'Slider', { slider_steps: 5 })
    const choices = await createQuestion(app.records, page, 'Choices', { choices: '2\n 4 \n' })
    const upload = await createQuestion(app.records, page, 'Upload', { upload_extensions: 'pdf' })
    expect(await loadView(slider)).to.include({ slider_steps: 5 })
    expect(await loadView(choices)).to.deep.include({ choices: ['2', '4'], input_restriction: 'plaintext' })
    expect(await loadView(upload)).to.include({ upload_extensions: 'pdf', upload_mime_types: '', upload_size_mb: null })
    for (const id of [slider, choices, upload]) await app.records.remove('question', id)
  })

  it('are validated together when a question of the type is stored, and ignored for other types', async () => {
    const unsound = { ...inBothLanguages('title', 'X'), page_id: page, stencil_least: 5, stencil_most: 3 }
    const refused = (await catchError(app.records.write('question', { ...unsound, question_type: 'Stencil' }))) as ValidationError
    expect(refused.issues.map(({ field, code }) => [field, code])).to.deep.equal([['stencil_most', 'OUT_OF_RANGE']])
    const { id } = await app.records.write('question', { ...unsound, question_type: 'Textbox' })
    await app.records.remove('question', id)
  })

  it('limit the accepted file types', async () => {
    const id = await createQuestion(app.records, page, 'Stencil')
    const { configuration } = await app.shop.configurations.start({ product_id: product })
    const upload = (name: string, text: string): Promise<unknown> =>
      app.shop.configurations.upload(configuration, { question_id: id, name, bytes: Buffer.from(text) })
    expect(((await catchError(upload('a.txt', 'text'))) as ValidationError).issues[0]!.message).to.include('Allowed: svg')
    expect(await upload('a.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')).to.have.property('id')
    await app.records.remove('question', id)
  })

  it('provide sample values to a simulation', async () => {
    const id = await createQuestion(app.records, page, 'Size', { size_list: 'S M', required: true })
    const { deadEnds } = (await app.act('simulate-product', { product_id: product })) as ReturnType<typeof runSimulation>
    expect(deadEnds).to.include({ stuck: 0 })
    await app.records.remove('question', id)
  })
})
