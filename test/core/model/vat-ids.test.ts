// VAT ids of customers, parties and the store: valid ids are normalized, invalid ones rejected, unknown formats kept.
import { expect } from 'chai'
import { stock } from '../../../plugins/stock/index.js'
import { registerAccount } from '../../support/registration.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { catchValidationError } from '../../support/validation-error.js'
import { readFirstId } from '../../support/small-shop.js'

describe('VAT id', () => {
  let app: TestApp

  before(async function () {
    this.timeout(60_000)
    app = await bootTestApp()
  })
  after(() => app?.stop())
  afterEach(() => app.reset())

  /** A record with a VAT id, by its entity. */
  const records: Readonly<Record<string, () => Promise<number>>> = {
    async customer() {
      const fields = { email: 'ada@shop.example', customer_group_id: await readFirstId(app.records, 'customer-group') }
      return (await app.records.write('customer', fields)).id
    },
    party: async () => (await app.records.write('party', { name: 'Works' })).id,
    store: () => readFirstId(app.records, 'store'),
  }

  for (const [entity, create] of Object.entries(records)) {
    describe(`of a ${entity}`, () => {
      const storeVatId = async (id: number, vat_id: string | null): Promise<unknown> => {
        await app.records.write(entity, { vat_id }, { id })
        return (await app.records.read(entity, id)).record.vat_id
      }

      it('is normalized to the form used by VAT registers', async () => {
        const id = await create()
        expect(await storeVatId(id, ' de 136.695-976')).to.equal('DE136695976')
        expect(await storeVatId(id, 'GR 94051189')).to.equal('EL094051189')
        expect(await storeVatId(id, '')).to.equal('')
      })

      it('is rejected if it is invalid in its country', async () => {
        const id = await create()
        await app.records.write(entity, { vat_id: 'FR40303265045' }, { id })
        const refusal = await catchValidationError(app.records.write(entity, { vat_id: 'DE136695977' }, { id }))
        expect(refusal.issues).to.have.length(1)
        expect(refusal.issues[0]).to.include({ field: 'vat_id', code: 'INVALID_VALUE' })
        expect(refusal.issues[0]!.message).to.equal(
          "Field VAT ID: 'DE136695977' is mistyped: its check digits do not fit. " +
            'A VAT id of Germany is DE and 9 digits, for instance DE136695976.',
        )
        expect((await app.records.read(entity, id)).record.vat_id).to.equal('FR40303265045')
      })

      it('is stored unchanged if the format of its country is unknown', async () => {
        const id = await create()
        for (const vatId of ['CHE-116.281.710 MWST', 'gb 980 7806 84', '12-3456789', 'NO 923 609 016 MVA']) {
          expect(await storeVatId(id, vatId)).to.equal(vatId)
        }
      })

      it('does not block other changes if an invalid id is already stored', async () => {
        const id = await create()
        const table = `svc_${entity}`
        await app.context.database.run(`UPDATE ${table} SET vat_id = 'DE1' WHERE id = ?`, [id])
        const name = entity === 'customer' ? 'company' : 'name'
        await app.records.write(entity, { [name]: 'New Works' }, { id })
        expect((await app.records.read(entity, id)).record).to.include({ [name]: 'New Works', vat_id: 'DE1' })
      })
    })
  }

  it('is validated when shoppers change their profile', async () => {
    const account = { email: 'ada@shop.example', password: 'correct horse battery' }
    const { session } = await registerAccount(app, account)
    const shopper = (await app.shop.accounts.sessionShopper(session))!
    const change = (vat_id: string): Promise<unknown> => app.shop.serve('change-profile', { vat_id }, { shopper })
    expect((await catchValidationError(change('ATU1358562'))).issues.map(({ field }) => field)).to.deep.equal(['vat_id'])
    expect(await change('atu 13585627')).to.include({ vat_id: 'ATU13585627' })
  })

  it('is stored as entered if no plugin contributes formats', async () => {
    const bare = await bootTestApp({ plugins: [stock] })
    try {
      const { id } = await bare.records.write('party', { name: 'Works', vat_id: 'de 136.695-977' })
      expect((await bare.records.read('party', id)).record['vat_id']).to.equal('de 136.695-977')
    } finally {
      await bare.stop()
    }
  })
})
