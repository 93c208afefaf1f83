// Every contribution point, used by customizations through the public plugin contract only.
import { expect } from 'chai'
import { listPrintedDocuments, printDocumentById, printOwnDocument } from '../../../core/commerce/document/print.js'
import { inProcess } from '../../../core/foundation/access.js'
import { assemble } from '../../../core/boot/assemble.js'
import { standalone } from '../../../hosts/standalone/index.js'
import { TaskScheduler } from '../../../core/tasks/scheduler.js'
import { PipelineRecords } from '../../../core/storage/pipeline-records.js'
import { formatMessage } from '../../../core/foundation/message-format.js'
import type { ValidationError } from '../../../core/foundation/errors.js'
import { withAction } from '../../fixtures/customizations/with-action.js'
import { withArea } from '../../fixtures/customizations/with-area.js'
import { withConditionType } from '../../fixtures/customizations/with-condition-type.js'
import { withEntity } from '../../fixtures/customizations/with-entity.js'
import { withGenerator } from '../../fixtures/customizations/with-generator.js'
import { countWords, withJob } from '../../fixtures/customizations/with-job.js'
import { withFunction } from '../../fixtures/customizations/with-function.js'
import { type Seen, withObserver } from '../../fixtures/customizations/with-observer.js'
import { withPaymentProvider } from '../../fixtures/customizations/with-payment-provider.js'
import { withPrintedDocument } from '../../fixtures/customizations/with-printed-document.js'
import { withProperty } from '../../fixtures/customizations/with-property.js'
import { withPropertyKind } from '../../fixtures/customizations/with-property-kind.js'
import { withQuestionType } from '../../fixtures/customizations/with-question-type.js'
import { withHealthCheck } from '../../fixtures/customizations/with-health-check.js'
import { hideUnpriced, withTask } from '../../fixtures/customizations/with-task.js'
import { neverMessages, withMessages } from '../../fixtures/customizations/with-messages.js'
import { withTranslation } from '../../fixtures/customizations/with-translation.js'
import { withVatIdFormat } from '../../fixtures/customizations/with-vat-id-format.js'
import { withVerb } from '../../fixtures/customizations/with-verb.js'
import { withTermType } from '../../fixtures/customizations/with-term-type.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { createPaymentMethod, createUnpaidOrder } from '../../support/scripted-provider.js'
import { createTestClock } from '../../support/clock.js'
import { catchError } from '../../support/caught-error.js'

const both = (key: string, text: string): Readonly<Record<string, string>> => ({ [`${key}_en_GB`]: text, [`${key}_de_DE`]: text })

describe('customizations', () => {
  let app: TestApp
  const events: Seen[] = []
  const clock = createTestClock()

  before(async () => {
    app = await bootTestApp({
      clock,
      customizations: [
        ...[withEntity, withProperty, withArea, withPropertyKind, withQuestionType, withConditionType, withTermType],
        ...[
          withFunction,
          withAction,
          withTask,
          withHealthCheck,
          withPaymentProvider,
          withObserver(events),
          withTranslation,
          withMessages,
          withVerb,
          withJob,
          withPrintedDocument,
          withVatIdFormat,
        ],
      ],
    })
  })
  after(() => app.stop())

  async function createProduct(fields: object = {}): Promise<{ readonly product: number; readonly page: number }> {
    const { records } = await app.records.list('tax-class', { limit: 1 })
    const product = await app.records.write('product', {
      ...both('title', 'Pen'),
      tax_class_id: records[0]!['id'],
      baseprice: 10,
      ...fields,
    })
    const page = await app.records.write('page', { ...both('title', 'Look'), product_id: product.id })
    return { product: product.id, page: page.id }
  }

  it('add a shop verb', async () => {
    const { product } = await createProduct()
    await app.shop.configurations.start({ product_id: product })
    expect(await app.shop.serve('count-begun', { key: product }, {})).to.deep.equal({ product_id: product, open: 1 })
    expect(await catchError(app.shop.serve('count-begun', { key: 'x' }, {}))).to.include({ code: 'VALIDATION_FAILED' })
    expect(await catchError(app.shop.serve('count-begum', {}, {}))).to.include({ code: 'NOT_FOUND' })
  })

  it('add an entity with its table', async () => {
    const { id } = await app.records.write('material', { ...both('title', 'Oak'), density: 720.5 })
    expect((await app.records.read('material', id)).record).to.include({ title: 'Oak', density: 720.5 })
    expect(app.context.registry.isCustom(app.context.registry.entities.get('material')!.owner)).to.equal(true)
  })

  it('add a property to a core entity, next to its own properties', async () => {
    const { product } = await createProduct({ supplier_code: 'A-1' })
    expect((await app.records.read('product', product)).record).to.include({ supplier_code: 'A-1' })
  })

  it('move an entity to another area', () => {
    expect(app.context.registry.entities.get('review')!.area).to.equal('catalog')
  })

  it('add a property kind that validates stored values', async () => {
    const { page } = await createProduct()
    const question = await app.records.write('question', {
      ...both('title', 'Colour'),
      page_id: page,
      question_type: 'Radiobuttons',
    })
    const answer = { ...both('title', 'Blue'), question_id: question.id }
    const error = (await catchError(app.records.write('answer', { ...answer, ral: '12' }))) as ValidationError
    expect(error.issues.map(({ field, message }) => [field, message])).to.deep.equal([
      ['ral', 'Field RAL colour takes the four digits of a RAL colour from 1000.'],
    ])
    const { id } = await app.records.write('answer', { ...answer, ral: '5010' })
    expect((await app.records.read('answer', id)).record).to.include({ ral: '5010' })
  })

  it("add a question type with its own property, which validates the shopper's input", async () => {
    const { product, page } = await createProduct()
    const fields = { ...both('title', 'Engraving'), page_id: page, question_type: 'Engraving', engraving_letters: 5 }
    const question = await app.records.write('question', fields)
    const started = await app.shop.configurations.start({ product_id: product })
    const enter = (value: string): ReturnType<TestApp['shop']['configurations']['change']> =>
      app.shop.configurations.change(started.configuration, { selections: [{ question_id: question.id, value }] })
    expect((await enter('TOO LONG')).refused.map(({ message }) => message)).to.deep.equal([
      'Engraving takes at most 5 upper-case letters.',
    ])
    expect((await enter('ANNA')).questions[0]).to.include({ id: question.id, selection: 'ANNA' })
  })

  it('add condition types, term types and functions that configurations evaluate', async () => {
    const { product, page } = await createProduct()
    const calculation = await app.records.write('calculation', { name: 'Rush', product_id: product })
    const terms = [
      {
        function: 'ceilTo',
        parameters: [[{ term: 'ExchangeRate', code: 'EUR' }, { operator: '+' }, { number: 6.2 }], [{ number: 5 }]],
      },
    ]
    await app.records.write('calculation-formula', { calculation_id: calculation.id, terms })
    const date = await app.records.write('question', { ...both('title', 'Delivery'), page_id: page, question_type: 'Calendar' })
    const rules = { condition: 'LeadTime', question_id: date.id, operator: '<', value: 10 }
    const surcharge = { ...both('title', 'Note'), page_id: page, question_type: 'Textbox', rules, calcmodel: calculation.id }
    const note = await app.records.write('question', surcharge)
    const { configuration } = await app.shop.configurations.start({ product_id: product })
    const choose = (question_id: number, value: string): ReturnType<TestApp['shop']['configurations']['change']> =>
      app.shop.configurations.change(configuration, { selections: [{ question_id, value }] }, { full: true })
    const applies = async (day: string): Promise<boolean> =>
      (await choose(date.id, day)).questions.find(({ id }) => id === note.id)!.applies
    expect(await applies('2030-03-01')).to.equal(false)
    expect(await applies('2030-01-05')).to.equal(true)
    expect((await choose(note.id, 'Please')).price!.net).to.equal(20)
  })

  it('translate their messages into the languages that they contribute', async () => {
    const { product, page } = await createProduct()
    const { id } = await app.records.write('question', { ...both('title', 'Wish'), page_id: page, question_type: 'Never' })
    const readMessage = async (language: string): Promise<string | undefined> => {
      const { configuration } = await app.shop.configurations.start({ product_id: product, language })
      const selections = [{ question_id: id, value: 'much' }]
      return (await app.shop.configurations.change(configuration, { selections })).refused[0]?.message
    }
    expect(await readMessage('de-DE')).to.equal('„Wish“ nimmt nichts.')
    expect(await readMessage('en-GB')).to.equal("'Wish' takes nothing.")
  })

  it('create messages of their own catalogs, which surfaces write in the languages of the catalogs', async () => {
    const { product, page } = await createProduct()
    const { id } = await app.records.write('question', { ...both('title', 'Wish'), page_id: page, question_type: 'NeverAgain' })
    const { configuration } = await app.shop.configurations.start({ product_id: product, language: 'en-GB' })
    const refused = await app.shop.configurations.change(configuration, { selections: [{ question_id: id, value: 'much' }] })
    expect(refused.refused[0]?.message).to.equal("'Wish' takes nothing, and 1 answer was sent.")
    const message = neverMessages.create('empty', { question: 'Wish', count: 2 })
    expect(formatMessage(message, 'de-DE', { catalogs: app.context.registry.messages })).to.equal(
      '„Wish“ nimmt nichts, und 2 Antworten wurden gesendet.',
    )
  })

  it('add a generator for files next to the generated types', async () => {
    const { generators } = assemble({ languages: ['en-GB'], host: standalone(), plugins: [], customizations: [withGenerator] })
    const [{ owner, item }] = generators as [(typeof generators)[number]]
    expect([owner, item.name]).to.deep.equal(['with-generator', 'entity-names'])
    expect((await item.files(app.context.registry, ['en-GB'])).get('entity-names.txt')).to.match(/^product\n/)
  })

  it('add an action with validated input that runs in one transaction', async () => {
    const { product } = await createProduct({ baseprice: 100 })
    const missing = (await catchError(app.act('raise-prices'))) as ValidationError
    expect(missing.issues.map(({ field, code }) => [field, code])).to.deep.equal([['percentage', 'REQUIRED']])
    const wrong = (await catchError(app.act('raise-prices', { percentage: 'ten', percentge: 10 }))) as ValidationError
    expect(wrong.issues.map(({ field }) => field)).to.deep.equal(['percentge', 'percentage'])
    expect(wrong.issues[0]!.message).to.equal("Unknown argument 'percentge' of action 'raise-prices'. Did you mean 'percentage'?")
    const messages: string[] = []
    await app.act('raise-prices', { percentage: '10' }, { progress: (sentence) => void messages.push(sentence) })
    expect((await app.records.read('product', product)).record['baseprice']).to.equal(110)
    expect(messages).to.have.length(1)
  })

  it('add a scheduled task', async () => {
    const { product } = await createProduct({ baseprice: 0 })
    const owned = { owner: 'with-task', item: hideUnpriced }
    await new TaskScheduler(app.context, new PipelineRecords(app.context), []).runIfDue(owned)
    expect((await app.records.read('product', product)).record['published']).to.equal(false)
  })

  it('add a payment provider that payment methods can name', async () => {
    const method = { ...both('title', 'Voucher'), connector: 'voucher', params: { issuer: 'City' } }
    expect(await app.records.write('payment-method', method)).to.include({ inserted: true })
  })

  it('add a worker job', async () => {
    const call = { caller: inProcess, seconds: 5, progress: () => undefined }
    expect(await app.operations.jobs.run(countWords, 'made to measure', call)).to.equal(3)
  })

  it('add a printed document of orders, next to the built-in ones', async () => {
    const method = await createPaymentMethod(app.records, 'voucher', { issuer: 'City' })
    const { id, token } = await createUnpaidOrder(app.records, method, { number: 88_001 })
    expect(listPrintedDocuments(app.context.registry, 'sales-order').map(({ name }) => name)).to.deep.equal([
      'confirmation',
      'invoice',
      'delivery-note',
      'label',
    ])
    const { name, bytes } = await printDocumentById(app.shop.createContext({}), 'label', id)
    expect([name, Buffer.from(bytes).toString()]).to.deep.equal(['label-88001.txt', 'Order 88001, 0 '])
    expect((await printOwnDocument(app.shop.createContext({}), 'label', token)).name).to.equal('label-88001.txt')
    const unknown = await catchError(printDocumentById(app.shop.createContext({}), 'lable', id))
    expect(unknown.message).to.equal("There is no printed document 'lable'. Did you mean 'label'?")
  })

  it('add a format of VAT ids, which refuses mistyped ids next to the built-in ones', async () => {
    const { id } = await app.records.write('party', { name: 'Works', vat_id: 'no 923 609 016 mva' })
    expect((await app.records.read('party', id)).record['vat_id']).to.equal('NO923609016MVA')
    for (const vat_id of ['NO923609017MVA', 'DE136695977']) {
      const error = (await catchError(app.records.write('party', { vat_id }, { id }))) as ValidationError
      expect(error.issues.map(({ field }) => field)).to.deep.equal(['vat_id'])
    }
  })

  it('observe stored and deleted records after the commit', async () => {
    events.splice(0)
    const { id } = await app.records.write('material', both('title', 'Elm'))
    await app.records.remove('material', id)
    expect(events).to.deep.equal([
      { event: 'onSvcStoreRecord', payload: { entity: 'material', id, inserted: true } },
      { event: 'onSvcDeleteRecord', payload: { entity: 'material', id } },
    ])
  })
})
