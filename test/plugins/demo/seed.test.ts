// The demo shop: authored through the pipeline, resumed where it was cut off, and priced as its tables say.
import type { SelectionInput } from '../../../core/engine/program/configure.js'
import { expect } from 'chai'
import type { ConfigurationReply } from '../../../core/commerce/configuration/define.js'
import { demo } from '../../../plugins/demo/index.js'
import { seedDemo } from '../../../plugins/demo/seed.js'
import { stock } from '../../../plugins/stock/index.js'
import { bootTestApp, type TestApp } from '../../support/app.js'

describe('The demo shop', () => {
  let app: TestApp
  before(async () => {
    app = await bootTestApp({ plugins: [stock, demo()] })
  })
  after(() => app.stop())

  /** A product's id by its English title, and the ids of its questions and answers by theirs. */
  async function product(
    title: string,
  ): Promise<{ id: number; question(title: string): number; answer(of: string, title: string): string }> {
    const { shop, products } = await app.catalogue.products({ language: 'en-GB' })
    expect(shop.name).to.equal('Demo shop')
    const { product: view } = await app.catalogue.product(products.find((one) => one.title === title)!.id)
    const questions = view.pages.flatMap((page) => page.questions)
    const named = (of: string) => questions.find((question) => question.title === of)!
    return {
      id: view.id,
      question: (of) => named(of).id,
      answer: (of, answer) => String(named(of).answers.find((one) => one.title === answer)!.id),
    }
  }

  const start = (product_id: number, selections: readonly SelectionInput[]): Promise<ConfigurationReply> =>
    app.configurations.start({ product_id, selections })

  it('is authored once and notes what stands', async () => {
    const told: string[] = []
    const first = await seedDemo(app, (sentence) => told.push(sentence))
    expect(first.seeded).to.deep.equal(['shop', 'roller-blind', 'dell-laptop', 'standing-desk', 'list', 'notifications'])
    expect(told.at(-1)).to.equal('Seeded notifications (6 of 6).')
    const second = await seedDemo(app, () => {})
    expect(second).to.deep.equal({ seeded: [], skipped: 'The demo shop was seeded before.' })
  })

  it('prices a blind 1,450 wide with a drop of 1,800 as the tables of two price groups do', async () => {
    const blind = await product('Roller blind')
    for (const [group, price] of [
      ['Group 1', 109],
      ['Group 3', 167],
    ] as const) {
      const reply = await start(blind.id, [
        { question_id: blind.question('Width'), value: '1450' },
        { question_id: blind.question('Drop'), value: '1800' },
        { question_id: blind.question('Price group'), value: blind.answer('Price group', group) },
      ])
      expect(reply.refused).to.deep.equal([])
      expect(reply.price?.net).to.equal(price)
    }
  })

  it('charges a laptop as often as it is ordered, and an engraving whatever is written', async () => {
    const laptop = await product('Dell laptop')
    const price = async (id: number, selections: readonly SelectionInput[]): Promise<number | undefined> =>
      (await start(id, selections)).price?.net
    const quantity = (value: string): SelectionInput => ({ question_id: laptop.question('Quantity'), value })
    const { product: view } = await app.catalogue.product(laptop.id)
    const category = view.pages.flatMap(({ questions }) => questions).find(({ answers }) => answers.length > 0)!
    const chosen = { question_id: category.id, value: String(category.answers[0]!.id) }
    const one = (await price(laptop.id, [chosen, quantity('1')]))!
    expect(one).to.be.greaterThan(0)
    expect(await price(laptop.id, [chosen, quantity('3')])).to.equal(one * 3)
    const desk = await product('Standing desk')
    const bare = (await price(desk.id, []))!
    for (const text of ['Ada', 'x'.repeat(200)]) {
      expect(await price(desk.id, [{ question_id: desk.question('Engraving'), value: text }])).to.equal(bare + 19)
    }
  })

  it('shows a picture of every product', async () => {
    for (const title of ['Roller blind', 'Dell laptop', 'Standing desk']) {
      const { id } = await product(title)
      const { product: view } = await app.catalogue.product(id)
      const bytes = await app.catalogue.picture(id, view.image!)
      expect(new TextDecoder().decode(bytes), title).to.contain('<svg')
    }
  })

  it('shows the remote control with a motor and takes it back with the chain', async () => {
    const blind = await product('Roller blind')
    const remote = blind.question('Remote control')
    const bit = (reply: ConfigurationReply) => reply.questions.find((question) => question.id === remote)?.applies
    const begun = await start(blind.id, [])
    expect(bit(begun)).to.equal(false)
    const motor = { question_id: blind.question('Motor'), value: blind.answer('Motor', 'Acmeda 240v') }
    const shown = await app.configurations.change(begun.configuration, { selections: [motor] })
    expect(bit(shown)).to.equal(true)
    const chain = { question_id: blind.question('Motor'), value: blind.answer('Motor', 'Chain, no motor') }
    const hidden = await app.configurations.change(begun.configuration, { selections: [chain] })
    expect(bit(hidden)).to.equal(false)
  })

  it('can be finished in every product', async () => {
    for (const title of ['Roller blind', 'Dell laptop', 'Standing desk']) {
      const { id } = await product(title)
      const proof = (await app.act('prove-product', { product_id: id })) as {
        findings: { kind: string; grade: string; message: string }[]
      }
      expect(
        proof.findings.filter(({ grade }) => grade === 'warning'),
        title,
      ).to.deep.equal([])
    }
    const laptop = await product('Dell laptop')
    const report = (await app.act('simulate-product', { product_id: laptop.id, walks: 100 })) as { validConfigurations: string }
    expect(report.validConfigurations).to.equal('2319')
  })

  it('does nothing in a shop that has products of its own', async () => {
    await app.reset()
    await app.write('product', { title_en_GB: 'Mine', title_de_DE: 'Meins', tax_class_id: 1 })
    expect(await seedDemo(app, () => {})).to.deep.equal({ seeded: [], skipped: 'This shop already has products.' })
  })
})
