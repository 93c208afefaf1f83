// The guarantee of incremental evaluation: after every change the state equals a full evaluation.
import { expect } from 'chai'
import * as fc from 'fast-check'
import { compileProgram } from '../../../../core/engine/program/compiler.js'
import { changeSelection, openConfiguration, initializeConfiguration } from '../../../../core/engine/program/configuration.js'
import type { ProductSource } from '../../../../core/engine/program/source.js'
import type { ConfigurationState } from '../../../../core/engine/program/state.js'
import { anonymousContext, stockTypes } from '../engine-product.js'
import { evaluateProduct, settleFully } from './settling-reference.js'
import { randomChanges, randomProduct } from '../random-product.js'

function picture(state: ConfigurationState): unknown {
  const { program } = state
  return {
    selections: [...state.text],
    rules: [...state.holds],
    values: Array.from({ length: program.firstTotal }, (_, node) => state.value(node)),
    sums: [state.sum(0), state.sum(1), state.sum(2)],
  }
}

describe('incremental evaluation', () => {
  it('equals a full evaluation after every change of random products with forward references', () => {
    fc.assert(
      fc.property(randomProduct, randomChanges, (source: ProductSource, changes) => {
        const program = compileProgram(source, stockTypes)
        const { state } = initializeConfiguration(program, anonymousContext)
        expect(picture(state)).to.deep.equal(picture(evaluateProduct(program, state.text)))
        for (const entry of changes) {
          const before = [...state.text]
          const result = changeSelection(state, entry)
          const full = result.refused
            ? before
            : settleFully(program, before, program.questionIndex.get(entry.question_id)!, entry.value)
          expect([...state.text]).to.deep.equal(full)
          expect(picture(state)).to.deep.equal(picture(evaluateProduct(program, state.text)))
        }
      }),
      { numRuns: 300, seed: 20_261_121 },
    )
  })

  it('restores the state if a change requires confirmation', () => {
    fc.assert(
      fc.property(randomProduct, randomChanges, (product: ProductSource, changes) => {
        const questions = product.questions.map((question) => ({ ...question, behavior_on_changes: 'confirm' as const }))
        const program = compileProgram({ ...product, questions }, stockTypes)
        const state = openConfiguration(program, anonymousContext)
        for (const entry of changes) {
          const before = picture(state)
          if (changeSelection(state, entry).confirm) expect(picture(state)).to.deep.equal(before)
        }
      }),
      { numRuns: 100, seed: 7 },
    )
  })

  it('does not change a copy of the state', () => {
    fc.assert(
      fc.property(randomProduct, randomChanges, (source: ProductSource, changes) => {
        const { state } = initializeConfiguration(compileProgram(source, stockTypes), anonymousContext)
        const copy = state.fork()
        const before = picture(copy.fork())
        for (const entry of changes) changeSelection(state, entry)
        expect(picture(copy)).to.deep.equal(before)
      }),
      { numRuns: 50, seed: 8 },
    )
  })
})
