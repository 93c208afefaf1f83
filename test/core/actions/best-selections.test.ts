// What an assistant is told who asks for the best selections: a whole configuration that is proven, explained like any other.
import { expect } from 'chai'
import type { BestSelectionsReply } from '../../../core/action/best-selections.js'
import type { ConfigurationExplanation } from '../../../core/shop/explanation.js'
import { authorLamp, type Lamp } from '../../plugins/runtime/lamp.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { listRejectedFields } from '../../support/validation-error.js'

describe('the explanation of the best configuration', () => {
  let app: TestApp
  let lamp: Lamp

  before(async function () {
    this.timeout(60_000)
    app = await bootTestApp()
    lamp = await authorLamp(app)
  })
  after(() => app.stop())

  const explain = async (input: object): Promise<ConfigurationExplanation & { readonly best?: BestSelectionsReply }> =>
    (await app.act('explain-configuration', { product_id: lamp.product, ...input })) as never

  it('is whole, keeps to the wishes, and costs what it says', async () => {
    const wishes = [{ question_id: lamp.base, values: [String(lamp.steel)] }]
    const { best, missing, price, questions } = await explain({ aim: 'cheapest', wishes })
    expect(best).to.deep.include({ proven: true, impossible: false, unmet: [] })
    expect(missing).to.deep.equal([])
    expect(price!.net).to.equal(108)
    expect(questions.find(({ id }) => id === lamp.base)!.selection).to.equal(String(lamp.steel))
    expect(best!.alternatives.map(({ net }) => net >= 108)).to.deep.equal([true, true])
  })

  it('says what is impossible, and refuses wishes that are none', async () => {
    const both = [
      { question_id: lamp.base, values: [String(lamp.gold)] },
      { question_id: lamp.colour, values: [String(lamp.green)] },
    ]
    const { best } = await explain({ aim: 'closest', wishes: both })
    expect(best).to.deep.include({ impossible: true, selections: [] })
    expect((await explain({})).best).to.equal(undefined)
    expect(await listRejectedFields(explain({ wishes: both }))).to.deep.equal(['aim'])
    expect(await listRejectedFields(explain({ aim: 'closest', wishes: [{ question_id: 1 }] }))).to.deep.equal(['wishes[0]'])
  })
})
