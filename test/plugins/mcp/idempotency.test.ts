// Tests tool calls with an Idempotency-Key: a repeated call runs once and returns the first result.
import { expect } from 'chai'
import { catchError } from '../../support/caught-error.js'
import type { JsonReply, JsonClient } from '../../support/json-client.js'
import { type Content, type McpService, post, request, startMcp } from './service.js'

const texts = { title_en_GB: 'Dr', title_de_DE: 'Dr.' }

describe('an MCP call with an Idempotency-Key', () => {
  let service: McpService
  let client: JsonClient
  before(async () => {
    service = await startMcp()
    client = await service.client('store:write', 'catalog:write')
  })
  after(() => service.stop())

  const create = { entity: 'salutation', fields: texts }
  const send = (key: string, name: string, input: object, id: number | string = 1, on = client): Promise<JsonReply> =>
    post(on, request('tools/call', { name, arguments: input }, id), { 'idempotency-key': key })
  const resultOf = ({ body }: JsonReply): Content => (body as { readonly result: Content }).result
  const isReplay = ({ headers }: JsonReply): boolean => headers['idempotent-replayed'] === 'true'
  const count = async (entity: string): Promise<number> => (await service.app.records.list(entity)).meta.total
  const keys = async (): Promise<number> =>
    (await service.app.context.database.query('SELECT 1 AS one FROM svc_idempotency')).length

  it('runs once and returns the first result to a repeated call with another id', async () => {
    const before = await count('salutation')
    const first = await send('one', 'svc_create_entity', create)
    const second = await send('one', 'svc_create_entity', { fields: texts, entity: 'salutation' }, 'again')
    expect(resultOf(first)).not.to.have.property('isError')
    expect(resultOf(second)).to.deep.equal(resultOf(first))
    expect((second.body as { readonly id: unknown }).id).to.equal('again')
    expect([isReplay(first), isReplay(second)]).to.deep.equal([false, true])
    expect(await count('salutation')).to.equal(before + 1)
  })

  it('runs once if several arrive at the same time', async () => {
    const before = await count('salutation')
    const answers = await Promise.all(Array.from({ length: 8 }, () => send('race', 'svc_create_entity', create)))
    for (const answer of answers.filter((reply) => resultOf(reply).isError)) {
      expect(resultOf(answer).content[0]!.text).to.contain('still running')
    }
    expect(answers.filter((reply) => !resultOf(reply).isError && !isReplay(reply)).length).to.equal(1)
    expect(await count('salutation')).to.equal(before + 1)
  })

  it('returns the first result of a delete, a copy and a cache clear', async () => {
    const id = resultOf(await send('made', 'svc_create_entity', create)).structuredContent!['id']
    const deletions = [await send('gone', 'svc_delete_entity', { entity: 'salutation', id })]
    deletions.push(await send('gone', 'svc_delete_entity', { entity: 'salutation', id }))
    expect(deletions.map((reply) => resultOf(reply).structuredContent)).to.deep.equal(
      deletions.map(() => ({ entity: 'salutation', id, deleted: true })),
    )
    const fields = { ...texts, tax_class_id: 1 }
    const product = resultOf(await send('product', 'svc_create_entity', { entity: 'product', fields })).structuredContent!['id']
    const products = await count('product')
    const copies = [await send('copy', 'svc_copy_record', { entity: 'product', id: product })]
    copies.push(await send('copy', 'svc_copy_record', { entity: 'product', id: product }))
    expect(resultOf(copies[1]!)).to.deep.equal(resultOf(copies[0]!))
    expect([copies.map(isReplay), await count('product')]).to.deep.equal([[false, true], products + 1])
    // Not one transaction, so the result is stored after it has finished.
    const cleared = [await send('clear', 'svc_clear_cache', {}), await send('clear', 'svc_clear_cache', {})]
    expect(cleared.map(isReplay)).to.deep.equal([false, true])
  })

  it('returns the findings of the first call, which are collected after the commit', async () => {
    const make = async (entity: string, fields: object): Promise<unknown> =>
      resultOf(await send(`doubt ${entity}`, 'svc_create_entity', { entity, fields: { ...texts, ...fields } }))
        .structuredContent!['id']
    const product_id = await make('product', { tax_class_id: 1 })
    const page_id = await make('page', { product_id })
    const question = await make('question', { page_id })
    const rules = { all: ['==', '!='].map((operator) => ({ question, operator, value: '' })) }
    const input = { entity: 'question', fields: { ...texts, page_id, rules } }
    const answers = [await send('doubt', 'svc_create_entity', input), await send('doubt', 'svc_create_entity', input)]
    expect(resultOf(answers[0]!).structuredContent).to.have.nested.property('findings[0].kind', 'contradiction')
    expect([resultOf(answers[1]!), isReplay(answers[1]!)]).to.deep.equal([resultOf(answers[0]!), true])
  })

  it('is rejected with other arguments or another tool, and can be repeated after an error', async () => {
    await send('two', 'svc_create_entity', create)
    for (const [name, input] of [
      ['svc_create_entity', { ...create, fields: { ...texts, title_en_GB: 'Prof' } }],
      ['svc_clear_cache', {}],
    ] as const) {
      const other = resultOf(await send('two', name, input))
      expect(other.isError).to.equal(true)
      expect(other.content[0]!.text).to.match(/sent before with another request\. Use a new key for a new request\.$/)
    }
    const secondClient = await service.client('store:write')
    expect(isReplay(await send('two', 'svc_create_entity', create, 1, secondClient))).to.equal(false)
    const refused = await send('three', 'svc_create_entity', { entity: 'salutation', fields: {} })
    expect(resultOf(refused).isError).to.equal(true)
    expect(resultOf(await send('three', 'svc_create_entity', create))).not.to.have.property('isError')
    expect((await send('', 'svc_create_entity', create)).status).to.equal(422)
  })

  it('stores no result of a tool that only reads', async () => {
    const before = await keys()
    const answers = [await send('read', 'svc_list_entities', { entity: 'salutation' })]
    await send('fourth', 'svc_create_entity', create)
    answers.push(await send('read', 'svc_list_entities', { entity: 'salutation' }))
    const totals = answers.map((reply) => Number(resultOf(reply).structuredContent!['total']))
    expect([totals[1]! - totals[0]!, await keys()]).to.deep.equal([1, before + 1])
  })

  it('stores the change and the result in one transaction', async () => {
    const before = await count('salutation')
    const settle = (): Promise<void> => Promise.reject(new Error('the key was taken'))
    expect((await catchError(service.app.act('create-entity', create, { settle }))).message).to.equal('the key was taken')
    expect(await count('salutation')).to.equal(before)
  })
})
