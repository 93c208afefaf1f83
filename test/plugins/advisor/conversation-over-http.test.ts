// A conversation with the advisor over HTTP: streamed, resumed, stored once, and with verified facts.
import { expect } from 'chai'
import { runtime } from '../../../plugins/runtime/index.js'
import { enableAdvisor, startTestConversation, readAdvisorReply } from './advisor-shopper.js'
import { type ListeningApp, listenTestApp } from '../../support/test-app.js'
import { authorLamp, type Lamp } from '../runtime/lamp.js'

describe('a conversation with the advisor', () => {
  let app: ListeningApp
  let lamp: Lamp

  before(async () => {
    app = await listenTestApp([runtime()])
    lamp = await authorLamp(app)
    await enableAdvisor(app)
  })
  after(() => app.stop())

  for (const vendor of ['openai_compatible', 'anthropic'] as const) {
    it(`ends in an orderable configuration over the ${vendor} protocol`, async () => {
      await enableAdvisor(app, { vendor })
      const shopper = await startTestConversation(app.url)
      const { turn, events, streamed } = await shopper.say('I want a green lamp, height 30, with pleated shade under 200 euros')
      expect(turn.reply!.outcome, JSON.stringify(turn)).to.equal('whole')
      const { facts } = turn.reply!
      expect(facts!.finished).to.equal(true)
      expect(facts!.product_id).to.equal(lamp.product)
      expect(facts!.selected.map(({ text }) => text)).to.include.members(['Green', '30 cm', 'Pleated'])
      expect(facts!.price!.gross).to.be.below(200)
      expect(streamed).to.equal(turn.text)
      expect(events.map(({ event }) => event)).to.include.members(['state', 'begin', 'tool', 'facts', 'text', 'reply'])
      const read = await shopper.read()
      expect(read.turns.map(({ role }) => role)).to.deep.equal(['shopper', 'advisor'])
      expect(read.pending).to.equal(null)
      expect(read.facts!.configuration).to.equal(facts!.configuration)
    })
  }

  it('offers a person to a shopper who asks for one', async () => {
    const { events, turn } = await (await startTestConversation(app.url)).say('A person, please!')
    expect(events.map(({ event }) => event)).to.include('person')
    expect(turn.text).to.include('get back to you')
    expect(turn.reply!.facts).to.equal(null)
  })

  it('is offered with its consent text, and labelled as scripted', async () => {
    const offered = await readAdvisorReply(app.url)
    expect(offered).to.include({ available: true, scripted: true })
    expect(offered.consent).to.include('This is a demo')
    await enableAdvisor(app, { enabled: false })
    expect((await readAdvisorReply(app.url)).available).to.equal(false)
    await enableAdvisor(app)
  })
})
