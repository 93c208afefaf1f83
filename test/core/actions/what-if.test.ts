// Judges what a dry run says of saved configurations and carts, and what the explanation of a configuration adds up to.
import { expect } from 'chai'
import { bootTestApp, type TestApp } from '../../support/app.js'
import { refusalOf } from '../../support/refusal.js'
import { authorBlind, type Blind } from './blind.js'

interface Affected {
  readonly checked: number
  readonly configurations: readonly {
    readonly id: number
    readonly state: string
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

describe('a dry run', () => {
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
    token = (await app.configurations.start({ product_id: blind.product, selections })).configuration
    await app.configurations.start({ product_id: blind.product })
  })
  after(() => app.stop())

  const dry = async (action: string, input: object): Promise<Affected> =>
    ((await app.act(action, { ...input, dry_run: true })) as { readonly affected: Affected }).affected

  it('names the configurations that would lose a selection, with their prices before and after', async () => {
    const rules = { question: blind.width, operator: '<=', value: 500 }
    const affected = await dry('update-entity', { entity: 'answer', id: blind.answers[1], fields: { rules } })
    expect(affected).to.include({ checked: 2 })
    expect(affected.configurations).to.have.length(1)
    const [one] = affected.configurations
    expect(one!.changes.map(({ question_id, to }) => ({ question_id, to }))).to.deep.equal([
      { question_id: blind.fabric, to: null },
    ])
    expect(one!.price).to.deep.equal({ before: 65, after: 50 })
    const reply = await app.configurations.read(token)
    expect(reply.automatic).to.deep.equal([])
    expect(reply.price?.net).to.equal(65)
  })

  it('names those whose price a new body would change', async () => {
    const { configurations } = await dry('set-calculation', { calculation_id: blind.table, formula: { terms: [{ number: 7 }] } })
    expect(configurations.map(({ price }) => price)).to.deep.equal([{ before: 65, after: 32 }])
    expect(await app.act('get-calculation', { calculation_id: blind.table })).to.have.property('matrix')
  })

  it('names all of a product that would no longer be published, and none for a change that touches no price', async () => {
    const gone = await dry('update-entity', { entity: 'product', id: blind.product, fields: { published: false } })
    expect(gone.configurations.map(({ lost }) => lost)).to.deep.equal([true, true])
    const harmless = await dry('update-entity', { entity: 'page', id: blind.page, fields: { title_en_GB: 'Other' } })
    expect(harmless).to.deep.include({ checked: 2, configurations: [], carts: [] })
  })

  it('names what a delete would touch', async () => {
    const { configurations } = await dry('delete-entity', { entity: 'answer', id: blind.answers[1] })
    expect(configurations).to.have.length(1)
    expect((await app.read('answer', blind.answers[1])).id).to.equal(blind.answers[1])
  })

  it('names the carts that hold one of them', async () => {
    const cart = (await app.write('cart', { token: 'c'.repeat(32), state: 'open' }, { internal: true })).id
    const { records } = await app.list('configuration', { sort: 'id' })
    const position = { cart_id: cart, configuration_id: records[0]!['id'], quantity: 1 }
    await app.write('cart-position', position, { internal: true })
    const affected = await dry('set-calculation', { calculation_id: blind.table, formula: { terms: [{ number: 7 }] } })
    expect(affected.carts).to.deep.equal([cart])
  })

  it('says nothing of configurations where no product is concerned', async () => {
    const titles = { title_en_GB: 'Doctor', title_de_DE: 'Doktor' }
    expect(await app.act('create-entity', { entity: 'salutation', fields: titles, dry_run: true })).not.to.have.property(
      'affected',
    )
  })

  it('stores no configuration for an explanation, whose parts add up to the price', async () => {
    const before = (await app.list('configuration')).meta.total
    const selections = [
      { question_id: blind.width, value: '900' },
      { question_id: blind.drop, value: 800 },
    ]
    const told = (await app.act('explain-configuration', { product_id: blind.product, selections })) as {
      readonly price: { readonly net: number; readonly gross: number }
      readonly trace: { readonly price: Line; readonly gross: Line }
      readonly missing: readonly object[]
    }
    expect(told.price.net).to.equal(50)
    expect(leaves(told.trace.price).reduce((sum, amount) => sum + amount, 0)).to.equal(50)
    expect(told.trace.gross.amount).to.equal(told.price.gross)
    expect(leaves(told.trace.gross).reduce((sum, amount) => sum + amount, 0)).to.be.closeTo(told.price.gross, 1e-9)
    expect(told.missing).to.deep.equal([])
    expect((await app.list('configuration')).meta.total).to.equal(before)
  })

  it('explains why an answer does not apply and what would bring it', async () => {
    const selections = [{ question_id: blind.width, value: '1800' }]
    const told = (await app.act('explain-configuration', { product_id: blind.product, selections })) as {
      readonly whyNot: readonly { readonly entity: string; readonly id: number; readonly message: string }[]
    }
    expect(told.whyNot).to.have.length(1)
    expect(told.whyNot[0]).to.include({ entity: 'answer', id: blind.answers[1] })
    expect(told.whyNot[0]!.message).to.match(/'Blackout' does not apply, because 'Width' is '1800'/)
    const bad = await refusalOf(app.act('explain-configuration', { product_id: blind.product, selections: [{ question: 1 }] }))
    expect(bad.issues[0]!.field).to.equal('selections[0]')
    const unknown = await refusalOf(app.act('explain-configuration', { product_id: blind.product, question_id: 999_999 }))
    expect(unknown.issues).to.deep.equal([
      { field: 'question_id', code: 'UNKNOWN', message: 'This product has no question 999999.' },
    ])
  })
})
