// Tests every contribution of the example customization that ships with the service.
import { expect } from 'chai'
import { inProcess } from '../../core/foundation/access.js'
import { printDocumentById } from '../../core/commerce/document/print.js'
import type { ValidationError } from '../../core/foundation/errors.js'
import { PipelineRecords } from '../../core/storage/pipeline-records.js'
import { TaskScheduler } from '../../core/tasks/scheduler.js'
import { createDiary } from '../../customizations/example/diary.js'
import { example } from '../../customizations/example/index.js'
import { payAtWorkshop } from '../../customizations/example/pay-at-workshop.js'
import { planParcels } from '../../customizations/example/plan-parcels.js'
import { isRal, ralNumber } from '../../customizations/example/ral.js'
import { seedMaterials } from '../../customizations/example/seed-materials.js'
import { withdrawProducts } from '../../customizations/example/withdraw-products.js'
import { bootTestApp, type TestApp } from '../support/test-app.js'
import { createPaymentMethod, createUnpaidOrder } from '../support/scripted-provider.js'
import { createTestClock } from '../support/clock.js'
import { catchError } from '../support/caught-error.js'
import { createCalculation, createPage, createProduct, createQuestion, inBothLanguages } from '../support/small-shop.js'

describe('example customization', () => {
  let app: TestApp
  const lines: string[] = []
  const log = {
    ...{ debug() {}, warn() {}, error() {} },
    info: (_fields: object, message: string) => void lines.push(message),
    child: () => log,
  }
  before(async () => {
    app = await bootTestApp({ customizations: [example()], clock: createTestClock(), log })
  })
  after(() => app.stop())

  const createMaterial = async (code: string, fields: object = {}): Promise<number> =>
    (await app.records.write('material', { ...inBothLanguages('title', code), code, ...fields })).id
  type Reply = Awaited<ReturnType<TestApp['shop']['configurations']['change']>>
  const select = (token: string, question_id: number, value: string): Promise<Reply> =>
    app.shop.configurations.change(token, { selections: [{ question_id, value }] }, { full: true })

  it('normalizes RAL numbers and rejects unknown ones', () => {
    expect(['5010', 'RAL 9016', 'ral3027'].map(ralNumber)).to.deep.equal(['5010', '9016', '3027'])
    expect(['5006', '501', 'RAL', '50100', 'blue'].map(ralNumber)).to.deep.equal([null, null, null, null, null])
    const all = Array.from({ length: 9000 }, (_, index) => index + 1000).filter(isRal)
    expect(all[0]).to.equal(1000)
    expect(all.at(-1)).to.equal(9023)
  })

  it('normalizes Swiss VAT ids and rejects wrong check digits', async () => {
    const { id } = await app.records.write('party', { name: 'Works', vat_id: 'CHE-116.281.710 MWST' })
    expect((await app.records.read('party', id)).record['vat_id']).to.equal('CHE116281710MWST')
    const error = (await catchError(app.records.write('party', { vat_id: 'CHE-116.281.711' }, { id }))) as ValidationError
    expect(error.message).to.include('A VAT id of Switzerland is CHE, 9 digits and optionally MWST, TVA or IVA')
  })

  it('stores materials with a unique code and a surface by RAL number', async () => {
    const id = await createMaterial('BEECH', { surface: 'RAL 9016' })
    expect((await app.records.read('material', id)).record).to.include({ code: 'BEECH', surface: '9016', published: true })
    const error = (await catchError(createMaterial('BEECH', { surface: '5006' }))) as ValidationError
    expect(error.issues.map(({ field }) => field)).to.have.members(['surface'])
    expect(error.message).to.include('takes the number of a RAL classic colour, such as 5010.')
    expect(((await catchError(createMaterial('BEECH'))) as ValidationError).issues.map(({ field }) => field)).to.deep.equal([
      'code',
    ])
  })

  it('links products to a material, filters products by it, and blocks the deletion of a used material', async () => {
    const pine = await createMaterial('PINE')
    const product = await createProduct(app.records, 'Shelf', { material_id: pine })
    await createProduct(app.records, 'Stone')
    const { records } = await app.records.list('product', { filters: new Map([['material_id', pine]]) })
    expect(records.map(({ id }) => id)).to.deep.equal([product])
    expect((await catchError(app.records.remove('material', pine))).message).to.include('product')
  })

  it('asks for a colour by RAL number, limited to the configured series', async () => {
    const product = await createProduct(app.records, 'Door')
    const page = await createPage(app.records, product)
    const colour = await createQuestion(app.records, page, 'RalColour', { ral_series: '79' })
    const rules = { question: colour, field: 'series', operator: '==', value: 9 }
    const gloss = await createQuestion(app.records, page, 'Textbox', { rules })
    const { configuration } = await app.shop.configurations.start({ product_id: product })
    expect((await select(configuration, colour, '7007')).refused.map(({ message }) => message)).to.deep.equal([
      "'RalColour' must be the number of a RAL colour, such as 5010.",
    ])
    expect((await select(configuration, colour, '3020')).refused.map(({ message }) => message)).to.deep.equal([
      "'RalColour' must be a RAL colour whose number begins with one of 7, 9.",
    ])
    const applies = ({ questions }: Reply): boolean | undefined => questions.find(({ id }) => id === gloss)?.applies
    const grey = await select(configuration, colour, 'RAL 7016')
    expect([grey.questions[0]?.selection, applies(grey)]).to.deep.equal(['7016', false])
    expect(applies(await select(configuration, colour, '9016'))).to.equal(true)
  })

  it('prices an express delivery by full lengths and the rate of the day, only if the delivery date is near', async () => {
    const product = await createProduct(app.records, 'Rail')
    const page = await createPage(app.records, product)
    const date = await createQuestion(app.records, page, 'Calendar')
    const length = await createQuestion(app.records, page, 'Textbox', { input_restriction: 'integer' })
    const calculation = await createCalculation(app.records, product, 'Express')
    const factor = { function: 'fullLengths', parameters: [[{ question: length }], [{ number: 2000 }]] }
    const terms = [factor, { operator: '*' }, { term: 'ExchangeRate', code: 'EUR' }, { operator: '/' }, { number: 100 }]
    await app.records.write('calculation-formula', { calculation_id: calculation, terms })
    const rules = { condition: 'DeliveryDays', question_id: date, operator: '<', value: 10 }
    const express = await createQuestion(app.records, page, 'Textbox', { rules, calcmodel: calculation })
    const { configuration } = await app.shop.configurations.start({ product_id: product })
    await select(configuration, length, '3100')
    await select(configuration, date, '2030-03-01')
    expect((await select(configuration, express, 'Please')).refused.map(({ code }) => code)).to.deep.equal(['NOT_APPLICABLE'])
    await select(configuration, date, '2030-01-05')
    expect((await select(configuration, express, 'Please')).price?.net).to.equal(40)
  })

  it('replaces a material in all products with one action', async () => {
    const [elm, ash] = [await createMaterial('ELM'), await createMaterial('ASH')]
    const product = await createProduct(app.records, 'Table', { material_id: elm })
    expect(await app.act('replace-material', { from: elm, to: ash })).to.deep.equal({ changed: 1 })
    expect((await app.records.read('product', product)).record).to.include({ material_id: ash })
    expect((await catchError(app.act('replace-material', { from: ash, to: ash }))).message).to.include("Field 'to' takes another")
    expect((await catchError(app.act('replace-material', { from: ash, to: 9999 }))).message).to.include('9999')
  })

  it('unpublishes products whose material is no longer available, and no others', async () => {
    const expired = await createMaterial('GONE', { available_until: '2000-01-01T00:00:00Z' })
    const lasting = await createMaterial('LASTING', { available_until: '2100-01-01T00:00:00Z' })
    const [old, young] = [
      await createProduct(app.records, 'Old', { material_id: expired }),
      await createProduct(app.records, 'Young', { material_id: lasting }),
    ]
    const owned = { owner: 'example', item: withdrawProducts }
    await new TaskScheduler(app.context, new PipelineRecords(app.context), []).runIfDue(owned)
    expect((await app.records.read('product', old)).record['published']).to.equal(false)
    expect((await app.records.read('product', young)).record['published']).to.equal(true)
  })

  it('requires the name of a counter for payment at the workshop', async () => {
    const method = { ...inBothLanguages('title', 'At the workshop'), connector: 'pay_at_workshop' }
    expect((await catchError(app.records.write('payment-method', { ...method, params: {} }))).message).to.include('Counter')
    expect(await app.records.write('payment-method', { ...method, params: { counter: 'Hall 2' } })).to.include({ inserted: true })
  })

  it('packs the pieces of an order into parcels, the heaviest first, and prints the list', async () => {
    const { id } = await createUnpaidOrder(
      app.records,
      await createPaymentMethod(app.records, payAtWorkshop.name, { counter: 'Yard' }),
      {
        number: 77,
      },
    )
    const line = { sales_order_id: id, title: 'Door', quantity: 2, weight: 30 }
    await app.records.write('order-line', line, { internal: true })
    await app.records.write('order-line', { ...line, title: 'Board', quantity: 3, weight: 24 }, { internal: true })
    const { name, bytes } = await printDocumentById(app.shop.createContext({}), 'packing-list', id)
    expect(name).to.equal('packing-list-77.txt')
    expect(Buffer.from(bytes).toString()).to.equal('Parcel 1: Door, Board\nParcel 2: Door, Board\nParcel 3: Board\n')
    const scope = { types: app.context.registry, spent: () => true, progress: () => undefined }
    const pieces = [
      { title: 'Board', weight: 8 },
      { title: 'Board', weight: 8 },
    ]
    expect(await planParcels.run(scope, { pieces, limit: 25 }), 'without time left').to.have.length(2)
  })

  it('seeds the default materials once, in every language of the shop', async () => {
    const scope = { app, caller: inProcess, json: false, options: {}, language: 'en', progress: () => undefined }
    expect(await seedMaterials.run(scope)).to.deep.equal({ written: 3 })
    expect(await seedMaterials.run(scope)).to.deep.equal({ written: 0 })
    const { records } = await app.records.list('material', { filters: new Map([['code', 'OAK']]) })
    const { record } = await app.records.read('material', Number(records[0]?.['id']))
    expect(record).to.include({ title_en_GB: 'Oak', title_de_DE: 'Eiche' })
  })

  it('moves reviews to the catalog area', () => {
    expect(app.context.registry.entities.get('review')?.area).to.equal('catalog')
  })

  it('logs created and changed materials', async () => {
    lines.splice(0)
    const id = await createMaterial('NOTED')
    await app.records.write('material', { density: 700 }, { id })
    expect(lines).to.deep.equal(['A material was added.', 'A material was changed.'])
  })

  it('logs order events after the log is opened', async () => {
    const diary = createDiary()
    const ordered = { orderId: 1, from: 'in_checkout', to: 'ordered' }
    lines.splice(0)
    await diary.observers.onSvcSetStatus?.(ordered)
    diary.open(app)
    await diary.observers.onSvcSetStatus?.(ordered)
    await diary.observers.onSvcSetStatus?.({ ...ordered, from: 'ordered', to: 'paid' })
    expect(lines).to.deep.equal(['An order is to be made.', 'An order has another status.'])
  })

  it('describes its contributions in describe-customization', async () => {
    const described = (await app.act('describe-customization')) as Readonly<Record<string, readonly unknown[]>>
    expect(described).to.deep.include({
      conditionTypes: ['DeliveryDays'],
      termTypes: ['ExchangeRate'],
      functions: ['fullLengths'],
    })
    expect(described['entities']).to.deep.equal([{ name: 'material', owner: 'example' }])
    const types = described['questionTypes'] as readonly { readonly name: string; readonly fields: readonly object[] }[]
    const ral = types.find(({ name }) => name === 'RalColour')!
    expect(ral).to.deep.include({ class: 'example/RalColour', selfDescribing: true, takesAnswers: false })
    expect(ral).to.have.nested.property('properties[0].name', 'ral_series')
    expect(ral.fields[0]).to.include({ key: 'series', title: 'Series', kind: 'number' })
    expect(types.find(({ name }) => name === 'Slider')).to.have.all.keys('name', 'label', 'class', 'selfDescribing')
  })

  it('describes its conditions and terms to authors, and accepts records that follow the descriptions', async () => {
    const product = await createProduct(app.records, 'Described')
    const page = await createPage(app.records, product)
    const date = await createQuestion(app.records, page, 'Calendar')
    const described = (await app.act('describe-customization')) as Readonly<Record<string, unknown>>
    const rules = (await app.act('describe-rules', { product_id: product })) as Readonly<Record<string, unknown>>
    const calculations = (await app.act('describe-calculations', { product_id: product })) as Readonly<Record<string, unknown>>
    expect(rules['conditionTypes']).to.deep.include({ name: 'DeliveryDays', custom: true })
    expect(rules['customConditions']).to.deep.equal([
      {
        ...{ name: 'DeliveryDays', label: 'Days until delivery', operators: ['==', '!=', '>=', '<=', '>', '<'] },
        arguments: [
          {
            ...{ name: 'question_id', label: 'Date question', type: 'join', jsonType: 'integer', required: true },
            references: ['question'],
          },
        ],
      },
    ])
    expect(calculations['customTerms']).to.deep.equal([
      {
        ...{ name: 'ExchangeRate', label: 'Exchange rate' },
        arguments: [
          {
            ...{ name: 'code', label: 'Currency code', type: 'string', jsonType: 'string', required: true },
            description: 'ISO 4217, such as USD.',
          },
        ],
      },
    ])
    expect([described['conditions'], described['terms']]).to.deep.equal([rules['customConditions'], calculations['customTerms']])
    const [condition] = described['conditions'] as readonly { readonly name: string; readonly operators: readonly string[] }[]
    const rule = { condition: condition!.name, question_id: date, operator: condition!.operators[4], value: 3 }
    await createQuestion(app.records, page, 'Textbox', { rules: rule })
  })
})
