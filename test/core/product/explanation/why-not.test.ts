// Why things do not apply, told for a whole product, while others are served.
import { expect } from 'chai'
import { compileProgram } from '../../../../core/engine/program/compiler.js'
import { openConfiguration } from '../../../../core/engine/program/configuration.js'
import { explainUnavailable } from '../../../../core/product/explanation/explain-unavailable.js'
import { anonymousContext, stockTypes } from '../../../support/engine-product.js'
import { createModelProduct } from '../../../support/model-product.js'

describe('the explanation of a whole product', () => {
  const program = compileProgram(createModelProduct({ questions: 80, answers: 220, clauses: 60, clausesEach: 20 }), stockTypes)

  it('gives the event loop a turn after each thing that it explains, and tells of 25 at most', async () => {
    let turns = 0
    const count = (): void => {
      turns++
      if (turns < 10_000) setImmediate(count).unref()
    }
    setImmediate(count).unref()
    const told = await explainUnavailable(openConfiguration(program, anonymousContext), undefined)
    expect(told.whyNot).to.have.length(25)
    expect(told.more).to.equal(true)
    expect(turns).to.be.at.least(told.whyNot.length)
  })
})
