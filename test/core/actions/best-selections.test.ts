// explain-configuration with an aim: proposes a proven, complete configuration that meets the requested selections.
import { expect } from 'chai'
import type { BestSelectionsReply } from '../../../core/actions/explain-configuration.js'
import type { ConfigurationExplanation } from '../../../core/shop/explanation.js'
import { authorLamp, type Lamp } from '../../plugins/runtime/lamp.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { listRejectedFields } from '../../support/validation-error.js'

describe('explain-configuration: best selections', () => {
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

  it('returns a proven, complete configuration that meets the request, and its exact net price', async () => {
    const wishes = [{ question_id: lamp.base, values: [String(lamp.steel)] }]
    const { best, missing, price, questions } = await explain({ aim: 'cheapest', wishes })
    expect(best).to.deep.include({ proven: true, impossible: false, unmet: [] })
    expect(missing).to.deep.equal([])
    expect(price!.net).to.equal(108)
    expect(questions.find(({ id }) => id === lamp.base)!.selection).to.equal(String(lamp.steel))
    expect(best!.alternatives.map(({ net }) => net >= 108)).to.deep.equal([true, true])
  })

  it('reports contradicting wishes as impossible, and rejects wishes without an aim or without values', async () => {
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
