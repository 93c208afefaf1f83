// The scheduled tasks of the core: the records and files that they delete and keep.
import { guest } from '../../../core/shop/shopper.js'
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { addPosition, createCart } from '../../../core/commerce/cart/service.js'
import { dueMails } from '../../../core/commerce/notification/due-mails.js'
import { formatIsoTime } from '../../../core/foundation/clock.js'
import { type FileStore, createLocalFiles } from '../../../core/storage/files/file-store.js'
import { insertAllRows } from '../../../core/storage/migration/migration-steps.js'
import { PipelineRecords } from '../../../core/storage/pipeline-records.js'
import type { Task } from '../../../core/tasks/define-task.js'
import { tasks } from '../../../core/tasks/index.js'
import { registerAccount } from '../../support/registration.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { createTestClock } from '../../support/clock.js'

const hour = 3_600_000

describe('Retention', () => {
  const clock = createTestClock()
  let app: TestApp
  before(async () => {
    app = await bootTestApp({ clock })
  })
  after(() => app.stop())
  afterEach(() => app.reset())

  const run = (name: string): Promise<void> => {
    const task = tasks.find((one) => one.name === name) as Task
    return task.run({ context: app.context, records: new PipelineRecords(app.context), signal: new AbortController().signal })
  }

  it('deletes open configurations that were not changed for cart_lifetime_hours', async () => {
    const { records } = await app.records.list('tax-class', { limit: 1 })
    const texts = { title_en_GB: 'Pen', title_de_DE: 'Stift' }
    const { id } = await app.records.write('product', { ...texts, tax_class_id: records[0]!['id'] })
    await app.records.write('settings', { cart_lifetime_hours: 5 }, { id: 1 })
    const old = await app.shop.configurations.start({ product_id: id })
    const ordered = await app.shop.configurations.start({ product_id: id })
    await app.context.database.run("UPDATE svc_configuration SET state = 'ordered' WHERE token = ?", [ordered.configuration])
    clock.time += 4 * hour
    const young = await app.shop.configurations.start({ product_id: id })
    await run('expire-configurations')
    expect((await app.records.list('configuration')).meta.total).to.equal(3)
    clock.time += 2 * hour
    await run('expire-configurations')
    const rows = await app.context.database.query<{ token: string }>('SELECT token FROM svc_configuration ORDER BY id')
    expect(rows.map(({ token }) => token)).to.deep.equal([ordered.configuration, young.configuration])
    expect(old.configuration).not.to.equal(young.configuration)
  })

  it('sweeps files that no record refers to, and keeps the files of other databases', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'svc-sweep-'))
    const store = createLocalFiles(folder)
    const own = await bootTestApp({ files: store })
    const other = await bootTestApp({ files: store })
    try {
      for (const { context } of [own, other]) {
        for (const name of ['orphan', 'young', 'named', 'drawn']) await context.files.put(name, new Uint8Array(1))
      }
      const places = await readdir(folder)
      expect(places).to.have.length(2)
      for (const place of places) {
        for (const name of ['orphan', 'named', 'drawn']) await utimes(join(folder, place, name), new Date(0), new Date(0))
      }
      const { database } = own.context
      const row = 'INSERT INTO svc_files (name, entity, entity_id, property, original_name, media_type, size, created)'
      await database.run(`${row} VALUES ('named', 'configuration', 1, 'x', 'x', 'x', 1, '')`)
      const { records } = await own.records.list('tax-class', { limit: 1 })
      const texts = { title_en_GB: 'Pen', title_de_DE: 'Stift', image: 'drawn' }
      await own.records.write('product', { ...texts, tax_class_id: records[0]!['id'] })
      const task = tasks.find((candidate) => candidate.name === 'sweep-files') as Task
      const { context } = own
      await task.run({ context, records: new PipelineRecords(context), signal: new AbortController().signal })
      const listExisting = async (files: FileStore): Promise<readonly boolean[]> =>
        Promise.all(['orphan', 'young', 'named', 'drawn'].map(async (name) => (await files.get(name)) !== null))
      expect(await listExisting(context.files)).to.deep.equal([false, true, true, true])
      expect(await listExisting(other.context.files)).to.deep.equal([true, true, true, true])
    } finally {
      await own.stop()
      await other.stop()
      await rm(folder, { recursive: true, force: true })
    }
  })

  it('deletes stored responses of idempotency keys after 24 hours', async () => {
    const { database } = app.context
    const columns = 'actor, route, idempotency_key, hash, state, status, body, created'
    const sql = `INSERT INTO svc_idempotency (${columns}) VALUES ('1', 'POST /x', ?, 'h', 'done', 201, '{}', ?)`
    await database.run(sql, ['old', formatIsoTime(clock.now() - 25 * hour)])
    await database.run(sql, ['young', formatIsoTime(clock.now() - 23 * hour)])
    await run('forget-idempotency-keys')
    const rows = await database.query<{ idempotency_key: string }>('SELECT idempotency_key FROM svc_idempotency')
    expect(rows.map((row) => row.idempotency_key)).to.deep.equal(['young'])
  })

  it('deletes expired rows in batches of several hundred, and keeps newer ones', async () => {
    const { database } = app.context
    const old = (n: number): string => formatIsoTime(clock.now() - 25 * hour - n)
    const rows = Array.from({ length: 1_203 }, (_, n) => n)
    await insertAllRows(database, 'svc_used_assertions', [
      ...rows.map((n) => ({ digest: `old ${n}`, expires: old(n) })),
      { digest: 'young', expires: formatIsoTime(clock.now() + hour) },
    ])
    await insertAllRows(
      database,
      'svc_account_tokens',
      rows.map((n) => ({ digest: `t${n}`, purpose: 'session', customer_id: 1, created: old(0), expires: old(n) })),
    )
    await insertAllRows(database, 'svc_limits', [
      ...rows.map((n) => ({ kind: 'k', who: `w${n}`, taken: 1, ends: clock.now() - 1 - n })),
      { kind: 'k', who: 'young', taken: 1, ends: clock.now() + hour },
    ])
    const answers = { actor: '1', route: 'POST /x', hash: 'h', state: 'done', status: 201, body: '{}' }
    await insertAllRows(
      database,
      'svc_idempotency',
      rows.map((n) => ({ ...answers, idempotency_key: `k${n}`, created: old(n) })),
    )
    const deletes: string[] = []
    const end = database.observe(
      (sql) => void (sql.startsWith('DELETE') && deletes.push(sql.replace(/^DELETE FROM `?(\w+).*$/s, '$1'))),
    )
    await run('forget-expired-access')
    await run('forget-idempotency-keys')
    end()
    const counts: number[] = []
    for (const table of ['svc_used_assertions', 'svc_account_tokens', 'svc_limits', 'svc_idempotency']) {
      expect(
        deletes.filter((name) => name === table),
        table,
      ).to.have.length(3)
      counts.push(Number((await database.query<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`))[0]!.n))
    }
    expect(counts).to.deep.equal([1, 0, 1, 0])
  })

  it("deletes guests' carts with their contents after cart_lifetime_hours, and keeps carts of accounts", async () => {
    const { records } = await app.records.list('tax-class', { limit: 1 })
    const texts = { title_en_GB: 'Pen', title_de_DE: 'Stift' }
    const { id } = await app.records.write('product', { ...texts, published: true, tax_class_id: records[0]!['id'] })
    const customer = (await registerAccount(app, { email: 'ada@people.example', password: 'correct horse' })).session
    const ada = (await app.shop.accounts.sessionShopper(customer))!
    const fill = async (shopper = guest): Promise<string> => {
      const { configuration } = await app.shop.configurations.start({ product_id: id }, { shopper })
      const { cart } = await createCart(app.shop.createContext({ shopper }), {})
      await addPosition(app.shop.createContext({ shopper }), cart, { configuration })
      return cart
    }
    await fill()
    const hers = await fill(ada)
    clock.time += 23 * hour
    const young = await fill()
    clock.time += 2 * hour
    await run('expire-carts')
    await run('expire-configurations')
    const carts = await app.context.database.query<{ token: string }>('SELECT token FROM svc_cart ORDER BY id')
    expect(carts.map(({ token }) => token)).to.deep.equal([hers, young])
    for (const entity of ['cart-position', 'configuration'])
      expect((await app.records.list(entity)).meta.total, entity).to.equal(2)
  })

  it('deletes expired sessions, password tokens and assertions, and undelivered mail', async () => {
    await registerAccount(app, { email: 'ada@people.example', password: 'correct horse' })
    await app.shop.accounts.requestReset('ada@people.example', (token) => token)
    await dueMails(app.context, 1)
    const { database } = app.context
    const used = "INSERT INTO svc_used_assertions (digest, expires) VALUES ('a', ?)"
    await database.run(used, [formatIsoTime(clock.now() + hour)])
    const countRows = async (): Promise<readonly number[]> =>
      (
        await Promise.all(
          ['svc_account_tokens', 'svc_used_assertions', 'svc_mail_queue'].map((table) =>
            database.query(`SELECT * FROM ${table}`),
          ),
        )
      ).map((rows) => rows.length)
    await run('forget-expired-access')
    expect(await countRows()).to.deep.equal([2, 1, 1])
    clock.time += 2 * hour
    await run('forget-expired-access')
    expect(await countRows()).to.deep.equal([1, 0, 0])
    clock.time += 14 * 24 * hour
    await run('forget-expired-access')
    expect(await countRows()).to.deep.equal([0, 0, 0])
  })
})
