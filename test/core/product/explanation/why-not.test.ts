// The reasons why answers and questions of a whole product do not apply, computed without blocking other requests.
import { expect } from 'chai'
import { compileProgram } from '../../../../core/engine/program/compiler.js'
import { openConfiguration } from '../../../../core/engine/program/configuration.js'
import { explainUnavailable } from '../../../../core/shop/explanation.js'
import { anonymousContext, stockTypes } from '../../engine/engine-product.js'
import { createModelProduct } from '../model-product.js'

describe('whyNot for a whole product', () => {
  const program = compileProgram(createModelProduct({ questions: 80, answers: 220, clauses: 60, clausesEach: 20 }), stockTypes)

  it('yields to the event loop after each explanation, and returns at most 25', async () => {
    let turns = 0
    const count = (): void => {
      turns++
      if (turns < 10_000) setImmediate(count).unref()
    }
    setImmediate(count).unref()
    const explanation = await explainUnavailable(openConfiguration(program, anonymousContext), undefined)
    expect(explanation.whyNot).to.have.length(25)
    expect(explanation.more).to.equal(true)
    expect(turns).to.be.at.least(explanation.whyNot.length)
  })
})
