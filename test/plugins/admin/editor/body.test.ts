// The server of the calculation editors: validates unsaved bodies and calculates a sample.
import { expect } from 'chai'
import type { BodyCheckReply } from '../../../../plugins/admin/api/editor.js'
import { type CatalogAuthor, createCatalogAuthor } from '../../../support/catalog-author.js'
import { type AdminClient, type AdminService, codeOf, startAdmin } from '../service.js'

describe('the server of the calculation editors', function () {
  this.timeout(60_000)
  let service: AdminService
  let author: CatalogAuthor
  let client: AdminClient
  let [width, owner, other] = [0, 0, 0]

  before(async () => {
    service = await startAdmin()
    author = createCatalogAuthor(service.app)
    const product = await author.product('Shelf', { published: true })
    const page = await author.page(product, 'Board', { published: true })
    width = await author.question(page, 'Width', 'Slider', {
      ...{ published: true, set_min_value: 'static', minval: 100, set_max_value: 'static', maxval: 900 },
    })
    owner = await author.calculation(product, 'Price', 'formula', { terms: [{ number: 1 }] })
    other = await author.calculation(product, 'Base', 'formula', {
      terms: [{ calculation: owner }, { operator: '+' }, { number: 1 }],
    })
    client = await service.as('catalog:write', 'code:write')
  })
  after(() => service.stop())

  const checkBody = async (type: string, fields: object, selections: readonly object[] = []): Promise<BodyCheckReply> => {
    const answer = await client.send('POST', `editor/calculation-${type}/body`, { owner, fields, selections })
    expect(codeOf(answer)).to.equal('200')
    return answer.body as BodyCheckReply
  }
  const at = (value: string) => [{ question_id: width, value }]

  it('calculates a formula for sample values and returns its parts', async () => {
    const terms = [{ question: width }, { operator: '*' }, { number: 2 }, { operator: '+' }, { number: 0.5 }]
    const checked = await checkBody('formula', { terms }, at('200'))
    expect(checked).to.deep.include({ issues: [], reads: [width], refused: [] })
    expect(checked.sample?.value).to.equal(400.5)
    expect(checked.sample?.trace.parts.map(({ value }) => value)).to.deep.equal([400, 0.5])
    expect((await service.app.records.read('calculation', owner)).record['type']).to.equal('formula')
    expect((await checkBody('formula', { terms: [{ number: 1 }, { operator: '/' }, { number: 0 }] })).sample).to.deep.include({
      value: null,
    })
  })

  it('reports rejected sample values and the path of an error in a formula', async () => {
    const checked = await checkBody('formula', { terms: [{ question: width }] }, at('20'))
    expect(checked.refused.map(({ question_id }) => question_id)).to.deep.equal([width])
    const wrong = await checkBody('formula', { terms: [{ number: 1 }, { operator: '+' }, { question: 999_999 }] })
    expect(wrong).to.deep.include({ sample: null })
    expect(wrong.issues.map(({ path }) => path)).to.deep.equal(['terms[2].question'])
    expect((await checkBody('formula', { terms: 'width *' })).issues).to.have.length(1)
  })

  it('returns null for a calculation that depends on itself', async () => {
    const { sample } = await checkBody('formula', { terms: [{ calculation: other }] })
    expect(sample?.value).to.equal(null)
    expect(sample?.trace.warnings).to.deep.equal(['loop'])
  })

  it('returns the questions behind referenced calculations', async () => {
    const product = (await service.app.records.read('calculation', owner)).record['product_id'] as number
    const calculation = await author.calculation(product, 'Wide', 'formula', { terms: [{ question: width }] })
    const checked = await checkBody('formula', { terms: [{ calculation }, { operator: '+' }, { number: 1 }] }, at('300'))
    expect(checked).to.deep.include({ reads: [width] })
    expect(checked.sample?.value).to.equal(301)
  })

  it('looks up a value in a table', async () => {
    const cells = [300, 600].map((row) => ({ row, column: 0, value: String(row * 2) }))
    const { sample } = await checkBody('matrix', { row_question_id: width, lookup: 'nextHigher', cells }, at('350'))
    expect(sample?.value).to.equal(1200)
    expect(sample?.trace.parts[0]?.kind).to.equal('cell')
  })

  it('runs code, and reports the character of an error', async () => {
    expect((await checkBody('code', { code: ' A * 3', question_id_a: width }, at('200'))).sample?.value).to.equal(600)
    const [issue] = (await checkBody('code', { code: 'round(2) + foo(3)' })).issues
    expect(issue).to.deep.include({ path: 'code', at: 11 })
    expect((await checkBody('code', { code: '2 +* 3' })).issues[0]?.at).to.equal(3)
    expect((await checkBody('code', { code: 'process.exit(1)' })).issues).to.have.length(1)
  })

  it('validates code only for accounts that may write it, and accepts only calculation entities', async () => {
    const writer = await service.as('catalog:write')
    const send = async (adminClient: AdminClient, entity: string, body: object): Promise<string> =>
      codeOf(await adminClient.send('POST', `editor/${entity}/body`, body))
    expect(await send(writer, 'calculation-code', { owner, fields: { code: '1' } })).to.equal('403 INSUFFICIENT_SCOPE')
    expect(await send(writer, 'calculation-formula', { owner, fields: { terms: [{ number: 1 }] } })).to.equal('200')
    expect(await send(await service.as('catalog:read'), 'calculation-formula', { owner, fields: {} })).to.equal(
      '403 INSUFFICIENT_SCOPE',
    )
    expect(await send(client, 'question', { owner, fields: {} })).to.equal('404 NOT_FOUND')
    expect(await send(client, 'calculation-formula', { owner })).to.equal('422 VALIDATION_FAILED')
    expect(await send(client, 'calculation-formula', { owner, fields: {}, selections: [{ question_id: 'x' }] })).to.equal(
      '422 VALIDATION_FAILED',
    )
    expect(await send(client, 'calculation-matrix', { owner, fields: { cells: 'x', lookup: 3 } })).to.match(/^(200|422)/)
  })
})
