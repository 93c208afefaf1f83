// What core and the stock question types say to shoppers is there in every language of the shop front, each beside what says it.
import { expect } from 'chai'
import { mergeTranslations, findPlaceholders } from '../../../core/foundation/language/translations.js'
import { translations as core } from '../../../core/shop/sentences/index.js'
import { translations as stock } from '../../../plugins/stock/translations/index.js'
import { readSourceFiles } from '../../support/repository.js'

/** What stands in braces in the sentences that are given to `say`. */
const named = /(?<!\$)\{(question|answer|name|facts|ways|first)\}/

/** A sentence without names is known by the call that says it. */
const direct = /\b(?:say|translateMessage)\(\s*[\w.]+,\s*(?:"([^"\n]*)"|'([^'\n]*)')/g

/** Commerce gives its sentences to `said`, or keeps them under this name until it does. */
const given =
  /\bsayIn\([\w.]+\)\(\s*(?:"([^"\n]*)"|'([^'\n]*)')|\bsay\(\s*(?:"([^"\n]*)"|'([^'\n]*)')|\bsaid\(\s*[\w.]+,\s*[\w.]+,\s*(?:"([^"\n]*)"|'([^'\n]*)')|\b(?:sentence|corrected)(?: =|:)\s*(?:"([^"\n]*)"|'([^'\n]*)')/g

/** Or in a table of them. */
const tables = /\bconst (?:sentences|addressSentences) = \{([^{}]*)\}/g
const entries = /: (?:"([^"\n]*)"|'([^'\n]*)')/g

/** The literal that a pattern has found. */
const literalIn = (found: RegExpExecArray): string => found.slice(1).find((one) => one !== undefined) ?? ''

/** The string literals with such a name in braces, and those that are said as they are. */
function spoken(speaking: RegExp): ReadonlySet<string> {
  const texts = readSourceFiles()
    .filter((file) => speaking.test(file.path))
    .map(({ text }) => text)
  const literals = (pattern: RegExp): readonly string[] =>
    texts.flatMap((text) => [...text.matchAll(pattern)].map((found) => literalIn(found)))
  const quoted = literals(/"([^"\n]*)"|'([^'\n]*)'/g).filter((literal) => named.test(literal))
  return new Set([...quoted, ...literals(direct)])
}

/** What commerce says; documents in print have their own sentences. */
const commerce = readSourceFiles()
  .filter(({ path }) => /^core\/(?:commerce\/(?!print\/)|shop\/address-rules)/.test(path))
  .flatMap(({ text }) => [
    ...text.matchAll(given),
    ...[...text.matchAll(tables)].flatMap(([, table = '']) => [...table.matchAll(entries)]),
  ])
  .map((found) => literalIn(found))

/** What is said about the advisor, and what it does meanwhile. */
const advisor = readSourceFiles()
  .filter(({ path }) => /^core\/advisor\/(?:sentences|tools)\.ts$/.test(path))
  .flatMap(({ path, text }) => [
    ...text.matchAll(path.endsWith('tools.ts') ? /^ +sentence: '([^'\n]+)'/gm : /^ {2}\w+:\s+(?:'([^'\n]+)'|"([^"\n]+)"),$/gm),
  ])
  .map((found) => literalIn(found))

const said = {
  core: new Set([
    ...spoken(
      /^(core\/engine\/(program|question|variant)\/|core\/commerce\/configuration\/(entry|explanation|file-rules|held-files|service|uploads)\.ts)/,
    ),
    ...commerce,
    ...advisor,
  ]),
  stock: spoken(/^plugins\/stock\/(?!translations\/)/),
}

describe('sentences for shoppers', () => {
  it('are found in the source', () => {
    expect(said.core.size).to.be.greaterThan(15)
    expect(said.stock.size).to.be.greaterThan(10)
  })

  for (const [language, sentences] of Object.entries(core)) {
    it(`of core are all translated to '${language}', and none is stale`, () => {
      expect(Object.keys(sentences)).to.have.members([...said.core])
    })
  }

  for (const [language, sentences] of Object.entries(stock)) {
    it(`of stock come with stock in '${language}', but for those that core says too, and none is stale`, () => {
      expect(Object.keys(sentences)).to.have.members([...said.stock].filter((sentence) => !said.core.has(sentence)))
    })
  }

  it('are gathered by language, what one country says otherwise before the rest', () => {
    const sentences = mergeTranslations([
      { de: { Yes: 'Ja', No: 'Nein' } },
      { de: { No: 'Nee', Well: 'Na' }, 'de-AT': { Yes: 'Jo' } },
    ])
    expect(sentences('de-DE')).to.deep.equal({ Yes: 'Ja', No: 'Nein', Well: 'Na' })
    expect(sentences('de-AT')).to.deep.equal({ Yes: 'Jo', No: 'Nein', Well: 'Na' })
    expect(sentences('fr-FR')).to.deep.equal({})
  })

  it('name in braces what is put in', () => {
    expect(findPlaceholders("'{question}' takes {last} or {first} {")).to.deep.equal(['first', 'last', 'question'])
  })
})
