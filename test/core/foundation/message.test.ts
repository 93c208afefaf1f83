// Messages: ICU texts of catalogs in several languages, with labels, lists, nested messages and numbers as values.
import { expect } from 'chai'
import { createIssue, NotFoundError, ValidationError } from '../../../core/foundation/errors.js'
import { createLabel, createMessage, defineMessages, getMessage } from '../../../core/foundation/message.js'
import { createMessageCatalogs } from '../../../core/foundation/message-catalogs.js'
import {
  findEnglishText,
  findTextPlaceholders,
  formatMessage,
  formatMessageFields,
  formatText,
  messageText,
  toMessageParams,
} from '../../../core/foundation/message-format.js'
import { Refusal } from '../../../core/foundation/property/kind.js'

const paint = defineMessages('paint', {
  en: {
    tooFew: '{field} needs {count, plural, one {# coat} other {# coats}} of {size} mm: {colours}.',
    dry: "It''s dry. {reason}",
    wet: 'It is wet <b>now</b>.',
  },
  de: { tooFew: '{field} braucht {count, plural, one {# Anstrich} other {# Anstriche}} von {size} mm: {colours}.', wet: 'Nass.' },
  'de-AT': { wet: 'Waschelnass.' },
})
const catalogs = createMessageCatalogs([paint.contribution, { errors: { fr: { moreIssues: 'Encore {count} erreurs.' } } }])
const tooFew = paint.create('tooFew', {
  field: createLabel('field', 'Colour'),
  count: 2,
  size: 0.5,
  colours: ['red', paint.create('wet'), createLabel('choice', 'Blue')],
})

describe('messages', () => {
  it('are written in English from the built-in catalogs', () => {
    const message = createMessage('errors.moreIssues', { count: 1200 })
    expect(messageText(message)).to.equal('There are 1200 more errors. Fix these first.')
    expect(formatMessage(message, 'de')).to.equal(messageText(message))
    expect(messageText('A finished text with {braces}.')).to.equal('A finished text with {braces}.')
  })

  it('are written in another language from its file, in regional languages too, and in English if there is none', () => {
    const message = createMessage('errors.moreIssues', { count: 3 })
    for (const language of ['de', 'de-AT'])
      expect(formatMessage(message, language, { catalogs })).to.equal('Es gibt noch 3 weitere Fehler. Beheben Sie zuerst diese.')
    expect(formatMessage(message, 'fr-CA', { catalogs })).to.equal('Encore 3 erreurs.')
    for (const language of ['en', 'en-GB', 'th', '../errors', ''])
      expect(formatMessage(message, language, { catalogs }), language).to.equal(messageText(message))
  })

  it('write plurals, decimals, lists, nested messages and labels in the language', () => {
    expect(messageText(tooFew)).to.equal('Colour needs 2 coats of 0.5 mm: red, It is wet <b>now</b>., Blue.')
    const formatLabel = ({ label, text }: { readonly label: string; readonly text: string }): string => `<${label} ${text}>`
    expect(formatMessage(tooFew, 'de', { catalogs, formatLabel })).to.equal(
      '<field Colour> braucht 2 Anstriche von 0,5 mm: red, Nass., <choice Blue>.',
    )
    expect(formatMessage(tooFew, 'de-AT', { catalogs })).to.include('red, Waschelnass., Blue')
  })

  it('write amounts of money as the language does, exactly, and with the code of the currency in English', () => {
    const write = (paid: number, paidCurrency: string, language: string) =>
      formatMessage(
        createMessage('operations.paymentPaidInstead', { paid, paidCurrency, amount: 119, currency: 'EUR' }),
        language,
        { catalogs },
      )
    expect(write(118.5, 'EUR', 'en')).to.equal('Paid 118.5 EUR instead of 119 EUR.')
    expect(write(118.5, 'EUR', 'en-GB')).to.equal('Paid 118.5 EUR instead of 119 EUR.')
    expect(write(118.5, 'EUR', 'de-DE')).to.equal('118,50\u00a0€ statt 119,00\u00a0€ bezahlt.')
    expect(write(1234.5678, 'EUR', 'de')).to.match(/^1\.234,5678\u00a0€ statt/)
    expect(write(5000, 'JPY', 'de')).to.match(/^5\.000\u00a0¥ statt/)
    expect(write(1.5, 'no code', 'de')).to.match(/^1,5 no code statt/)
    expect(write(118.5, 'EUR', 'he'))
      .to.contain('118.50')
      .and.contain('€')
  })

  it('of a customization are in English where its translation lacks a text', () => {
    const dry = paint.create('dry', { reason: '{not a placeholder}' })
    expect(formatMessage(dry, 'de', { catalogs })).to.equal("It's dry. {not a placeholder}")
  })

  it('are rejected if no catalog has their key, or a value is missing', () => {
    expect(() => messageText({ key: 'nothing.known', values: {} })).to.throw("There is no message 'nothing.known'.")
    expect(() => messageText({ key: 'toString.call', values: {} })).to.throw('toString.call')
    expect(() => formatText('{a} and {b}', 'en', { a: 1 })).to.throw('b')
    expect(findEnglishText('errors.toString')).to.equal(undefined)
  })

  it('have placeholders, also inside plurals', () => {
    expect(findTextPlaceholders("{b} {a, plural, one {#} other {{c} ''{b}''}} '{d}'")).to.deep.equal(['a', 'b', 'c'])
    expect(() => findTextPlaceholders('{open')).to.throw()
  })

  it('have plain texts and numbers as parameters for API clients', () => {
    expect(toMessageParams(tooFew.values)).to.deep.equal({
      field: 'Colour',
      count: 2,
      size: 0.5,
      colours: 'red, It is wet <b>now</b>., Blue',
    })
  })

  it('stay with refusals, issues and errors, in addition to the English text', () => {
    const refusal = new Refusal(tooFew, 'TOO_FEW', 'colours[0]')
    expect([refusal.message, refusal.key, refusal.code, refusal.path]).to.deep.equal([
      ...[messageText(tooFew), 'paint.tooFew', 'TOO_FEW', 'colours[0]'],
    ])
    const issue = createIssue('colour', getMessage(refusal), 'TOO_FEW')
    const error = new ValidationError([issue])
    expect(error.issues[0]).to.include({ field: 'colour', code: 'TOO_FEW', message: messageText(tooFew), key: 'paint.tooFew' })
    expect(formatMessageFields(error.issues[0]!, 'de-AT', { catalogs })).to.include('Waschelnass.')
    const missing = new NotFoundError(createMessage('errors.moreIssues', { count: 1 }))
    expect(formatMessageFields(missing, 'fr', { catalogs })).to.equal('Encore 1 erreurs.')
  })

  it('that are finished texts have no key, and stay as they are in every language', () => {
    expect({ ...new Refusal('Plain.') }).to.deep.equal({ message: 'Plain.', code: 'INVALID_VALUE', path: undefined })
    expect(createIssue('a', 'Plain.')).to.deep.equal({ field: 'a', code: 'INVALID_VALUE', message: 'Plain.' })
    expect(formatMessageFields(new NotFoundError('Plain.'), 'de', { catalogs })).to.equal('Plain.')
    expect(getMessage(createIssue('a', 'Plain.'))).to.equal('Plain.')
  })

  it('stay complete when an error with too many issues is shortened', () => {
    const issues = Array.from({ length: 120 }, (_, at): ReturnType<typeof createIssue> => createIssue(`f${at}`, tooFew))
    const { issues: kept } = new ValidationError(issues)
    expect(kept).to.have.length(100)
    expect(getMessage(kept[0]!)).to.deep.equal(tooFew)
    expect(formatMessageFields(kept.at(-1)!, 'de', { catalogs })).to.equal(
      'Es gibt noch 21 weitere Fehler. Beheben Sie zuerst diese.',
    )
  })
})
