// The texts for shoppers in the registry: catalogs of core and plugins by key, and translations of plugins by English sentence.
import { expect } from 'chai'
import { translateMessage } from '../../../core/engine/program/program.js'
import {
  findPlaceholders,
  mergeTranslations,
  createMessageCatalogs,
  listShopperTexts,
} from '../../../core/foundation/message-catalogs.js'
import { findEnglishText } from '../../../core/foundation/message-format.js'
import { readSourceFiles } from '../../support/repository.js'

const catalogs = createMessageCatalogs()
const texts = (language: string) => ({
  questions: {},
  answers: {},
  language,
  messages: listShopperTexts(catalogs, [], language),
})

describe('messages for shoppers', () => {
  it('have only keys of the catalogs in code', () => {
    const keys = readSourceFiles()
      // Placeholders of mails have names like messages.
      .filter(({ path }) => /^(core|plugins)\//.test(path) && !path.endsWith('/placeholders.ts'))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/'((?:shop|stock|payments)\.[a-z]\w*)'/g)].map(([, key]) => [path, key!] as const),
      )
      // Names of files.
      .filter(([, key]) => !['shop.js', 'shop.zip'].includes(key))
    expect(keys.length).to.be.greaterThan(100)
    expect(keys.filter(([, key]) => findEnglishText(key) === undefined)).to.deep.equal([])
  })

  it('are in the language of the caller, or in English without a translation', () => {
    const values = { question: 'Width', max: 12.5 }
    expect(translateMessage(texts('de-AT'), 'stock.numberTooLarge', values)).to.equal('„Width“ darf höchstens 12,5 sein.')
    expect(translateMessage(texts('he-IL'), 'stock.numberTooLarge', values)).to.match(/Width.*12\.5/)
    for (const caller of [texts('fr-FR'), undefined])
      expect(translateMessage(caller, 'stock.numberTooLarge', { question: 'Width', max: 12 })).to.equal(
        "'Width' must be at most 12.",
      )
  })

  it('can contain plurals, and values with braces', () => {
    const messages = { 'own.count': '{count, plural, one {# piece} other {# pieces}} of {name}', 'own.name': "It''s {name}" }
    const own = { ...texts('en-GB'), messages }
    expect(translateMessage(own, 'own.count', { count: 1, name: 'a' })).to.equal('1 piece of a')
    expect(translateMessage(own, 'own.count', { count: 2, name: 'a' })).to.equal('2 pieces of a')
    expect(translateMessage(own, 'own.name', { name: "{a} ''" })).to.equal("It's {a} ''")
  })

  it('about questions and answers have placeholders only, so the client engine needs no parser', () => {
    for (const language of ['en', 'de', 'he'])
      for (const [key, text] of Object.entries(texts(language).messages))
        if (/\{(question|answer)\b/.test(text)) expect(text, `${key} in ${language}`).not.to.match(/\{\s*\w+\s*,/)
  })

  it('of a plugin replace messages of core, and add messages and languages', () => {
    const contributed = [{ shop: { nl: { cartEmpty: 'Leeg.' }, de: { cartEmpty: 'Leer.' } }, own: { en: { hint: 'Hi' } } }]
    const own = createMessageCatalogs(contributed)
    expect(listShopperTexts(own, contributed, 'de-DE')).to.include({ 'shop.cartEmpty': 'Leer.', 'own.hint': 'Hi' })
    expect(listShopperTexts(own, contributed, 'nl-NL')).to.include({
      'shop.cartEmpty': 'Leeg.',
      'shop.nothingToUndo': 'There is nothing to undo.',
    })
  })

  it('are merged by language, with the messages of a country before those of its language', () => {
    const merge = mergeTranslations([
      { de: { Yes: 'Ja', No: 'Nein' } },
      { de: { No: 'Nee', Well: 'Na' }, 'de-AT': { Yes: 'Jo' } },
    ])
    expect(merge('de-DE')).to.deep.equal({ Yes: 'Ja', No: 'Nein', Well: 'Na' })
    expect(merge('de-AT')).to.deep.equal({ Yes: 'Jo', No: 'Nein', Well: 'Na' })
    expect(merge('fr-FR')).to.deep.equal({})
  })

  it('list the placeholders of a message', () => {
    expect(findPlaceholders("'{question}' takes {last} or {first} {")).to.deep.equal(['first', 'last', 'question'])
  })
})
