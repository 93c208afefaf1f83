// A rule with thousands of conditions, as many as fit a request: stored, read, proven and configured.
import { expect } from 'chai'
import type { ProofReport } from '../../../core/engine/proof/product-proof.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { createCatalogAuthor } from '../../support/catalog-author.js'

const clauses = 3_767

describe('a rule with thousands of conditions', () => {
  let app: TestApp
  let product: number
  let target: number
  const requests: { question: number; answers: number[] }[] = []
  let rules: { all: { any: { question: number; operator: string; value: number }[] }[] }

  before(async function () {
    this.timeout(60_000)
    app = await bootTestApp()
    const author = createCatalogAuthor(app)
    product = await author.product('Machine')
    const page = await author.page(product, 'Options')
    for (let i = 0; i < 12; i++) {
      const question = await author.question(page, `Option ${i}`, 'Radiobuttons')
      const answers: number[] = []
      for (let k = 0; k < 10; k++) answers.push(await author.answer(question, `Answer ${k}`))
      requests.push({ question, answers })
    }
    target = await author.question(page, 'Approval', 'Textbox')
    const pick = (at: number, value: number) => {
      const { question, answers } = requests[at % 12]!
      return { question, operator: '!=', value: answers[value % 10]! }
    }
    // Distinct pairs of answers that exclude each other.
    const pairs = Array.from({ length: 66 }, (_, i) => i).flatMap((pair) => {
      const first = [...requests.keys()].find((a) => pair < ((a + 1) * (2 * 12 - a - 2)) / 2)!
      const second = pair - (first * (2 * 12 - first - 1)) / 2 + first + 1
      return Array.from({ length: 100 }, (_, i) => ({ any: [pick(first, i), pick(second, Math.floor(i / 10))] }))
    })
    rules = { all: pairs.slice(0, clauses) }
  })
  after(() => app?.stop())

  it('is stored and returned as it was sent', async function () {
    this.timeout(60_000)
    expect(rules.all).to.have.length(clauses)
    expect(JSON.stringify(rules).length).to.be.below(1_048_576)
    await app.records.write('question', { rules }, { id: target })
    expect((await app.records.read('question', target)).record['rules']).to.deep.equal(rules)
  })

  it('decides whether its question applies', async () => {
    const { configuration } = await app.shop.configurations.start({ product_id: product })
    const applies = async (at: number, value: number | null): Promise<boolean | undefined> => {
      const { question, answers } = requests[at]!
      const selections = [{ question_id: question, value: value === null ? null : String(answers[value]) }]
      await app.shop.configurations.change(configuration, { selections })
      const { questions } = await app.shop.configurations.read(configuration)
      return questions.find(({ id }) => id === target)?.applies
    }
    expect(await applies(0, 0)).to.equal(true)
    expect(await applies(1, 5)).to.equal(false)
    expect(await applies(0, null)).to.equal(true)
  })

  it('is proven without findings and without dead answers', async function () {
    this.timeout(120_000)
    const report = (await app.act('prove-product', { product_id: product, seconds: 60 })) as ProofReport
    expect(report.findings.filter(({ kind }) => ['malformed-rule', 'contradiction', 'tautology'].includes(kind))).to.deep.equal(
      [],
    )
    expect(report.deadAnswers).to.deep.equal([])
  })
})
