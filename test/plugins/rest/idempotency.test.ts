// The Idempotency-Key header: replays, conflicting requests, races, abandoned requests and expiry.
import { spawn } from 'node:child_process'
import { once as heard } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { ServiceError } from '../../../core/foundation/errors.js'
import { getProcessName } from '../../../core/foundation/process-name.js'
import { deleteExpiredResponses, runIdempotent } from '../../../core/storage/idempotency.js'
import type { JsonReply, JsonClient } from '../../support/json-client.js'
import { createTestClock } from '../../support/clock.js'
import { outcome, type RestService, startRest } from './service.js'

const root = '/svc-api/v1'
const fields = { title_en_GB: 'Dr', title_de_DE: 'Dr.' }

describe('Idempotency-Key', () => {
  let service: RestService
  let client: JsonClient
  const clock = createTestClock()
  before(async () => {
    service = await startRest({ clock })
    client = service.admin
  })
  after(() => service.stop())
  const send = (key: string, body: object = fields, on = client, path = `${root}/salutation`): Promise<JsonReply> =>
    on.send('POST', path, body, { 'idempotency-key': key })
  const count = async (): Promise<number> => (await service.rows()).svc_salutation!

  it('replays the first response with its headers and creates nothing more', async () => {
    const before = await count()
    const first = await send('key-1')
    const second = await send('key-1', { title_de_DE: 'Dr.', title_en_GB: 'Dr' })
    expect([first.status, second.status]).to.deep.equal([201, 201])
    expect(second.body).to.deep.equal(first.body)
    expect([second.headers.location, second.headers.etag]).to.deep.equal([first.headers.location, first.headers.etag])
    expect([first.headers['idempotent-replayed'], second.headers['idempotent-replayed']]).to.deep.equal([undefined, 'true'])
    expect(await count()).to.equal(before + 1)
  })

  it('replays the response even after the record is deleted', async () => {
    const first = await send('key-gone')
    await client.send('DELETE', first.headers.location!)
    expect((await send('key-gone')).body).to.deep.equal(first.body)
  })

  it('replays the findings of the first response, which are collected after the commit', async () => {
    const created = async (path: string, body: object): Promise<number> =>
      Number((await client.data<{ id: number }>('POST', `${root}/${path}`, body)).id)
    const titles = { title_en_GB: 'Crate', title_de_DE: 'Kiste' }
    const product_id = await created('product', { ...titles, tax_class_id: 1 })
    const page_id = await created('page', { ...titles, product_id })
    const other = await created('question', { ...titles, page_id })
    const rules = { all: ['==', '!='].map((operator) => ({ question: other, operator, value: '' })) }
    const first = await send('key-doubt', { ...titles, page_id, rules }, client, `${root}/question`)
    const second = await send('key-doubt', { ...titles, page_id, rules }, client, `${root}/question`)
    expect(first.body).to.have.nested.property('meta.findings[0].kind', 'contradiction')
    expect([second.body, second.headers['idempotent-replayed']]).to.deep.equal([first.body, 'true'])
  })

  it('rejects a key with another body or query, and separates keys of routes and tokens', async () => {
    await send('key-2')
    const other = await send('key-2', { ...fields, title_en_GB: 'Prof' })
    expect(outcome(other)).to.equal('422 VALIDATION_FAILED')
    expect(other.body).to.have.nested.property('validationIssues[0].field', 'Idempotency-Key')
    expect(outcome(await send('key-2', fields, client, `${root}/salutation?language=de-DE`))).to.equal('422 VALIDATION_FAILED')
    expect((await send('key-2', { title_en_GB: 'a', title_de_DE: 'b' }, client, `${root}/shipper`)).status).to.equal(201)
    const neighbour = await send('key-2', fields, await service.as('store:write'))
    expect([neighbour.status, neighbour.headers['idempotent-replayed']]).to.deep.equal([201, undefined])
  })

  it('runs an update or a deletion once, and replays its response instead of a conflict', async () => {
    const { headers } = await send('key-change-made')
    const path = headers.location!
    const change = { title_en_GB: 'Doctor' }
    const changeHeaders = { 'idempotency-key': 'key-change', 'if-match': headers.etag! }
    const changes = [
      await client.send('PATCH', path, change, changeHeaders),
      await client.send('PATCH', path, change, changeHeaders),
    ]
    expect(changes.map(outcome)).to.deep.equal(['200', '200'])
    expect([changes[1]!.body, changes[1]!.headers.etag]).to.deep.equal([changes[0]!.body, changes[0]!.headers.etag])
    expect(changes.map((reply) => reply.headers['idempotent-replayed'])).to.deep.equal([undefined, 'true'])
    expect(outcome(await client.send('PATCH', path, change, { 'if-match': headers.etag! }))).to.equal('412 PRECONDITION_FAILED')
    expect(outcome(await client.send('PATCH', path, { title_en_GB: 'D' }, changeHeaders))).to.equal('422 VALIDATION_FAILED')
    const deleteHeaders = { 'idempotency-key': 'key-gone-once', 'if-match': changes[0]!.headers.etag! }
    const ends = [
      await client.send('DELETE', path, undefined, deleteHeaders),
      await client.send('DELETE', path, undefined, deleteHeaders),
    ]
    expect(ends.map(outcome)).to.deep.equal(['200', '200'])
    expect(outcome(await client.send('DELETE', path))).to.equal('404 NOT_FOUND')
  })

  it('is freed when the request is rejected', async () => {
    expect(outcome(await send('key-3', { title_en_GB: 'Dr' }))).to.equal('422 VALIDATION_FAILED')
    const mended = await send('key-3')
    expect([mended.status, mended.headers['idempotent-replayed']]).to.deep.equal([201, undefined])
  })

  it('creates one record for any number of concurrent requests', async () => {
    const before = await count()
    const answers = await Promise.all(Array.from({ length: 12 }, () => send('key-race')))
    const outcomes = new Set(answers.map(outcome))
    expect(
      [...outcomes].every((outcomeText) => outcomeText === '201' || outcomeText === '409 IDEMPOTENCY_IN_PROGRESS'),
      [...outcomes].join(),
    ).to.equal(true)
    const created = answers.filter((answer) => answer.status === 201 && answer.headers['idempotent-replayed'] === undefined)
    expect(created.length).to.equal(1)
    expect(await count()).to.equal(before + 1)
  })

  it('answers 409 with Retry-After while the first request runs, and takes over an abandoned one', async () => {
    await send('key-stuck')
    const { database } = service.app.context
    await database.run("UPDATE svc_idempotency SET state = 'running:another', body = '' WHERE idempotency_key = 'key-stuck'")
    const waiting = await send('key-stuck')
    expect([outcome(waiting), waiting.headers['retry-after']]).to.deep.equal(['409 IDEMPOTENCY_IN_PROGRESS', '1'])
    clock.time += 60_001
    const created = await send('key-stuck')
    expect([created.status, created.headers['idempotent-replayed']]).to.deep.equal([201, undefined])
    expect((await send('key-stuck')).body).to.deep.equal(created.body)
  })

  it('takes over immediately from a dead process of the same machine, but not from a running one', async () => {
    await send('key-died')
    const { database } = service.app.context
    const setLockOwner = (name: string): Promise<unknown> =>
      database.run("UPDATE svc_idempotency SET state = 'running:another', body = ? WHERE idempotency_key = 'key-died'", [name])
    await setLockOwner(getProcessName())
    expect(outcome(await send('key-died'))).to.equal('409 IDEMPOTENCY_IN_PROGRESS')
    const child = spawn(process.execPath, ['-e', ''])
    const { pid } = child
    await heard(child, 'exit')
    const [host] = getProcessName().split(' ')
    await setLockOwner(`${host} ${pid} 1`)
    const created = await send('key-died')
    expect([created.status, created.headers['idempotent-replayed']]).to.deep.equal([201, undefined])
    expect((await send('key-died')).body).to.deep.equal(created.body)
  })

  it('is freed after a failure even if the database is unavailable for a while', async () => {
    const { context } = service.app
    let refusals = 6
    const run: typeof context.database.run = (sql, params) => {
      if (!sql.startsWith('DELETE FROM svc_idempotency') || refusals-- <= 0) return context.database.run(sql, params)
      return Promise.reject(new ServiceError('NOT_READY', 'Away.'))
    }
    const away = { ...context, database: { ...context.database, run } }
    const key = { actor: 'somebody', route: 'POST /away', key: 'key-away', digest: 'x' }
    const refused = runIdempotent(away, key, () => Promise.reject(new ServiceError('NOT_READY', 'Broke off.')))
    expect(await refused.catch((error: Error) => error.message)).to.equal('Broke off.')
    const countLocks = async (): Promise<number> =>
      (await context.database.query("SELECT 1 AS one FROM svc_idempotency WHERE idempotency_key = 'key-away'")).length
    expect(await countLocks()).to.equal(1)
    for (let turn = 0; turn < 200 && (await countLocks()) > 0; turn++) await sleep(50)
    expect([await countLocks(), refusals]).to.deep.equal([0, -1])
  })

  it('rejects keys that are empty, too long or not printable', async () => {
    for (const key of ['', 'x'.repeat(256), 'a\tb']) {
      const answer = await send(key)
      expect(outcome(answer), key.slice(0, 10)).to.equal('422 VALIDATION_FAILED')
    }
    expect((await send('x'.repeat(255))).status).to.equal(201)
  })

  it('expires after one day', async () => {
    await send('key-old')
    clock.time += 86_400_000
    const again = await send('key-old')
    expect([again.status, again.headers['idempotent-replayed']]).to.deep.equal([201, undefined])
    clock.time += 86_400_001
    expect(await deleteExpiredResponses(service.app.context)).to.be.above(0)
    expect((await service.rows()).svc_idempotency).to.equal(0)
  })
})
