// The server of the rule editor: vocabulary, validation and configuration counts of unsaved rules.
import { expect } from 'chai'
import type { RuleCheckReply } from '../../../../plugins/admin/api/editor.js'
import type { EditorVocabulary } from '../../../../plugins/admin/api/editor-vocabulary.js'
import { type CatalogAuthor, createCatalogAuthor } from '../../../support/catalog-author.js'
import { type AdminClient, type AdminService, codeOf, startAdmin } from '../service.js'

describe('the server of the rule editor', function () {
  this.timeout(60_000)
  let service: AdminService
  let author: CatalogAuthor
  let client: AdminClient
  let [page, wood, oak, width, hidden, product] = [0, 0, 0, 0, 0, 0]

  before(async () => {
    service = await startAdmin()
    author = createCatalogAuthor(service.app)
    product = await author.product('Shelf', { published: true })
    page = await author.page(product, 'Board', { published: true })
    wood = await author.question(page, 'Wood', 'Radiobuttons', { required: true, published: true })
    oak = await author.answer(wood, 'Oak', { published: true })
    await author.answer(wood, 'Beech', { published: true })
    width = await author.question(page, 'Width', 'Radiobuttons', { required: true, published: true })
    for (const title of ['Narrow', 'Wide', 'Very wide']) await author.answer(width, title, { published: true })
    hidden = await author.question(page, 'Note', 'Textbox', { published: false })
    client = await service.as('catalog:write')
  })
  after(() => service.stop())

  const checkRule = async (body: object, entity = 'question'): Promise<RuleCheckReply> => {
    const answer = await client.send('POST', `editor/${entity}/rule`, body)
    expect(codeOf(answer)).to.equal('200')
    return answer.body as RuleCheckReply
  }

  it('returns the names that a rule may use', async () => {
    const { body } = await client.send('GET', `editor/question/vocabulary?owner=${page}`)
    const vocabulary = body as EditorVocabulary
    expect(vocabulary.product).to.deep.equal({ id: product, title: 'Shelf' })
    expect(vocabulary.questions.map(({ key, title, page: on }) => [key, title, on])).to.deep.equal([
      ['wood', 'Wood', 'Board'],
      ['width', 'Width', 'Board'],
      ['note', 'Note', 'Board'],
    ])
    const [first, second] = vocabulary.questions
    expect(first!.answers[0]).to.deep.equal({ id: oak, key: 'oak', title: 'Oak' })
    expect(first!.fields).to.equal(second!.fields)
    expect(vocabulary.fields[first!.fields]![0]).to.deep.include({
      key: 'selected',
      kind: 'choice',
      inRules: true,
      inTerms: false,
    })
    expect(vocabulary.functions.map(({ name }) => name)).to.include('round')
    const below = await client.send('GET', `editor/answer/vocabulary?owner=${wood}`)
    expect((below.body as EditorVocabulary).product.id).to.equal(product)
  })

  it('includes a new question in the vocabulary immediately', async () => {
    const questionId = await author.question(page, 'Late', 'Textbox', {})
    const { body } = await client.send('GET', `editor/question/vocabulary?owner=${page}`)
    expect((body as EditorVocabulary).questions.map(({ id }) => id)).to.include(questionId)
    await service.app.records.remove('question', questionId)
  })

  it('counts configurations exactly for a rule on a range of numbers', async () => {
    const limits = { validate: true, input_restriction: 'decimal', required: true, published: true }
    const bounds = { set_min_value: 'static', minval: 1, set_max_value: 'static', maxval: 100 }
    const depth = await author.question(page, 'Depth', 'Textbox', { ...limits, ...bounds })
    const rule = { question: depth, operator: '>', value: 20 }
    const { issues, counts } = await checkRule({ owner: page, id: width, rule })
    expect(issues).to.deep.equal([])
    await service.app.records.remove('question', depth)
    expect(counts!.withRule!.exact && counts!.withoutRule!.exact).to.equal(true)
    expect(BigInt(counts!.withRule!.configurations) < BigInt(counts!.withoutRule!.configurations)).to.equal(true)
  })

  it('counts the configurations with and without the rule', async () => {
    const rule = { question: wood, operator: '==', value: oak }
    const { issues, counts } = await checkRule({ owner: page, id: width, rule })
    expect(issues).to.deep.equal([])
    // With the rule: oak with each of three widths, and beech. Without it: two woods with three widths each.
    expect(counts).to.deep.equal({
      withRule: { configurations: '4', exact: true },
      withoutRule: { configurations: '6', exact: true },
    })
    expect((await service.app.records.read('question', width)).record['rules']).to.equal(null)
  })

  it('reports the path of an error and the findings of the prover', async () => {
    const rule = {
      all: [
        { question: wood, operator: '==', value: oak },
        { question: wood, operator: '==', value: 999_999 },
      ],
    }
    const { issues, counts } = await checkRule({ owner: page, id: width, rule })
    expect(issues.map(({ path }) => path)).to.deep.equal(['all[1].value'])
    expect(counts).to.equal(null)
    const never = {
      all: [
        { question: wood, operator: '==', value: oak },
        { question: wood, operator: '==', value: '' },
      ],
    }
    const checked = await checkRule({ owner: page, id: width, rule: never })
    expect(checked.findings.map(({ kind, id }) => [kind, id])).to.deep.include(['contradiction', width])
  })

  it('validates a rule of an unpublished question without counting', async () => {
    const rule = { question: wood, operator: '!=', value: '' }
    expect(await checkRule({ owner: page, rule })).to.deep.equal({ issues: [], counts: null, findings: [] })
    expect((await checkRule({ owner: page, id: hidden, rule })).counts).to.equal(null)
    expect((await checkRule({ owner: page, rule: 'wood ==' })).issues).to.have.length(1)
  })

  it('rejects requests that do not name a product', async () => {
    const ask = async (path: string): Promise<string> => codeOf(await client.send('GET', `editor/${path}`))
    expect(await ask('question/vocabulary')).to.equal('422 VALIDATION_FAILED')
    expect(await ask('question/vocabulary?owner=-1')).to.equal('422 VALIDATION_FAILED')
    expect(await ask('question/vocabulary?owner=999999')).to.equal('404 NOT_FOUND')
    expect(await ask(`tax-class/vocabulary?owner=${page}`)).to.match(/^40[34] /)
    expect(await ask(`nothing/vocabulary?owner=${page}`)).to.equal('404 NOT_FOUND')
    const answer = await client.send('POST', 'editor/question/rule', { owner: page, id: 'x', rule: null })
    expect(codeOf(answer)).to.equal('422 VALIDATION_FAILED')
  })

  it('requires read access for the vocabulary and write access for validation', async () => {
    const reader = await service.as('catalog:read')
    expect(codeOf(await reader.send('GET', `editor/question/vocabulary?owner=${page}`))).to.equal('200')
    expect(codeOf(await reader.send('POST', 'editor/question/rule', { owner: page, rule: null }))).to.equal(
      '403 INSUFFICIENT_SCOPE',
    )
    const other = await service.as('orders:write')
    expect(codeOf(await other.send('GET', `editor/question/vocabulary?owner=${page}`))).to.equal('403 INSUFFICIENT_SCOPE')
    const forged = await client.send('POST', 'editor/question/rule', { owner: page, rule: null }, { 'x-svc-csrf': 'x' })
    expect(forged.status).to.equal(403)
  })
})
