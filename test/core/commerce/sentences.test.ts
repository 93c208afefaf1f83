// What the engine and the stock question types say to shoppers is there in every language of the shop front.
import { expect } from 'chai'
import { sentences } from '../../../core/commerce/configuration/sentences/index.js'
import { sourceFiles } from '../../support/repository.js'

/** String literals that speak of a question or an answer in braces: what is given to `say`. */
function spoken(): ReadonlySet<string> {
  const found = new Set<string>()
  const speaking = /^(core\/engine\/program|plugins\/stock)\//
  for (const { text } of sourceFiles().filter((file) => speaking.test(file.path))) {
    for (const [, double, single] of text.matchAll(
      /"([^"\n]*\{(?:question|answer)\}[^"\n]*)"|'([^'\n]*\{(?:question|answer)\}[^'\n]*)'/g,
    )) {
      found.add(double ?? single ?? '')
    }
  }
  return found
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
