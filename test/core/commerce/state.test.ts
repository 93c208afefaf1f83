// States of orders, quotes and payments: permitted transitions, concurrency, and effects in the same transaction.
import { expect } from 'chai'
import { example } from '../../../customizations/example/index.js'
import { changeState, listStateHistory } from '../../../core/commerce/state/change-state.js'
import { fullGrant } from '../../../core/foundation/access.js'
import { guest } from '../../../core/shop/shopper.js'
import type { ValidationError } from '../../../core/foundation/errors.js'
import { orderStatuses, paymentStatuses, quoteStatuses, type Stateful, transitions } from '../../../core/model/state/statuses.js'
import { withEffect } from '../../fixtures/customizations/with-effect.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { catchError, plainIssues } from '../../support/caught-error.js'

describe('changeState', () => {
  let app: TestApp
  const heard: object[] = []

  before(async () => {
    const listener = {
      name: 'listener',
      core: '^0.1.0',
      contributes: { observers: { onSvcSetStatus: (payload: object) => void heard.push(payload) } },
    }
    app = await bootTestApp({ plugins: [listener], customizations: [example(), withEffect] })
  })
  after(() => app.stop())
  beforeEach(() => heard.splice(0))

  const order = async (status: string, fields: object = {}): Promise<number> =>
    (await app.records.write('sales-order', { status, ...fields }, { internal: true })).id
  const statusOf = async (id: number): Promise<unknown> => (await app.records.read('sales-order', id)).record['status']
  const toState = (id: number, to: keyof typeof orderStatuses) =>
    app.shop.createContext({}).transact((work) => changeState(work, 'sales-order', id, to))
  const mails = () => app.context.database.query('SELECT recipient, subject FROM svc_mail_queue ORDER BY id')

  it('has transitions for exactly the states that the entities declare', () => {
    const declared: Readonly<Record<Stateful, object>> = {
      'sales-order': orderStatuses,
      quote: quoteStatuses,
      payment: paymentStatuses,
    }
    for (const [entity, states] of Object.entries(transitions)) {
      expect(Object.keys(states), entity).to.have.members(Object.keys(declared[entity as Stateful]))
      for (const next of Object.values(states).flat()) expect(Object.keys(states)).to.include(next)
    }
  })

  it('rejects a transition that is not permitted, and names the current and the permitted states', async () => {
    const id = await order('ordered')
    const refused = (await catchError(toState(id, 'shipped'))) as ValidationError
    expect(plainIssues(refused.issues)).to.deep.equal([
      {
        field: 'status',
        code: 'NOT_ALLOWED',
        message:
          `The order ${id} has the status 'ordered' and cannot change to 'shipped'. ` +
          "Possible next statuses: 'paid', 'incorrect_amount', 'unsupported_currency', 'confirmed' or 'cancelled'.",
      },
    ])
    expect(await statusOf(id)).to.equal('ordered')
    expect(heard).to.deep.equal([])
    const orderId = await order('cancelled')
    expect((await catchError(toState(orderId, 'paid'))).message).to.contain('which is final')
    expect(await catchError(toState(999_999, 'paid'))).to.include({ code: 'NOT_FOUND' })
  })

  it('runs effects in the same transaction, and notifies observers after it', async () => {
    const id = await order('ordered')
    await toState(id, 'paid')
    expect(await statusOf(id)).to.equal('paid')
    expect(await mails()).to.deep.equal([{ recipient: 'workshop@joiner.example', subject: `Order ${id}` }])
    expect(heard).to.deep.equal([{ orderId: id, from: 'ordered', to: 'paid' }])
  })

  it('changes and emits nothing if an effect fails', async () => {
    const id = await order('paid', { weight: 5_000 })
    expect((await catchError(toState(id, 'shipped'))).message).to.contain('heavier')
    expect(await statusOf(id)).to.equal('paid')
    expect(heard).to.deep.equal([])
  })

  it('queues no mail if the transaction is rolled back', async () => {
    const before = (await mails()).length
    const id = await order('ordered')
    await app.shop.createContext({}).transact((work) => changeState(work, 'sales-order', id, 'paid'), { dryRun: true })
    expect(await statusOf(id)).to.equal('ordered')
    expect(await mails()).to.have.length(before)
  })

  it('records each change with its actor, except drafts and rolled-back changes', async () => {
    const id = await order('saved', { number: null })
    await app.shop.createContext({}).transact((work) => changeState(work, 'sales-order', id, 'in_checkout'))
    await app.shop.createContext({ shopper: guest }).transact((work) => changeState(work, 'sales-order', id, 'ordered'))
    await app.shop.createContext({}).transact((work) => changeState(work, 'sales-order', id, 'confirmed'), { dryRun: true })
    await toState(id, 'paid')
    const caller = { grant: fullGrant, name: 'Ada', id: 7 }
    await app.act('set-order-status', { order_id: id, status: 'confirmed' }, { caller })
    await app.shop.createContext({ author: 'Grace' }).transact((work) => changeState(work, 'sales-order', id, 'shipped'))
    const states = await listStateHistory(app.shop.createContext({}), 'sales-order', [id])
    expect(states.map(({ from, to, role, who: actorName }) => [from, to, role, actorName])).to.deep.equal([
      ['in_checkout', 'ordered', 'shopper', ''],
      ['ordered', 'paid', 'service', ''],
      ['paid', 'confirmed', 'person', 'Ada (token 7)'],
      ['confirmed', 'shipped', 'person', 'Grace'],
    ])
    expect(await listStateHistory(app.shop.createContext({}), 'quote', [id])).to.deep.equal([])
  })

  it('succeeds for one of several simultaneous callers', async () => {
    const id = await order('ordered')
    const tried = await Promise.allSettled(Array.from({ length: 5 }, () => toState(id, 'paid')))
    expect(tried.filter(({ status }) => status === 'fulfilled')).to.have.length(1)
    expect(heard).to.have.length(1)
  })
})
