// The app handle of a booted service: records, transactions, actions and readiness.
import { expect } from 'chai'
import type { EventPayloads } from '../../../core/foundation/events.js'
import { NotFoundError, ValidationError } from '../../../core/foundation/errors.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { catchError, plainIssues } from '../../support/caught-error.js'

describe('app handle', () => {
  let app: TestApp
  const stored: EventPayloads['onSvcStoreRecord'][] = []
  before(async () => {
    const watcher = {
      name: 'watcher',
      core: '*',
      contributes: { observers: { onSvcStoreRecord: (event: (typeof stored)[0]) => void stored.push(event) } },
    }
    const { stock } = await import('../../../plugins/stock/index.js')
    app = await bootTestApp({ plugins: [stock, watcher] })
  })
  after(() => app.stop())
  beforeEach(() => void stored.splice(0))

  const list = { title_en_GB: 'Blinds', title_de_DE: 'Rollos' }

  it('writes, reads, lists and removes records', async () => {
    const { id } = await app.records.write('product-list', list)
    expect((await app.records.read('product-list', id)).record).to.include({ title: 'Blinds', title_de_DE: 'Rollos' })
    expect((await app.records.list('product-list')).records.map((row) => row['id'])).to.include(id)
    await app.records.remove('product-list', id)
    expect(await catchError(app.records.read('product-list', id))).to.be.instanceOf(NotFoundError)
  })

  it('notifies observers once, after the commit', async () => {
    const { id } = await app.records.write('product-list', list)
    expect(stored).to.deep.equal([{ entity: 'product-list', id, inserted: true }])
  })

  it('rolls back all writes of a failed unit or a dry run, and notifies no observer of them', async () => {
    const before = (await app.records.list('product-list')).meta.total
    const error = await catchError(
      app.records.unit(async (records) => {
        await records.write('product-list', list)
        throw new Error('second thoughts')
      }),
    )
    expect(error.message).to.equal('second thoughts')
    await app.records.unit((records) => records.write('product-list', list), { dryRun: true })
    expect((await app.records.list('product-list')).meta.total).to.equal(before)
    expect(stored).to.deep.equal([])
  })

  it('runs an action by name, and suggests the nearest name for an unknown one', async () => {
    expect(await app.act('clear-cache')).to.deep.equal({ cleared: true })
    expect((await catchError(app.act('clear-cach'))).message).to.equal(
      "There is no action 'clear-cach'. Did you mean 'clear-cache'?",
    )
  })

  it('rejects an argument that the action does not take', async () => {
    const error = await catchError(app.act('clear-cache', { force: true }))
    expect(error).to.be.instanceOf(ValidationError)
    expect(plainIssues((error as ValidationError).issues)).to.deep.equal([
      {
        field: 'force',
        code: 'UNKNOWN_FIELD',
        message: "Unknown argument 'force' of action 'clear-cache'. The action 'clear-cache' takes none.",
      },
    ])
  })

  it('reports readiness if the database answers and no migration is pending', async () => {
    expect(await app.operations.ready()).to.deep.equal({ ready: true, checks: { database: 'ok', migrations: 'ok' } })
  })

  it('uses the same secret for every app on one database', async () => {
    expect(app.context.secret).to.have.length.greaterThan(30)
    const again = await bootTestApp({ opened: { ...app.context.database, close: () => Promise.resolve() } })
    expect(again.context.secret).to.equal(app.context.secret)
    await again.stop()
  })
})
