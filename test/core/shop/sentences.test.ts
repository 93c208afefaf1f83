// What the engine and the stock question types say to shoppers is there in every language of the shop front.
import { expect } from 'chai'
import { sentences } from '../../../core/shop/sentences/index.js'
import { sourceFiles } from '../../support/repository.js'

/** What stands in braces in the sentences that are given to `say`. */
const named = /(?<!\$)\{(question|answer|name|facts|ways|first)\}/

/** The string literals with such a name in braces. */
function spoken(): ReadonlySet<string> {
  const speaking = /^(core\/engine\/(program|question)\/|core\/commerce\/configuration\/entry\.ts|plugins\/stock\/)/
  const literals = sourceFiles()
    .filter((file) => speaking.test(file.path))
    .flatMap(({ text }) => [...text.matchAll(/"([^"\n]*)"|'([^'\n]*)'/g)].map(([, double, single]) => double ?? single ?? ''))
  return new Set(literals.filter((literal) => named.test(literal)))
}

const placeholders = (sentence: string): readonly string[] => [...sentence.matchAll(/\{\w+\}/g)].map(([name]) => name).toSorted()

describe('sentences for shoppers', () => {
  it('are found in the source', () => {
    expect(spoken().size).to.be.greaterThan(15)
  })

  for (const [language, translated] of Object.entries(sentences)) {
    it(`are all translated to '${language}', and none is stale`, () => {
      expect(Object.keys(translated)).to.have.members([...spoken()])
    })

    it(`keep their placeholders in '${language}'`, () => {
      for (const [sentence, own] of Object.entries(translated))
        expect(placeholders(own), own).to.deep.equal(placeholders(sentence))
    })
  }
})
