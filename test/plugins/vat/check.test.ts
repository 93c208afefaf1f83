// Checks of VAT ids by a register: definite answers are stored with their date and affect taxes, failures change nothing.
import { expect } from 'chai'
import { checkVatIds, type VatCheckOptions } from '../../../plugins/vat/check.js'
import type { VatAnswer } from '../../../plugins/vat/vies.js'
import type { TaskScope } from '../../../core/tasks/define-task.js'
import { day, hour } from '../../../core/foundation/clock.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { type CatalogAuthor, createCatalogAuthor } from '../../support/catalog-author.js'
import { createTestClock } from '../../support/clock.js'

const [french, austrian, german, italian, dutch] = [
  'FR40303265045',
  'ATU13585627',
  'DE136695976',
  'IT00743110157',
  'NL004495445B01',
] as const

describe('checkVatIds', () => {
  const clock = createTestClock()
  let app: TestApp
  let author: CatalogAuthor
  let checkedIds: string[]
  let answers: Map<string, VatAnswer>

  before(async function () {
    this.timeout(60_000)
    app = await bootTestApp({ clock })
    author = createCatalogAuthor(app)
  })
  beforeEach(() => {
    checkedIds = []
    answers = new Map()
  })
  afterEach(() => app.reset())
  after(() => app?.stop())

  const register = {
    name: 'test',
    check(id: string): Promise<VatAnswer> {
      checkedIds.push(id)
      return Promise.resolve(answers.get(id) ?? 'unknown')
    },
  }
  const scope = (signal = new AbortController().signal): TaskScope => ({ context: app.context, records: app.records, signal })
  const round = (options?: VatCheckOptions): Promise<void> => checkVatIds(scope(), register, options)

  let mails = 0
  async function customer(vat_id: string): Promise<number> {
    const customer_group_id = (await author.first('customer-group')).id
    mails += 1
    return author.write('customer', { email: `ada${mails}@shop.example`, customer_group_id, vat_id })
  }
  const party = (vat_id: string): Promise<number> => author.write('party', { name: 'Works', vat_id })

  async function answer(entity: string, id: number): Promise<unknown> {
    const { vat_id_status, vat_id_checked } = (await app.records.read(entity, id)).record
    return [vat_id_status || null, vat_id_checked]
  }
  const now = (): string => new Date(clock.time).toISOString()

  it('stores the answers for customers and parties with their date', async () => {
    const [ours, theirs] = [await customer(french), await party(austrian)]
    answers.set(french, 'valid').set(austrian, 'invalid')
    await round()
    expect(checkedIds).to.deep.equal([french, austrian])
    expect(await answer('customer', ours)).to.deep.equal(['valid', now()])
    expect(await answer('party', theirs)).to.deep.equal(['invalid', now()])
  })

  it('stores nothing if the register has no answer, fails or times out', async () => {
    const id = await customer(french)
    await round()
    expect(await answer('customer', id)).to.deep.equal([null, null])
    await checkVatIds(scope(), { name: 'broken', check: () => Promise.reject(new Error('Out of order.')) })
    expect(await answer('customer', id)).to.deep.equal([null, null])
    const endless = { name: 'endless', check: () => new Promise<VatAnswer>(() => undefined) }
    await checkVatIds(scope(), endless, { patience: 20 })
    expect(await answer('customer', id)).to.deep.equal([null, null])
  })

  it('keeps an earlier answer if the register has none now', async () => {
    const id = await customer(french)
    answers.set(french, 'valid')
    await round()
    const then = now()
    clock.time += 31 * day
    answers.clear()
    await round()
    expect(checkedIds).to.have.length(2)
    expect(await answer('customer', id)).to.deep.equal(['valid', then])
  })

  it('checks valid ids again after 30 days, and invalid ones after one day', async () => {
    await customer(french)
    await customer(austrian)
    answers.set(french, 'valid').set(austrian, 'invalid')
    const next = async (time: number): Promise<readonly string[]> => {
      checkedIds = []
      clock.time += time
      await round()
      return [...checkedIds]
    }
    expect(await next(0)).to.have.members([french, austrian])
    expect(await next(23 * hour)).to.deep.equal([])
    expect(await next(2 * hour)).to.deep.equal([austrian])
    expect(await next(30 * day)).to.have.members([french, austrian])
  })

  it('checks an id of several customers once, and skips ids that the register cannot check', async () => {
    await customer(french)
    const other = await customer(french)
    await customer('CHE-116.281.710')
    await customer('')
    answers.set(french, 'valid')
    await round()
    expect(checkedIds).to.deep.equal([french])
    expect(await answer('customer', other)).to.deep.equal(['valid', now()])
  })

  it('clears the answer when the id changes, and keeps it on other changes', async () => {
    for (const [entity, id] of [
      ['customer', await customer(french)],
      ['party', await party(french)],
    ] as const) {
      answers.set(french, 'valid')
      await round()
      await author.write(entity, { [entity === 'party' ? 'name' : 'company']: 'New Works', vat_id: 'fr 40303265045' }, id)
      expect(await answer(entity, id)).to.deep.equal(['valid', now()])
      await author.write(entity, { vat_id: austrian }, id)
      expect(await answer(entity, id)).to.deep.equal([null, null])
    }
  })

  it('discards the answer for an id that changed during the check', async () => {
    const id = await customer(french)
    const changing = {
      name: 'slow',
      async check(): Promise<VatAnswer> {
        await author.write('customer', { vat_id: austrian }, id)
        return 'invalid'
      },
    }
    await checkVatIds(scope(), changing)
    expect(await answer('customer', id)).to.deep.equal([null, null])
  })

  it('stops the round after three checks without an answer, and continues behind them in the next round', async () => {
    for (const vatId of [french, austrian, german, italian, dutch]) await customer(vatId)
    await round()
    expect(checkedIds).to.deep.equal([french, austrian, german])
    checkedIds = []
    answers.set(italian, 'valid').set(dutch, 'valid')
    await round()
    expect(checkedIds).to.deep.equal([italian, dutch, french, austrian, german])
  })

  it('limits the checks of a round, and starts none once the service stops', async () => {
    for (const vatId of [french, austrian, german]) await customer(vatId)
    for (const vatId of [french, austrian, german]) answers.set(vatId, 'valid')
    await round({ questions: 2 })
    expect(checkedIds).to.have.length(2)
    await checkVatIds(scope(AbortSignal.abort()), register)
    expect(checkedIds).to.have.length(2)
    await round()
    expect(checkedIds).to.deep.equal([french, austrian, german])
  })

  it('stores other answers if one cannot be stored', async () => {
    const first = await customer(french)
    const second = await customer(austrian)
    answers.set(french, 'valid').set(austrian, 'valid')
    const third = await customer(italian)
    answers.set(italian, 'valid')
    // Two accounts with one e-mail address: the pipeline rejects both.
    const { email } = (await app.records.read('customer', second)).record
    const sql = 'UPDATE svc_customer SET email = ?, email_folded = ? WHERE id = ?'
    await app.context.database.run(sql, [String(email), String(email), first])
    await round()
    expect(await answer('customer', first)).to.deep.equal([null, null])
    expect(await answer('customer', third)).to.deep.equal(['valid', now()])
  })

  it('rejects vat_id_status in writes by callers', async () => {
    const id = await customer(french)
    const tried = await app.records.write('customer', { vat_id_status: 'valid' }, { id }).catch((error: unknown) => error)
    expect(String(tried)).to.contain('vat_id_status')
  })

  describe('effect on taxes', () => {
    async function taxOf(id: number): Promise<number> {
      const shopper = { customerId: id, customerGroupId: null }
      const product_id = await author.product('Lamp', { baseprice: 100 })
      return (await app.shop.configurations.start({ product_id }, { shopper })).price!.tax
    }

    beforeEach(async () => {
      const idOf = async (iso2: string): Promise<number> =>
        (await app.records.list('country', { filters: new Map([['iso2', iso2]]) })).records[0]!.id
      await author.write('tax-class', { default_rate: 20 }, (await author.first('tax-class')).id)
      await author.write('store', { country_id: await idOf('DE') }, (await author.first('store')).id)
      await author.write('settings', { default_country_id: await idOf('FR') }, (await author.first('settings')).id)
    })

    it('taxes a customer after the answer invalid, and not after valid or an initial unknown', async () => {
      const id = await customer(french)
      for (const [said, tax] of [
        ['unknown', 0],
        ['valid', 0],
        ['invalid', 20],
        ['unknown', 20],
        ['valid', 0],
      ] as const) {
        answers.set(french, said)
        clock.time += 31 * day
        await round()
        expect(await taxOf(id), said).to.equal(tax)
      }
    })

    it("uses the answer for the party's id only if the customer has no id", async () => {
      const party_id = await party(austrian)
      const without = await customer('')
      const own = await customer(french)
      for (const id of [without, own]) await author.write('customer', { party_id }, id)
      answers.set(french, 'valid').set(austrian, 'invalid')
      await round()
      expect(await taxOf(without)).to.equal(20)
      expect(await taxOf(own)).to.equal(0)
      answers.set(french, 'invalid').set(austrian, 'valid')
      clock.time += 31 * day
      await round()
      expect(await taxOf(without)).to.equal(0)
      expect(await taxOf(own)).to.equal(20)
    })
  })
})
