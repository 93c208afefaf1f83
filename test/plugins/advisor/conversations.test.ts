// Generated conversations over demo and public products: each ends in a valid configuration or in a justified refusal.
import { expect } from 'chai'
import type { ScriptServer } from '../../../plugins/advisor/surface.js'
import { startFailingVendor } from '../../../plugins/testing/index.js'
import { normalizeWords } from '../../../plugins/advisor/vendor/scripted/words.js'
import type { ConfigurationReply } from '../../../core/commerce/configuration/define.js'
import type { SuggestReply } from '../../../core/commerce/configuration/suggest.js'
import type { ProductListReply, ProductReply, QuestionView } from '../../../core/shop/catalogue/define.js'
import { advisor } from '../../../plugins/advisor/index.js'
import { demo } from '../../../plugins/demo/index.js'
import { seedDemo } from '../../../plugins/demo/seed.js'
import { payments } from '../../../plugins/payments/index.js'
import { print } from '../../../plugins/print/index.js'
import { rest } from '../../../plugins/rest/index.js'
import { runtime } from '../../../plugins/runtime/index.js'
import { stock } from '../../../plugins/stock/index.js'
import { enableAdvisor, startTestConversation } from './advisor-shopper.js'
import { type ListeningApp, listenTestApp } from '../../support/test-app.js'
import { testLanguages } from '../../support/installed-database.js'
import { type ImportedProduct, importProduct } from '../../oracle/oracle-import.js'
import { readOracleFile, readOracleProduct } from '../../oracle/oracle-product.js'
import { createRestClient, readFirstTaxClass } from '../../support/rest-client.js'

/** SVC_TEST_CONVERSATIONS=all runs every conversation. Otherwise five run, different ones each day. */
const all = 40
const led = process.env['SVC_TEST_CONVERSATIONS'] === 'all' ? all : 5
const today = Math.floor(Date.now() / 86_400_000)

/** Public products. `listed` names those with a complete list of valid configurations. */
const folders = ['car-pl', 'dell-laptop', 'car-selection', 'electronic-shopping']
const listed = ['car-pl', 'dell-laptop']

interface Answered {
  readonly question: number
  readonly answer: number
}

interface Wished {
  readonly product: ProductReply['product']
  readonly answers: readonly Answered[]
  readonly text: string
  readonly budget: number | null
}

/** A pseudo-random number generator, deterministic per seed. */
function chance(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0
    return state % below
  }
}

/** Words that identify one answer: its title, or for a yes/no question the question's title, with `without` for No. */
function spoken(
  questions: readonly QuestionView[],
  { title: questionTitle, answers }: QuestionView,
  title: string,
): string | null {
  const isYes = title === 'Yes'
  const isSwitch = answers.some((answer) => answer.title === 'Yes') && answers.some((answer) => answer.title === 'No')
  const words = isSwitch ? questionTitle : title
  const otherTitles = [
    ...questions.map((question) => question.title),
    ...questions.flatMap((question) => question.answers.map((answer) => answer.title)),
  ]
  const same = otherTitles.filter((one) => normalizeWords(one).includes(normalizeWords(words)))
  if (same.length !== 1 || !/^\p{L}[\p{L} -]{3,}$/u.test(words)) return null
  return isSwitch && !isYes ? `without ${words}` : words
}

describe('conversations with the advisor', function () {
  this.timeout(600_000)
  let app: ListeningApp
  let script: ScriptServer
  let products: readonly ProductReply['product'][]
  const imported = new Map<number, { readonly folder: string; readonly ids: ImportedProduct }>()

  before(async () => {
    script = await startFailingVendor()
    app = await listenTestApp([rest(), runtime({ conversations: 1_000, messages: 1_000, starts: 10_000 })], {
      plugins: [stock, payments, print, advisor, demo()],
      advisorHosts: [new URL(script.url).host],
    })
    await seedDemo(app, () => undefined)
    const client = await createRestClient(app)
    for (const folder of folders) {
      const options = { languages: testLanguages, taxClassId: await readFirstTaxClass(client) }
      const ids = await importProduct(client, readOracleProduct(folder), options)
      imported.set(ids.productId, { folder, ids })
    }
    client.close()
    await enableAdvisor(app, { baseUrl: script.url, key: 'k' })
    const { products: listed } = (await app.shop.serve('list-products', {}, {})) as ProductListReply
    const replies = listed.map(({ id }) => app.shop.serve('show-product', { key: String(id) }, {}) as Promise<ProductReply>)
    products = (await Promise.all(replies)).map(({ product }) => product)
  })
  after(async () => {
    await app?.stop()
    script?.stop()
  })

  /** One product and up to three uniquely named answers, in a sentence. */
  function wished(seed: number): Wished {
    const pick = chance(seed)
    const product = products[seed % products.length]!
    const questions = product.pages.flatMap(({ questions: own }) => own).filter(({ answers }) => answers.length > 1)
    const answers: (Answered & { readonly words: string })[] = []
    for (let attempt = 0; attempt < 12 && answers.length < 1 + (seed % 3); attempt++) {
      const question = questions[pick(questions.length)]!
      const answer = question.answers[pick(question.answers.length)]!
      const words = spoken(questions, question, answer.title)
      if (words !== null && !answers.some((one) => one.question === question.id))
        answers.push({ question: question.id, answer: answer.id, words })
    }
    const budget = seed % 2 === 0 ? null : 400 + pick(40) * 100
    const under = budget === null ? '' : `, under ${budget} euros`
    return {
      product,
      answers,
      budget,
      text: `I want a ${product.title} with ${answers.map(({ words }) => words).join(' and ')}${under}`,
    }
  }

  /** The listed configurations of a product, by record ids. Null if there is no list. */
  function listOf(product: number): readonly (readonly number[])[] | null {
    const { folder, ids } = imported.get(product) ?? {}
    if (folder === undefined || !listed.includes(folder)) return null
    const rows = readOracleFile(folder, 'configurations.json') as readonly (readonly string[])[]
    return rows.map((row) => row.map((symbol) => ids!.answers.get(symbol)!))
  }

  it('cover three demo products and four public ones', () => {
    expect(products).to.have.length(3 + folders.length)
  })

  for (let index = 0; index < led; index++) {
    const seed = led === all ? index : (today * led + index) % all
    it(`number ${seed} ends in an orderable configuration that meets the wishes, or in a justified refusal`, async () => {
      const { product, answers, text, budget } = wished(seed)
      const { turn } = await (await startTestConversation(app.url)).say(text)
      const { facts, outcome, marks } = turn.reply!
      expect(outcome, text).to.equal('whole')
      expect(facts!.product_id, text).to.equal(product.id)
      expect(
        marks.filter(({ status }) => status === 'unverified'),
        turn.text,
      ).to.deep.equal([])
      const wishes = answers.map(({ question, answer }) => ({ question_id: question, values: [String(answer)] }))
      // The optimizer decides on a new configuration whether all wishes can be met.
      const fresh = (await app.shop.serve('start-configuration', { product_id: product.id }, {})) as ConfigurationReply
      const best = (await app.shop.serve(
        'suggest-configuration',
        { token: fresh.configuration, wishes, ...(budget !== null && { max_price: budget }) },
        {},
      )) as SuggestReply
      const configuration = (await app.shop.serve(
        'read-configuration',
        { token: facts!.configuration },
        {},
      )) as ConfigurationReply
      const rows = listOf(product.id)
      if (rows !== null && budget === null) {
        const matchingRows = rows.filter((row) => answers.every(({ answer }) => row.includes(answer)))
        const ids = new Set(rows.flat())
        const optional = answers.some(({ answer }) => !ids.has(answer))
        if (!optional)
          expect(best.suggestions.length === 0, `${text}: ${matchingRows.length} of the list`).to.equal(matchingRows.length === 0)
      }
      if (rows !== null) {
        const listedIds = new Set(rows.flat())
        const chosen = configuration.questions
          .flatMap(({ selection }) => (selection ?? '').split(',').map(Number))
          .filter((id) => listedIds.has(id))
        const isListed = rows.some((row) => row.length === chosen.length && row.every((id) => chosen.includes(id)))
        expect(isListed, `${text}: ${chosen.join()}`).to.equal(true)
      }
      if (best.suggestions.length === 0) return
      expect(best.impossible).to.equal(false)
      for (const { question, answer } of answers) {
        const { selection } = configuration.questions.find(({ id }) => id === question)!
        expect(selection?.split(','), `${text}: ${turn.text}`).to.include(String(answer))
      }
      if (budget !== null) expect(configuration.price!.gross, text).to.be.at.most(budget)
      const onlyHis = new Set(best.suggestions[0]!.to_fill)
      expect(
        configuration.missing.filter(({ question_id }) => !onlyHis.has(question_id)),
        text,
      ).to.deep.equal([])
    })
  }
})
