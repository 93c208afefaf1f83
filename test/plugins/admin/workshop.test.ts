// The server of the workshop: product tree, live preview, findings and answers from rows.
import { expect } from 'chai'
import { example } from '../../../customizations/example/index.js'
import type {
  AnswerSheet,
  AnswerSheetReply,
  WorkshopFindings,
  WorkshopTree,
} from '../../../plugins/admin/api/workshop/workshop-shape.js'
import { createCatalogAuthor } from '../../support/catalog-author.js'
import { everyScope } from '../rest/service.js'
import { type AdminClient, type AdminService, codeOf, startAdmin } from './service.js'

describe('the workshop of the admin', function () {
  this.timeout(60_000)
  let service: AdminService
  let client: AdminClient
  let product: number
  before(async () => {
    service = await startAdmin({ customizations: [example()] })
    client = await service.as(...everyScope)
    const author = createCatalogAuthor(service.app)
    product = await author.product('Blind')
    const second = await author.page(product, 'Size')
    const first = await author.page(product, 'Fabric', { ordering: 1 })
    const colour = await author.question(first, 'Colour', 'Radiobuttons', { published: false })
    await author.answer(colour, 'Red', { price: 12.5 })
    await author.question(second, 'Width', 'Textbox', {
      rules: { all: [{ question: colour, field: 'selected', operator: '!=', value: '' }] },
    })
    await author.write('calculation', { product_id: product, name: 'Total' })
  })
  after(() => service.stop())

  const tree = async (): Promise<WorkshopTree> => {
    const answer = await client.send('GET', `workshop/${product}`)
    expect(codeOf(answer)).to.equal('200')
    return answer.body as WorkshopTree
  }

  it('returns every record of the product in its order with the details of its row', async () => {
    const { product: root, kinds } = await tree()
    expect(root).to.deep.equal({ id: product, title: 'Blind', published: true })
    const of = (entity: string) => kinds.find((kind) => kind.entity === entity)!
    expect(of('page').nodes.map(({ title }) => title)).to.deep.equal(['Fabric', 'Size'])
    expect(of('page').titleKeys).to.deep.equal(['title_en_GB', 'title_de_DE'])
    const [colour, width] = ['Colour', 'Width'].map((name) => of('question').nodes.find(({ title }) => title === name)!)
    expect([colour!.published, colour!.ruled, colour!.note]).to.deep.equal([false, false, 'Radio buttons'])
    expect([width!.published, width!.ruled, width!.note]).to.deep.equal([true, true, 'Text box'])
    expect(of('answer').nodes.map(({ title, price, owner }) => ({ title, price, owner }))).to.deep.equal([
      { title: 'Red', price: 12.5, owner: colour!.id },
    ])
    expect(of('calculation').nodes.map(({ title }) => title)).to.deep.equal(['Total'])
    // Owners come before their children, including records of a customization.
    const names = kinds.map(({ entity }) => entity)
    for (const { entity, owner } of kinds)
      if (owner !== 'product') expect(names.indexOf(owner)).to.be.below(names.indexOf(entity))
    const below = [...service.app.context.registry.entities.values()].filter(
      ({ topic, name }) => topic === 'product' && name !== 'product',
    )
    expect(new Set(names)).to.deep.equal(new Set(below.map(({ name }) => name)))
  })

  it('returns the rights of the account, and answers 404 for products that do not exist', async () => {
    const reader = await service.as('catalog:read')
    const { kinds } = (await reader.send('GET', `workshop/${product}`)).body as WorkshopTree
    expect(kinds.some(({ may }) => may.create || may.change || may.delete)).to.equal(false)
    expect(codeOf(await client.send('GET', 'workshop/999999'))).to.equal('404 NOT_FOUND')
    expect(codeOf(await client.send('GET', 'workshop/nothing'))).to.equal('404 NOT_FOUND')
    expect(codeOf(await (await service.as('orders:read')).send('GET', `workshop/${product}`))).to.equal('403 INSUFFICIENT_SCOPE')
  })

  describe('the live preview', () => {
    const token = 'workshop'.padEnd(32, '0')
    let blind: number
    let width: number
    let colour: number
    let red: number
    before(async () => {
      const author = createCatalogAuthor(service.app)
      blind = await author.product('Draft', { baseprice: 100, published: false })
      const page = await author.page(blind, 'Size')
      colour = await author.question(page, 'Colour', 'Radiobuttons', { required: true })
      red = await author.answer(colour, 'Red', { price: 10 })
      width = await author.question(page, 'Width', 'Textbox', {
        rules: { all: [{ question: colour, field: 'selected', operator: '==', value: red }] },
      })
    })

    interface Shown {
      readonly data: {
        readonly configuration: string
        readonly price: { readonly net: number }
        readonly questions: readonly { readonly id: number; readonly applies: boolean }[]
      }
      readonly state: object
      readonly refused: string | null
    }

    const ask = async (call: object, more: object = {}, by: AdminClient = client): Promise<Shown> => {
      const fields = {
        customer_group_id: null,
        currency: null,
        drafts: [],
        state: null,
        call: { token, query: {}, ...call },
        ...more,
      }
      const answer = await by.send('POST', `workshop/${blind}/shop`, fields)
      expect(codeOf(answer), JSON.stringify(answer.body)).to.equal('200')
      return answer.body as Shown
    }
    const start = { path: 'configurations', body: { product_id: 0 } }
    const choose = (value: number) => ({
      path: `configurations/${token}`,
      query: { full: '1' },
      body: { selections: [{ question_id: colour, value: String(value) }], revision: 77 },
    })
    const configurations = async (): Promise<number> => (await service.app.records.list('configuration')).meta.total

    it('shows an unpublished product and stores nothing', async () => {
      const before = await configurations()
      const initial = await ask(start)
      expect([initial.data.configuration, initial.data.price.net]).to.deep.equal([token, 100])
      const chosen = await ask(choose(red), { state: initial.state })
      expect(chosen.data.price.net).to.equal(110)
      expect(chosen.data.questions.find(({ id }) => id === width)?.applies).to.equal(true)
      const undone = await ask({ path: `configurations/${token}/undo`, body: {} }, { state: chosen.state })
      expect(undone.data.price.net).to.equal(100)
      expect(await configurations()).to.equal(before)
      expect((await service.app.records.read('product', blind)).record['published']).to.equal(false)
    })

    it('uses typed values, or the stored values and the error if they are invalid', async () => {
      const { state: session } = await ask(start)
      const draft = (fields: object) => ({ state: session, drafts: [{ entity: 'answer', id: red, fields }] })
      expect((await ask(choose(red), draft({ price: 55 }))).data.price.net).to.equal(155)
      const refused = await ask(choose(red), draft({ price: 'much' }))
      expect([refused.data.price.net, refused.refused?.includes('Price')]).to.deep.equal([110, true])
      expect((await ask(choose(red), { state: session })).data.price.net).to.equal(110)
    })

    it('explains why a question is hidden', async () => {
      const { state: session } = await ask(start)
      const why = await ask(
        { path: `configurations/${token}/explanation`, query: { question_id: String(width) } },
        { state: session },
      )
      expect(JSON.stringify(why.data)).to.contain('Colour')
    })

    it('reports dead ends, also for typed values', async () => {
      const author = createCatalogAuthor(service.app)
      const page = await author.page(blind, 'Fit')
      const rail = await author.question(page, 'Rail', 'Radiobuttons', { required: true })
      const [long, short] = [await author.answer(rail, 'Long'), await author.answer(rail, 'Short')]
      const hook = await author.question(page, 'Hook', 'Radiobuttons', { required: true })
      const rules = { all: [{ question: rail, field: 'selected', operator: '==', value: long }] }
      const only = await author.answer(hook, 'Steel', { rules })
      const before = await configurations()
      const { state: session } = await ask(start)
      const guidance = { path: `configurations/${token}/guidance` }
      const guided = async (more: object) => (await ask(guidance, more)).data as unknown as Record<string, unknown>
      expect(await guided({ state: session })).to.deep.include({ configuration: token, feasible: true, dead_ends: [short] })
      const typed = { drafts: [{ entity: 'answer', id: only, fields: { rules: null } }], state: session }
      expect(await guided(typed)).to.deep.include({ dead_ends: [] })
      expect(await guided({ state: session })).to.deep.include({ dead_ends: [short] })
      expect(await configurations()).to.equal(before)
    })

    it('runs no operation that sends, pays or stores', async () => {
      for (const path of [`configurations/${token}/share`, 'carts', `configurations/${token}/files`, 'orders', '../../x']) {
        const fields = { call: { path, token, query: {}, body: {} } }
        expect(codeOf(await client.send('POST', `workshop/${blind}/shop`, fields)), path).to.equal('404 NOT_FOUND')
      }
    })

    it('rejects typed values for accounts that may not write, and for other entities', async () => {
      const reader = await service.as('catalog:read')
      expect((await ask(start, {}, reader)).data.price.net).to.equal(100)
      const fields = { drafts: [{ entity: 'answer', id: red, fields: { price: 1 } }], call: { ...start, token, query: {} } }
      expect(codeOf(await reader.send('POST', `workshop/${blind}/shop`, fields))).to.equal('403 INSUFFICIENT_SCOPE')
      const other = { drafts: [{ entity: 'tax-class', id: 1, fields: {} }], call: { ...start, token, query: {} } }
      expect(codeOf(await client.send('POST', `workshop/${blind}/shop`, other))).to.equal('422 VALIDATION_FAILED')
    })
  })

  describe('the findings', () => {
    const author = () => createCatalogAuthor(service.app)
    let blind: number
    let colour: number
    let red: number
    let hem: number
    before(async () => {
      blind = await author().product('Doubtful')
      const page = await author().page(blind, 'Size')
      colour = await author().question(page, 'Colour', 'Radiobuttons')
      red = await author().answer(colour, 'Red')
      const blue = await author().answer(colour, 'Blue')
      const is = (answer: number) => ({ question: colour, field: 'selected', operator: '==', value: answer })
      hem = await author().question(page, 'Hem', 'Radiobuttons', { rules: { any: [is(red), { all: [is(red), is(red)] }] } })
      const lost = await author().answer(hem, 'Lost', { rules: { all: [is(blue), is(red)] } })
      expect(lost).to.be.above(0)
    })

    const findings = async (): Promise<WorkshopFindings['findings']> => {
      const answer = await client.send('GET', `workshop/${blind}/findings`)
      expect(codeOf(answer)).to.equal('200')
      return (answer.body as WorkshopFindings).findings
    }

    it('contain a repair that removes only the redundant part', async () => {
      const allFindings = await findings()
      const part = allFindings.find(({ kind }) => kind === 'redundant-part')!
      expect([part.entity, part.id, part.repair?.does]).to.deep.equal(['question', hem, 'remove-part'])
      const mended = await client.send('PATCH', `records/question/${hem}`, part.repair!.fields)
      expect(codeOf(mended)).to.equal('200')
      expect((await findings()).some(({ kind, id }) => kind === 'redundant-part' && id === hem)).to.equal(false)
    })

    it('contain selections that demonstrate the problem', async () => {
      const rows = await author().question(
        (await service.app.records.read('question', hem)).record['page_id'] as number,
        'Width',
        'Textbox',
      )
      await author().calculation(blind, 'Prices', 'matrix', {
        row_question_id: rows,
        column_question_id: colour,
        lookup: 'exact',
        cells: [
          { row: 1, column: red, value: 10 },
          { row: 2, column: red + 1, value: 20 },
        ],
      })
      const hole = (await findings()).find(({ kind }) => kind === 'matrix-hole')!
      expect(hole.witness).to.deep.equal([
        { question_id: rows, value: '1' },
        { question_id: colour, value: String(red + 1) },
      ])
      expect(hole.repair).to.equal(null)
    })
  })

  describe('the sheet of all answers', () => {
    let question: number
    let blind: number
    let ids: readonly number[]
    before(async () => {
      const author = createCatalogAuthor(service.app)
      blind = await author.product('Sheet')
      question = await author.question(await author.page(blind, 'One'), 'Colour', 'Radiobuttons')
      ids = [
        await author.answer(question, 'Red', { sku: 'R', price: 10 }),
        await author.answer(question, 'Green'),
        await author.answer(question, 'Blue'),
      ]
    })
    const address = (): string => `workshop/${blind}/answer-sheet/${question}`
    const read = async (): Promise<AnswerSheet> => (await client.send('GET', address())).body as AnswerSheet
    const summary = async (): Promise<readonly unknown[]> =>
      (await read()).rows.map(({ fields }) => [fields['title_en_GB'], fields['sku'], fields['price']])
    const send = async (rows: readonly object[], more: object = {}): Promise<AnswerSheetReply> =>
      (await client.send('POST', address(), { rows, ...more })).body as AnswerSheetReply

    it('changes, adds and moves answers in one transaction, and one undo restores all of it', async () => {
      const before = await summary()
      const [red, green, blue] = (await read()).rows
      const rows = [
        { id: blue!.id, revision: blue!.revision, fields: {} },
        { fields: { title_en_GB: 'Black', title_de_DE: 'Schwarz', price: 3 } },
        { id: red!.id, revision: red!.revision, fields: { price: 12.5, sku: 'R-2' } },
        { id: green!.id, revision: green!.revision, fields: {} },
      ]
      const tried = await send(rows, { dry_run: true })
      expect([tried.created, tried.changed, tried.undo, await summary()]).to.deep.equal([1, 1, null, before])
      const stored = await send(rows)
      expect([stored.created, stored.changed, stored.refused]).to.deep.equal([1, 1, []])
      expect(await summary()).to.deep.equal([
        ['Blue', '', 0],
        ['Black', '', 3],
        ['Red', 'R-2', 12.5],
        ['Green', '', 0],
      ])
      const undone = await client.send('POST', `undo/${stored.undo}`, {})
      expect(undone.body).to.deep.equal({ restored: 1, left: [] })
      expect(await summary()).to.deep.equal(before)
    })

    it('restores nothing if one of the answers was changed since', async () => {
      const rows = (await read()).rows.map(({ id, revision }) => ({ id, revision, fields: { price: 7 } }))
      const { undo } = await send(rows)
      await service.app.records.write('answer', { price: 8 }, { id: ids[1]! })
      const undone = (await client.send('POST', `undo/${undo}`, {})).body as { restored: number; left: readonly unknown[] }
      expect([undone.restored, undone.left.length]).to.deep.equal([0, 1])
      expect((await read()).rows.map(({ fields }) => fields['price'])).to.deep.equal([7, 8, 7])
    })

    it('writes nothing if a row is invalid, was changed since, or belongs to another question', async () => {
      const before = await summary()
      const [red, green] = (await read()).rows
      const reply = await send([
        { id: red!.id, revision: red!.revision, fields: { price: 1 } },
        { id: green!.id, revision: green!.revision - 1, fields: { price: 1 } },
        { fields: { title_en_GB: '' } },
        { id: 999_999, fields: { price: 1 } },
      ])
      expect(reply.refused.map(({ row }) => row)).to.deep.equal([1, 2, 3])
      expect(await summary()).to.deep.equal(before)
      const reader = await service.as('catalog:read')
      expect(codeOf(await reader.send('GET', address()))).to.equal('200')
      expect(codeOf(await reader.send('POST', address(), { rows: [{ fields: {} }] }))).to.equal('403 INSUFFICIENT_SCOPE')
    })
  })
})
