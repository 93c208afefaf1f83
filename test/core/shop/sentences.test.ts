// Messages for shoppers, of core and of the stock question types, are translated into every language of the storefront.
import { expect } from 'chai'
import { mergeTranslations, findPlaceholders } from '../../../core/foundation/language/translations.js'
import { translations as core } from '../../../core/shop/translations/index.js'
import { translations as stock } from '../../../plugins/stock/translations/index.js'
import { readSourceFiles } from '../../support/repository.js'

/** The placeholders of messages that are passed to `say`. */
const named = /(?<!\$)\{(question|answer|name|facts|ways|first)\}/

/** A message without placeholders is found by the call that translates it. */
const direct = /\b(?:say|translateMessage)\(\s*[\w.]+,\s*(?:"([^"\n]*)"|'([^'\n]*)')/g

/** Commerce passes its messages to `translateShopMessage`, or first stores them under these names. */
const given =
  /\bcreateTranslator\([\w.]+\)\(\s*(?:"([^"\n]*)"|'([^'\n]*)')|\bsay\(\s*(?:"([^"\n]*)"|'([^'\n]*)')|\btranslateShopMessage\(\s*[\w.]+,\s*[\w.]+,\s*(?:"([^"\n]*)"|'([^'\n]*)')|\b(?:sentence|correctedResultMessage|noPriceMessage)(?: =|:)\s*(?:"([^"\n]*)"|'([^'\n]*)')/g

/** Or in a table of messages. */
const tables =
  /\bconst (?:closedMessages|addressMessages|lineItemMessages|missingStepMessages|refusalMessages)(?::[^=\n]*)? = \{([^{}]*)\}/g
const entries = /: (?:"([^"\n]*)"|'([^'\n]*)')/g

/** The literal matched by a pattern. */
const literalIn = (match: RegExpExecArray): string => match.slice(1).find((group) => group !== undefined) ?? ''

/** The string literals with such a placeholder, and those passed to `say` directly. */
function spoken(speaking: RegExp): ReadonlySet<string> {
  const texts = readSourceFiles()
    .filter((file) => speaking.test(file.path))
    .map(({ text }) => text)
  const literals = (pattern: RegExp): readonly string[] =>
    texts.flatMap((text) => [...text.matchAll(pattern)].map((match) => literalIn(match)))
  const quoted = literals(/"([^"\n]*)"|'([^'\n]*)'/g).filter((literal) => named.test(literal))
  return new Set([...quoted, ...literals(direct)])
}

/** The messages of commerce. Printed documents have messages of their own. */
const commerce = readSourceFiles()
  .filter(({ path }) => /^core\/(?:commerce\/(?!print\/)|shop\/address-rules)/.test(path))
  .flatMap(({ text }) => [
    ...text.matchAll(given),
    ...[...text.matchAll(tables)].flatMap(([, table = '']) => [...table.matchAll(entries)]),
  ])
  .map((match) => literalIn(match))

/** The messages of the advisor and of its tools. */
const advisor = readSourceFiles()
  .filter(({ path }) => /^core\/advisor\/(?:messages|tools)\.ts$/.test(path))
  .flatMap(({ path, text }) => [
    ...text.matchAll(path.endsWith('tools.ts') ? /^ +sentence: '([^'\n]+)'/gm : /^ {2}\w+:\s+(?:'([^'\n]+)'|"([^"\n]+)"),$/gm),
  ])
  .map((match) => literalIn(match))

const said = {
  core: new Set([
    ...spoken(
      /^(core\/engine\/(program|question|variant)\/|core\/commerce\/configuration\/(complete-entry|explanation|file-rules|upload-ownership|service|uploads)\.ts)/,
    ),
    ...commerce,
    ...advisor,
  ]),
  stock: spoken(/^plugins\/stock\/(?!translations\/)/),
}

describe('messages for shoppers', () => {
  it('are found in the source', () => {
    expect(said.core.size).to.be.greaterThan(15)
    expect(said.stock.size).to.be.greaterThan(10)
  })

  for (const [language, sentences] of Object.entries(core)) {
    it(`of core are all translated to '${language}', without stale translations`, () => {
      expect(Object.keys(sentences)).to.have.members([...said.core])
    })
  }

  for (const [language, sentences] of Object.entries(stock)) {
    it(`of stock are translated to '${language}' by stock unless core translates them, without stale translations`, () => {
      expect(Object.keys(sentences)).to.have.members([...said.stock].filter((sentence) => !said.core.has(sentence)))
    })
  }

  it('are merged by language, with the messages of a country before those of its language', () => {
    const sentences = mergeTranslations([
      { de: { Yes: 'Ja', No: 'Nein' } },
      { de: { No: 'Nee', Well: 'Na' }, 'de-AT': { Yes: 'Jo' } },
    ])
    expect(sentences('de-DE')).to.deep.equal({ Yes: 'Ja', No: 'Nein', Well: 'Na' })
    expect(sentences('de-AT')).to.deep.equal({ Yes: 'Jo', No: 'Nein', Well: 'Na' })
    expect(sentences('fr-FR')).to.deep.equal({})
  })

  it('list the placeholders of a message', () => {
    expect(findPlaceholders("'{question}' takes {last} or {first} {")).to.deep.equal(['first', 'last', 'question'])
  })
})
