// The effect of a dry run on saved configurations and carts, and the price trace of an explained configuration.
import { plainIssues } from '../../support/caught-error.js'
import { expect } from 'chai'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { catchValidationError } from '../../support/validation-error.js'
import { authorBlind, type Blind } from './blind.js'

interface Affected {
  readonly checked: number
  readonly outcomes: Readonly<Record<'valid' | 'changed' | 'refused', number>>
  readonly configurations: readonly {
    readonly id: number
    readonly state: string
    readonly outcome: string
    readonly missing?: readonly { readonly question_id: number; readonly message: string }[]
    readonly changes: readonly { readonly question_id: number; readonly to: string | null }[]
    readonly price?: { readonly before: number; readonly after: number }
    readonly lost?: true
  }[]
  readonly carts: readonly number[]
}

interface Line {
  readonly amount: number
  readonly parts?: readonly Line[]
}

function leaves(line: Line): readonly number[] {
  return line.parts ? line.parts.flatMap(leaves) : [line.amount]
}

describe('dry run', () => {
  let app: TestApp
  let blind: Blind
  let token: string
  before(async () => {
    app = await bootTestApp()
    blind = await authorBlind(app)
    const selections = [
      { question_id: blind.width, value: '900' },
      { question_id: blind.drop, value: '800' },
      { question_id: blind.fabric, value: String(blind.answers[1]) },
    ]
    token = (await app.shop.configurations.start({ product_id: blind.product, selections })).configuration
    await app.shop.configurations.start({ product_id: blind.product })
  })
  after(() => app.stop())

  const dry = async (action: string, input: object): Promise<Affected> =>
    ((await app.act(action, { ...input, dry_run: true })) as { readonly affected: Affected }).affected

  it('lists the configurations that would lose a selection, with their price before and after', async () => {
    const rules = { question: blind.width, operator: '<=', value: 500 }
    const affected = await dry('update-entity', { entity: 'answer', id: blind.answers[1], fields: { rules } })
    expect(affected).to.deep.include({ checked: 2, outcomes: { valid: 1, changed: 1, refused: 0 } })
    expect(affected.configurations).to.have.length(1)
    const [configuration] = affected.configurations
    expect(configuration!.changes.map(({ question_id, to }) => ({ question_id, to }))).to.deep.equal([
      { question_id: blind.fabric, to: null },
    ])
    expect(configuration!.price).to.deep.equal({ before: 65, after: 50 })
    const reply = await app.shop.configurations.read(token)
    expect(reply.automatic).to.deep.equal([])
    expect(reply.price?.net).to.equal(65)
  })

  it('lists the configurations whose price a new calculation would change', async () => {
    const { configurations } = await dry('set-calculation', { calculation_id: blind.table, formula: { terms: [{ number: 7 }] } })
    expect(configurations.map(({ price }) => price)).to.deep.equal([{ before: 65, after: 32 }])
    expect(await app.act('get-calculation', { calculation_id: blind.table })).to.have.property('matrix')
  })

  it('lists all configurations of a product to be unpublished, and none for a change that affects no price', async () => {
    const unpublished = await dry('update-entity', { entity: 'product', id: blind.product, fields: { published: false } })
    expect(unpublished.configurations.map(({ lost }) => lost)).to.deep.equal([true, true])
    const harmless = await dry('update-entity', { entity: 'page', id: blind.page, fields: { title_en_GB: 'Other' } })
    expect(harmless).to.deep.include({ checked: 2, configurations: [], carts: [] })
  })

  it('lists configurations that would become incomplete: values over a new limit, new required questions, missing prices', async () => {
    const limited = await dry('update-entity', { entity: 'question', id: blind.width, fields: { maxval: 800 } })
    expect(limited.outcomes).to.deep.equal({ valid: 1, changed: 0, refused: 1 })
    const [configuration] = limited.configurations
    expect(configuration).to.deep.include({ outcome: 'refused', changes: [] }).and.not.have.property('price')
    expect(configuration!.missing).to.deep.equal([
      { question_id: blind.width, page_id: blind.page, message: "'Width' must be at most 800." },
    ])
    const report = await dry('update-entity', { entity: 'question', id: blind.fabric, fields: { required: true } })
    expect(report.configurations.map(({ missing }) => missing?.map(({ question_id }) => question_id))).to.deep.equal([
      [blind.fabric],
    ])
    const cells = [{ row: 500, column: 500, value: '1' }]
    const matrix = { rows: { question: blind.width }, columns: { question: blind.drop }, lookup: 'nextHigher', cells }
    const shortened = await dry('set-calculation', { calculation_id: blind.table, matrix })
    expect(shortened.outcomes).to.deep.equal({ valid: 1, changed: 0, refused: 1 })
    expect(shortened.configurations[0]!.missing?.map(({ message }) => message)).to.deep.equal([
      'There is no price for this combination.',
    ])
    expect(shortened.configurations[0]!.price).to.deep.equal({ before: 65, after: 25 })
  })

  it('prices each configuration for the customer group of its shopper', async () => {
    const groups = await app.records.list('customer-group')
    const customer_group_id = Number(groups.records[0]!['id'])
    const fields = { title_en_GB: 'Trade', title_de_DE: 'Handel' }
    const trade = (await app.records.write('customer-group', fields)).id
    const shopper = { customerId: null, customerGroupId: trade }
    const { configuration } = await app.shop.configurations.start({ product_id: blind.product }, { shopper })
    const overrides = (price: number, group: number) => ({ baseprice_overrides: [{ customer_group_id: group, price }] })
    const change = (group: number) => ({ entity: 'product', id: blind.product, fields: overrides(3, group) })
    const affected = await dry('update-entity', change(trade))
    expect(affected.configurations.map(({ price }) => price)).to.deep.equal([{ before: 10, after: 3 }])
    expect((await dry('update-entity', change(customer_group_id))).outcomes).to.deep.equal({ valid: 1, changed: 2, refused: 0 })
    expect(configuration).to.have.length(32)
  })

  it('lists the configurations that a deletion would affect', async () => {
    const { configurations } = await dry('delete-entity', { entity: 'answer', id: blind.answers[1] })
    expect(configurations).to.have.length(1)
    expect((await app.records.read('answer', blind.answers[1])).id).to.equal(blind.answers[1])
  })

  it('lists the carts that contain an affected configuration', async () => {
    const cart = (await app.records.write('cart', { token: 'c'.repeat(32), state: 'open' }, { internal: true })).id
    const { records } = await app.records.list('configuration', { sort: 'id' })
    const position = { cart_id: cart, configuration_id: records[0]!['id'], quantity: 1 }
    await app.records.write('cart-position', position, { internal: true })
    const affected = await dry('set-calculation', { calculation_id: blind.table, formula: { terms: [{ number: 7 }] } })
    expect(affected.carts).to.deep.equal([cart])
  })

  it('omits affected configurations if the record belongs to no product', async () => {
    const titles = { title_en_GB: 'Doctor', title_de_DE: 'Doktor' }
    expect(await app.act('create-entity', { entity: 'salutation', fields: titles, dry_run: true })).not.to.have.property(
      'affected',
    )
  })

  it('explain-configuration stores no configuration, and the parts of its trace sum to the price', async () => {
    const before = (await app.records.list('configuration')).meta.total
    const selections = [
      { question_id: blind.width, value: '900' },
      { question_id: blind.drop, value: 800 },
    ]
    const explanation = (await app.act('explain-configuration', { product_id: blind.product, selections })) as {
      readonly price: { readonly net: number; readonly gross: number }
      readonly trace: { readonly price: Line; readonly gross: Line }
      readonly missing: readonly object[]
    }
    expect(explanation.price.net).to.equal(50)
    expect(leaves(explanation.trace.price).reduce((sum, amount) => sum + amount, 0)).to.equal(50)
    expect(explanation.trace.gross.amount).to.equal(explanation.price.gross)
    expect(leaves(explanation.trace.gross).reduce((sum, amount) => sum + amount, 0)).to.be.closeTo(explanation.price.gross, 1e-9)
    expect(explanation.missing).to.deep.equal([])
    expect((await app.records.list('configuration')).meta.total).to.equal(before)
  })

  it('explain-configuration names the reason why an answer does not apply, and rejects malformed input', async () => {
    const selections = [{ question_id: blind.width, value: '1800' }]
    const explanation = (await app.act('explain-configuration', { product_id: blind.product, selections })) as {
      readonly whyNot: readonly { readonly entity: string; readonly id: number; readonly message: string }[]
    }
    expect(explanation.whyNot).to.have.length(1)
    expect(explanation.whyNot[0]).to.include({ entity: 'answer', id: blind.answers[1] })
    expect(explanation.whyNot[0]!.message).to.match(/'Blackout' is not available because 'Width' is '1800'/)
    const bad = await catchValidationError(
      app.act('explain-configuration', { product_id: blind.product, selections: [{ question: 1 }] }),
    )
    expect(bad.issues[0]!.field).to.equal('selections[0]')
    const unknown = await catchValidationError(
      app.act('explain-configuration', { product_id: blind.product, question_id: 999_999 }),
    )
    expect(plainIssues(unknown.issues)).to.deep.equal([
      { field: 'question_id', code: 'UNKNOWN', message: 'This product has no question 999999.' },
    ])
  })
})
