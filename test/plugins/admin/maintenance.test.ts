// Maintenance in the admin: start screen counts, running tasks by hand, and stored errors.
import { expect } from 'chai'
import { defineTask } from '../../../core/tasks/define-task.js'
import type { Dashboard, FailureRow, Maintenance } from '../../../plugins/admin/api/screen-shape.js'
import { payments } from '../../../plugins/payments/index.js'
import { print } from '../../../plugins/print/index.js'
import { stock } from '../../../plugins/stock/index.js'
import { createPage, createProduct, createQuestion, inBothLanguages } from '../../support/small-shop.js'
import { formGroups } from '../../../plugins/admin/api/form-groups.js'
import type { EntityShape } from '../../../plugins/admin/api/shape.js'
import { createPaymentMethod, createUnpaidOrder, removeMethodParams } from '../../support/scripted-provider.js'
import { type AdminClient, type AdminService, codeOf, startAdmin } from './service.js'

describe('maintenance in the admin', function () {
  this.timeout(60_000)
  let service: AdminService
  let operator: AdminClient
  let fails = true
  const runs: string[] = []
  const sweep = defineTask({
    ...{ name: 'sweep-nothing', description: 'Sweeps.', every: 3_600 },
    async run() {
      runs.push('sweep')
      if (fails) throw new Error('The broom broke.')
    },
  })

  before(async () => {
    const plugin = { name: 'broom', core: '*', contributes: { tasks: [sweep] } }
    service = await startAdmin({ plugins: [stock, payments, print, plugin] })
    operator = await service.as('system:write')
  })
  after(() => service.stop())

  const maintenance = async (): Promise<Maintenance> => (await operator.send('GET', 'maintenance')).body as Maintenance
  const dashboard = async (client: AdminClient): Promise<Dashboard> => (await client.send('GET', 'dashboard')).body as Dashboard
  const sweeping = async () => (await maintenance()).tasks.find(({ name }) => name === 'sweep-nothing')!

  it('runs a task on request, records its failure or success, and suggests a name for an unknown task', async () => {
    expect(await sweeping()).to.include({ lastRun: null, next: null, failed: null, owner: 'broom' })
    const failure = await operator.send('POST', 'tasks/sweep-nothing/run')
    expect(codeOf(failure)).to.equal('500 INTERNAL_ERROR')
    expect((await sweeping()).failed).not.to.equal(null)
    const [row] = (await operator.send('GET', 'failures')).body as readonly FailureRow[]
    expect(row).to.include({ id: failure.headers['x-request-id'], method: 'POST', message: 'Error: The broom broke.' })
    expect((await dashboard(operator)).tiles.map(({ name }) => name)).to.include.members(['tasksFailing', 'errors'])
    fails = false
    expect((await operator.send('POST', 'tasks/sweep-nothing/run')).status).to.equal(204)
    const { lastRun, next, failed } = await sweeping()
    expect(failed).to.equal(null)
    expect(Date.parse(next!) - Date.parse(lastRun!)).to.equal(3_600_000)
    expect(runs).to.have.length(2)
    const unknown = await operator.send('POST', 'tasks/sweep-nothin/run')
    expect(codeOf(unknown)).to.equal('404 NOT_FOUND')
    expect((unknown.body as { readonly detail: string }).detail).to.contain("Did you mean 'sweep-nothing'?")
  })

  it('counts open orders for accounts that may read them, and links to a list of the same length', async () => {
    const { app } = service
    const method = await createPaymentMethod(app.records, 'cash_on_delivery')
    await createUnpaidOrder(app.records, method)
    await createUnpaidOrder(app.records, method, { status: 'paid' })
    const clerk = await service.as('orders:read')
    const { tiles } = await dashboard(clerk)
    expect(tiles.map(({ name, count }) => [name, count])).to.deep.equal([
      ['ordersPaid', 1],
      ['ordersPlaced', 1],
    ])
    for (const { path, count } of tiles) {
      const list = (await clerk.send('GET', `${path}&limit=1`)).body as { readonly meta: { readonly total: number } }
      expect(list.meta.total, path).to.equal(count)
    }
    // The payment method has the same title in both languages.
    const { tiles: authorTiles } = await dashboard(await service.as('catalog:write'))
    expect(authorTiles.map(({ name }) => name)).to.deep.equal(['textsMissing'])
  })

  it('counts published payment methods that lack required parameters, and links to the method', async () => {
    const { app } = service
    const merchant = await service.as('store:write')
    const names = async (): Promise<readonly unknown[]> =>
      (await dashboard(merchant)).tiles.filter(({ name }) => name === 'methodsIncomplete')
    const id = await createPaymentMethod(app.records, 'stripe', { secret_key: 'sk_test_1', webhook_secret: 'whsec_1' })
    expect(await names()).to.deep.equal([{ name: 'methodsIncomplete', count: 1, path: 'records/store/1', urgent: true }])
    await app.records.write('store', { iban: 'DE02120300000000202051' }, { id: 1 })
    expect(await names()).to.deep.equal([])
    await removeMethodParams(app, id)
    expect(await names()).to.deep.equal([
      { name: 'methodsIncomplete', count: 1, path: `records/payment-method/${id}`, urgent: true },
    ])
    await app.records.remove('payment-method', id)
    expect(await names()).to.deep.equal([])
  })

  it('reports a shop without notifications to accounts that may add them', async () => {
    const { app } = service
    const merchant = await service.as('store:write')
    const count = async (client = merchant): Promise<number | undefined> =>
      (await dashboard(client)).tiles.find(({ name }) => name === 'notificationsMissing')?.count
    expect(await count()).to.equal(16)
    expect(await count(await service.as('catalog:write'))).to.equal(undefined)
    const { id } = await app.records.write('notification', { name: 'Own', status: 'paid' })
    expect(await count()).to.equal(undefined)
    await app.records.remove('notification', id)
  })

  it('guides accounts with catalog rights to the first product until it has a question', async () => {
    const author = await service.as('catalog:write')
    expect((await dashboard(operator)).beginning).to.equal(null)
    expect((await dashboard(author)).beginning).to.deep.equal({ product: null })
    const shelf = await createProduct(service.app.records, 'Shelf')
    expect((await dashboard(author)).beginning).to.deep.equal({ product: shelf })
    await createQuestion(
      service.app.records,
      await createPage(service.app.records, shelf),
      'Textbox',
      inBothLanguages('title', 'Width'),
    )
    expect((await dashboard(author)).beginning).to.equal(null)
  })

  it('groups a long form without losing a field', async () => {
    const client = await service.as('catalog:write', 'store:write', 'customers:write')
    expect(Object.keys(formGroups)).to.have.members([
      'product',
      'question',
      'answer',
      'customer-group',
      'customer',
      'notification',
      'settings',
    ])
    for (const [entity, groups] of Object.entries(formGroups)) {
      const { form } = (await client.send('GET', `entities/${entity}`)).body as EntityShape
      const placed = form.sections.flatMap(({ fields }) => fields)
      expect(form.sections.map(({ name }) => name)).to.include.members(groups.map(({ name }) => name))
      expect(placed).to.have.members(form.fields.map(({ name }) => name))
      for (const { name, fields } of groups) {
        const section = form.sections.find((candidate) => candidate.name === name)!
        expect(section.fields.slice(0, fields.length), `${entity}: ${name}`).to.deep.equal(fields)
        expect(section.fields.length - fields.length).to.be.lessThan(name === 'general' ? 30 : 1)
      }
    }
  })

  it('stores the last 200 errors without their query strings', async () => {
    fails = true
    for (let count = 0; count < 205; count += 1) await operator.send('POST', `tasks/sweep-nothing/run?secret=${count}`)
    const failures = (await operator.send('GET', 'failures')).body as readonly FailureRow[]
    expect(failures).to.have.length(200)
    expect(JSON.stringify(failures)).not.to.contain('secret')
  })
})
