// Every refusal that an account with German as its language receives is German, over many codes.
import { expect } from 'chai'
import { listEnglishMessages, listReplyCodes } from '../../support/german-reply.js'
import type { JsonReply } from '../../support/json-client.js'
import { everyScope } from '../rest/service.js'
import { type AdminClient, type AdminService, api, makeRecord, startAdmin, titled } from './service.js'

type Provoke = (service: AdminService, client: AdminClient, clerk: AdminClient) => Promise<JsonReply>

/** A fresh product with a page and a question. */
async function createQuestion(client: AdminClient): Promise<{ readonly product: number; readonly question: number }> {
  const { id: product } = await makeRecord(client, 'product', { ...titled('Desk'), tax_class_id: 1 })
  const { id: page } = await makeRecord(client, 'page', { ...titled('Legs'), product_id: product })
  const { id: question } = await makeRecord(client, 'question', { ...titled('Colour'), page_id: page, question_type: 'Textbox' })
  return { product, question }
}

/** Sends a change of one field of a new question. */
const changeQuestion =
  (fields: object): Provoke =>
  async (_service, client) =>
    client.send('PATCH', `records/question/${(await createQuestion(client)).question}`, fields)

const createProduct =
  (fields: object): Provoke =>
  (_service, client) =>
    client.send('POST', 'records/product', { ...titled('Chair'), tax_class_id: 1, ...fields })

/** Provocations by the codes that their replies contain. */
const provocations: Readonly<Record<string, Provoke>> = {
  'a missing title': createProduct({ title_en_GB: '', title_de_DE: '' }),
  'a text as price': createProduct({ baseprice: 'much' }),
  'a price that can mean two numbers': createProduct({ baseprice: '1.234' }),
  'a price with too many decimals': createProduct({ baseprice: 1.234567 }),
  'a price out of range': createProduct({ baseprice: 1e15 }),
  'an unknown tax class': createProduct({ tax_class_id: 987 }),
  'a text as tax class': createProduct({ tax_class_id: 'normal' }),
  'no tax class': createProduct({ tax_class_id: null }),
  'an unknown field': createProduct({ titel: 'Stuhl' }),
  'an unknown language': createProduct({ title_fr_FR: 'Chaise' }),
  'a text as switch': createProduct({ published: 'perhaps' }),
  'a title that is too long': createProduct({ title_en_GB: 'x'.repeat(300) }),
  'a title with a line break': createProduct({ title_en_GB: 'a\nb' }),
  'a number as title': createProduct({ title_en_GB: 7 }),
  'a label of dots': createProduct({ label_en_GB: '..' }),
  'a choice that does not exist': changeQuestion({ question_type: 'Nothing' }),
  'a rule that is a text': changeQuestion({ rules: 'always' }),
  'a field that is locked': async (_service, client) => {
    const { product } = await createQuestion(client)
    return client.send('PATCH', `records/product/${product}`, { id: 7 })
  },
  'an unknown currency code': (_service, client) =>
    client.send('POST', 'records/currency', { ...titled('Euro'), iso_code: 'euro' }),
  'an unknown record': (_service, client) => client.send('GET', 'records/product/987'),
  'an unknown entity': (_service, client) => client.send('GET', 'records/prodct/1'),
  'an unknown address': (_service, client) => client.send('GET', 'nothing/here'),
  'a record that is not empty': async (_service, client) =>
    client.send('DELETE', `records/product/${(await createQuestion(client)).product}`),
  'an unknown filter': (_service, client) => client.send('GET', 'records/product?filter[colour]=red'),
  'an unknown order': (_service, client) => client.send('GET', 'records/product?sort=colour'),
  'a negative offset': (_service, client) => client.send('GET', 'records/product?offset=-1'),
  'an outdated revision': async (_service, client) => {
    const { product } = await createQuestion(client)
    return client.send('PATCH', `records/product/${product}`, { baseprice: 2 }, { 'if-match': '"outdated"' })
  },
  'an unknown action': (_service, client) => client.send('POST', 'actions/export-prodct', {}),
  'an unknown argument': (_service, client) => client.send('POST', 'actions/export-product', { products: [1] }),
  'a missing argument': (_service, client) => client.send('POST', 'actions/describe-entity', {}),
  'an action without the right': (_service, _client, clerk) => clerk.send('POST', 'actions/export-product', { product_ids: [1] }),
  'a record without the right': (_service, _client, clerk) => clerk.send('GET', 'records/customer'),
  'a bulk change of nothing': (_service, client) => client.send('POST', 'records/product/bulk', {}),
  'a bulk change without a change': (_service, client) => client.send('POST', 'records/product/bulk', { ids: [1] }),
  'a move without a neighbour': async (_service, client) =>
    client.send('POST', `records/question/${(await createQuestion(client)).question}/move`, {}),
  'a token without a name': (_service, client) => client.send('POST', 'tokens', { name: ' ', preset: 'author' }),
  'a token with an unknown preset': (_service, client) => client.send('POST', 'tokens', { name: 'A', preset: 'auther' }),
  'an expiry in the past': (_service, client) =>
    client.send('POST', 'tokens', { name: 'A', preset: 'author', expires: '2001-01-01' }),
  'an invitation of an existing address': (_service, client) =>
    client.send('POST', 'accounts', { email: 'person-1@shop.example', name: 'A', preset: 'author' }),
  'a wrong password': (_service, client) =>
    client.send('PATCH', 'account', { password: 'x'.repeat(12), current_password: 'wrong' }),
  'an unknown session': (_service, client) => client.send('DELETE', 'sessions/987'),
  'an unknown e-mail': (_service, client) => client.send('GET', 'mails/987'),
  'an unknown payment': (_service, client) => client.send('POST', 'payments/987/refund', {}),
  'views that are a text': (_service, client) => client.send('PATCH', 'views/product', { views: 'all' }),
  'a request without a session': (service) =>
    service.stranger.send('GET', `${api}/menu`, undefined, { 'accept-language': 'de-DE' }),
  'a missing session check': (_service, client) =>
    client.send('POST', 'records/product', {}, { 'x-svc-csrf': 'x', 'accept-language': 'de' }),
  'a sign-in with a wrong password': (service) =>
    service.stranger.send(
      'POST',
      `${api}/session`,
      { email: 'person-1@shop.example', password: 'wrong' },
      { origin: service.app.url, 'accept-language': 'de' },
    ),
}

describe('the refusals that a German account receives', function () {
  this.timeout(120_000)
  let service: AdminService
  let client: AdminClient
  let clerk: AdminClient
  const codes = new Set<string>()

  before(async () => {
    service = await startAdmin()
    client = await service.as(...everyScope)
    clerk = await service.as('orders:read')
    for (const account of [client, clerk]) await account.send('PATCH', 'account', { language: 'de' })
  })
  after(() => service.stop())

  for (const [title, provoke] of Object.entries(provocations)) {
    it(`are German for ${title}`, async () => {
      const reply = await provoke(service, client, clerk)
      expect(reply.status, JSON.stringify(reply.body)).to.be.within(400, 499)
      for (const code of listReplyCodes(reply)) codes.add(code)
      expect(listEnglishMessages(reply)).to.deep.equal([])
    })
  }

  it('have many codes', () => {
    expect([...codes]).to.include.members([
      ...[
        'AUTHENTICATION_FAILED',
        'AUTHENTICATION_REQUIRED',
        'INSUFFICIENT_SCOPE',
        'INVALID_VALUE',
        'NOT_A_CHOICE',
        'NOT_FOUND',
        'ORIGIN_NOT_ALLOWED',
      ],
      ...[
        'OUT_OF_RANGE',
        'PRECONDITION_FAILED',
        'REQUIRED',
        'TOO_LONG',
        'UNKNOWN_FIELD',
        'UNKNOWN_REFERENCE',
        'VALIDATION_FAILED',
        'WRONG_TYPE',
      ],
    ])
  })
})
