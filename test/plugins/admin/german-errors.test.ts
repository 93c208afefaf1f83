// German errors and findings in the admin: every message that a person reads is translated.
import { expect } from 'chai'
import { createIssue, errorCodes, ServiceError, ValidationError } from '../../../core/foundation/errors.js'
import { createLabel, createMessage, type Message, suggestName } from '../../../core/foundation/message.js'
import { CodeRefusal, parseCode } from '../../../core/engine/calculation/code-parse.js'
import { parseRuleLine } from '../../../core/product/line-notation/notation.js'
import { SheetNames } from '../../../core/product/line-notation/sheet-names.js'
import { LineRefusal } from '../../../core/product/line-notation/tokens.js'
import { formatParserMessage } from '../../../plugins/admin/browser/editor/parser-message.js'
import { currentLanguage, loadLanguage } from '../../../plugins/admin/browser/wording/text.js'
import { createMessageTranslator } from '../../../plugins/admin/wording/message-translator.js'
import { payments } from '../../../plugins/payments/index.js'
import type { WorkshopFindings } from '../../../plugins/admin/api/workshop/workshop-shape.js'
import { createCatalogAuthor } from '../../support/catalog-author.js'
import { createCoreRegistry } from '../../support/core-registry.js'
import { everyScope } from '../rest/service.js'
import { type AdminClient, type AdminService, makeRecord, startAdmin, titled } from './service.js'

const paymentProviders = (payments.contributes?.paymentProviders ?? []).map((item) => ({ owner: 'payments', item }))
const registry = createCoreRegistry({}, { paymentProviders })
const tell = createMessageTranslator(registry, 'de')
const english = createMessageTranslator(registry, 'en')
const price = createLabel('field', 'Price')

describe('German error messages', () => {
  const desk = createMessage('errors.namedRecord', { entity: createLabel('entity', 'product'), name: 'Desk' })
  const messages: readonly (readonly [string, string, Message])[] = [
    [
      'Field Price takes a number.',
      'Geben Sie im Feld „Preis“ eine Zahl ein.',
      createMessage('fields.numberRequired', { field: price }),
    ],
    [
      'Field Price takes 0.5 or more.',
      'Der Wert im Feld „Preis“ muss mindestens 0,5 sein.',
      createMessage('fields.atLeast', { field: price, least: 0.5 }),
    ],
    [
      "Field 'limit' takes a number.",
      'Geben Sie im Feld „limit“ eine Zahl ein.',
      createMessage('fields.numberRequired', { field: createLabel('field', "'limit'") }),
    ],
    [
      'Field Tax class takes the id of a tax-class record.',
      'Wählen Sie im Feld „Steuerklasse“ einen vorhandenen Eintrag (Steuerklasse).',
      createMessage('fields.recordRequired', {
        field: createLabel('field', 'Tax class'),
        entity: createLabel('entity', 'tax-class'),
      }),
    ],
    [
      'product "Desk" cannot be deleted because it contains pages.',
      'Produkt „Desk“ lässt sich nicht löschen, weil noch Einträge dazugehören: Seiten.',
      createMessage('errors.recordNotEmpty', { record: desk, entities: createLabel('entity', 'pages') }),
    ],
    [
      "Unknown field 'titel' on product. Did you mean 'title'?",
      'Ein Feld „titel“ gibt es hier nicht (Produkt). Meinten Sie „title“?',
      createMessage('fields.unknown', {
        name: 'titel',
        entity: createLabel('entity', 'product'),
        hint: suggestName('titel', ['title', 'price']),
      }),
    ],
  ]
  for (const [englishText, german, message] of messages) {
    it(`translate to '${german}'`, () => {
      const issue = createIssue('field', message)
      expect(tell.refusal(issue)).to.equal(german)
      expect(english.refusal(issue)).to.equal(englishText)
      expect(issue.message).to.equal(englishText)
    })
  }

  it('describe an unfinished condition without the keys of the API, in English too', () => {
    for (const message of [
      createMessage('authoring.conditionKeys', { keys: "'question'", example: '{"question": 12}', hint: '' }),
      createMessage('authoring.operatorMissing', { names: "'=='" }),
      createMessage('authoring.valueMissing', { operand: 'question 4', expected: 'an id' }),
    ]) {
      const issue = createIssue('rules', message)
      expect(tell.refusal(issue)).to.match(/^Eine Bedingung ist unvollständig\./)
      expect(english.refusal(issue)).to.match(/^A condition is not finished\./)
    }
  })

  it('replace the key of a text field by its language, in English too', () => {
    const message = createMessage('fields.textMissing', {
      field: createLabel('field', 'Title'),
      key: 'title_de_DE',
      tag: 'de-DE',
    })
    const refused = ValidationError.of('title_de_DE', message, 'REQUIRED')
    expect(refused.message).to.equal("Field Title cannot be empty. Set 'title_de_DE' for its text in de-DE.")
    const translated = english.error(refused) as ValidationError
    expect(translated.issues.map((issue) => issue.message)).to.deep.equal([
      'Field Title cannot be empty. Its text in German (Germany) is missing.',
    ])
    expect(translated.issues[0]!.field).to.equal('title_de_DE')
  })

  it('contain the meaning of the code and the English message if the message has no key', () => {
    const message = 'The moon is full.'
    expect(tell.refusal({ message, code: 'TOO_LONG' })).to.equal('Das ist zu lang. (The moon is full.)')
    expect(tell.refusal({ message, code: 'OF_A_PLUGIN' })).to.equal('The moon is full.')
    for (const code of errorCodes) {
      if (code === 'INTERNAL_ERROR') continue
      expect(tell.refusal({ message, code }), code).to.match(/^[^(]+ \(The moon is full\.\)$/)
      expect(english.refusal({ message, code }), code).to.equal(message)
    }
  })

  it('keep the code and field of an error, and leave internal errors untranslated', () => {
    const message = createMessage('fields.numberRequired', { field: price })
    const refused = tell.error(ValidationError.of('price', message, 'WRONG_TYPE')) as ValidationError
    expect(refused.issues.map(({ field, code, message: text }) => [field, code, text])).to.deep.equal([
      ['price', 'WRONG_TYPE', 'Geben Sie im Feld „Preis“ eine Zahl ein.'],
    ])
    const late = tell.error(new ServiceError('NOT_READY', 'Later.')) as ServiceError
    expect([late.code, late instanceof ServiceError, late.message]).to.deep.equal([
      ...['NOT_READY', true, 'Das ist gerade nicht möglich. Versuchen Sie es in Kürze erneut. (Later.)'],
    ])
    const internalError = new ServiceError('INTERNAL_ERROR', 'SELECT')
    expect(tell.error(internalError)).to.equal(internalError)
    const other = new Error('x')
    expect(tell.error(other)).to.equal(other)
  })
})

describe('German messages about rule lines and code', () => {
  const names = new SheetNames(
    [
      { entity: 'question', id: 1, key: 'colour', owner: null },
      { entity: 'answer', id: 11, key: 'red', owner: { entity: 'question', id: 1 } },
      { entity: 'answer', id: 12, key: 'green', owner: { entity: 'question', id: 1 } },
    ],
    new Map(),
    new Set(),
  )
  const readProblem = (read: () => unknown): Message => {
    try {
      read()
    } catch (error) {
      if (error instanceof LineRefusal) return error.problem
      throw error
    }
    throw new Error('The line was not refused.')
  }
  const lines: Readonly<Record<string, readonly [english: string, german: string]>> = {
    'colour is red': [
      "One of == != >= <= > < is missing at character 8, before 'is'.",
      'Bei Zeichen 8 fehlt eines von == != >= <= > <; dort steht „is“.',
    ],
    'colou == red': [
      "There is no question 'colou' in this product. Did you mean 'colour'?",
      'In diesem Produkt gibt es „colou“ nicht (Frage). Meinten Sie „colour“?',
    ],
    'colour == blue': [
      "'blue' is not an answer to 'colour'. Its answers are red, green.",
      '„blue“ ist keine Antwort auf „colour“. Ihre Antworten sind red, green.',
    ],
  }

  const switchTo = async (language: 'en' | 'de'): Promise<void> => {
    await loadLanguage(language)
    currentLanguage.set(language)
  }

  it('are the same on the server and in the browser editors', async () => {
    try {
      for (const [line, [englishText, german]] of Object.entries(lines)) {
        const problem = readProblem(() => parseRuleLine(line, names))
        await switchTo('de')
        expect(formatParserMessage(problem)).to.equal(german)
        expect(tell.message(problem)).to.equal(german)
        await switchTo('en')
        expect(formatParserMessage(problem)).to.equal(englishText)
        expect(english.message(problem)).to.equal(englishText)
      }
    } finally {
      await switchTo('en')
    }
  })

  it('name the place in the code', () => {
    const functions = new Map()
    const refuse = (code: string): string => {
      const refused = parseCode(code, functions)
      if (!(refused instanceof CodeRefusal)) throw new Error('The code was not refused.')
      return tell.message(refused.problem)
    }
    expect(refuse('1 + + + 2 +')).to.equal('Der Code lässt sich am Ende nicht lesen. Schreiben Sie einen Ausdruck, etwa „A * 2“.')
    expect(refuse('return 2')).to.match(/^Der Code muss ein Ausdruck sein, keine Anweisung: Lassen Sie „return“ weg/)
    expect(refuse('round(1, 2')).to.match(/^Der Code lässt sich am Ende nicht lesen\./)
  })
})

describe('an account with German as its language', function () {
  this.timeout(60_000)
  let service: AdminService
  let client: AdminClient
  before(async () => {
    service = await startAdmin()
    client = await service.as(...everyScope)
    await client.send('PATCH', 'account', { language: 'de' })
  })
  after(() => service.stop())

  it('gets German errors for fields, records, bulk requests and deletions', async () => {
    const detail = async (method: string, path: string, body?: object): Promise<string> =>
      String(((await client.send(method, path, body)).body as { readonly detail: string }).detail)
    const { id } = await makeRecord(client, 'product', { ...titled('Desk'), tax_class_id: 1 })
    await makeRecord(client, 'page', { ...titled('Legs'), product_id: id })
    expect(await detail('PATCH', `records/product/${id}`, { baseprice: 'much' })).to.equal(
      'Geben Sie im Feld „Grundpreis“ eine Zahl ein.',
    )
    expect(await detail('POST', 'records/product', {})).to.match(/Das Feld „Titel“ darf nicht leer sein/)
    expect(await detail('GET', 'records/product/987')).to.equal('Es gibt keinen Eintrag 987 (Produkt).')
    expect(await detail('DELETE', `records/product/${id}`)).to.equal(
      'Produkt „Desk“ lässt sich nicht löschen, weil noch Einträge dazugehören: Seiten.',
    )
    const bulkReply = (await client.send('POST', 'records/product/bulk', { ids: [id], change: { tax_class_id: 987 } })).body as {
      readonly refused: readonly { readonly detail: string }[]
    }
    expect(bulkReply.refused.map((refusal) => refusal.detail)).to.deep.equal([
      'Das Feld „Steuerklasse“ verweist auf nichts: Steuerklasse 987 gibt es nicht.',
    ])
  })

  it('gets German findings after a save and in the workshop', async () => {
    const author = createCatalogAuthor(service.app)
    const product = await author.product('Blind')
    const page = await author.page(product, 'Fabric')
    const colour = await author.question(page, 'Colour', 'Radiobuttons')
    const red = await author.answer(colour, 'Red')
    const never = {
      all: [
        { question: colour, field: 'selected', operator: '==', value: red },
        { question: colour, field: 'selected', operator: '!=', value: red },
      ],
    }
    const width = await author.question(page, 'Width', 'Textbox')
    const saved = await client.send('PATCH', `records/question/${width}`, { rules: never })
    const sentence = 'Die Regel von „Width“ kann nie zutreffen. „Width“ ist daher nie verfügbar.'
    const { findings = [] } = saved.body as { readonly findings?: readonly { readonly message: string }[] }
    expect(findings.map(({ message }) => message)).to.include(sentence)
    const reply = (await client.send('GET', `workshop/${product}/findings`)).body as WorkshopFindings
    expect(reply.findings.map(({ message }) => message)).to.include(sentence)
  })

  it('gets German findings and differences for a product package', async () => {
    const product = await createCatalogAuthor(service.app).product('Shelf')
    const act = async (action: string, fields: object): Promise<Readonly<Record<string, unknown>>> => {
      const { status, body } = await client.send('POST', `actions/${action}`, fields)
      expect(status, JSON.stringify(body)).to.equal(200)
      return body as Readonly<Record<string, unknown>>
    }
    const { path } = await act('export-product', { product_ids: [product], out: 'shelf.zip' })
    const { findings } = await act('check-product-package', { path, mode: 'copy' })
    expect((findings as readonly { readonly message: string }[]).map(({ message }) => message)).to.deep.equal([
      'Die Kopie von „Shelf“ ist noch nicht veröffentlicht.',
    ])
    await client.send('PATCH', `records/product/${product}`, { baseprice: 12.5 })
    const boards = await makeRecord(client, 'page', { ...titled('Boards'), product_id: product })
    const { products } = await act('diff-products', { from: path })
    const [{ changes }] = products as [{ readonly changes: readonly { readonly sentence: string }[] }]
    expect(changes.map(({ sentence }) => sentence)).to.deep.equal([
      'Produkt „Shelf“: Grundpreis 12,5 → 0.',
      'Seite „Boards“ wurde entfernt.',
    ])
    const doors = await makeRecord(client, 'page', { ...titled('Doors'), product_id: product })
    const after = await act('export-product', { product_ids: [product], out: 'after.zip' })
    await client.send('PATCH', `records/page/${boards.id}`, { ordering: 9 })
    await client.send('PATCH', `records/page/${doors.id}`, { ordering: 1, title_de_DE: 'Türen' })
    const diff = await act('diff-products', { from: after['path'] })
    const [changedProduct] = diff['products'] as [{ readonly changes: readonly { readonly sentence: string }[] }]
    expect(changedProduct.changes.map(({ sentence }) => sentence)).to.include.members([
      'Seite „Doors“: Titel (de-DE) „Türen“ → „Doors“.',
      'Produkt „Shelf“: Seiten in neuer Reihenfolge: „Boards“, „Doors“.',
    ])
  })
})
