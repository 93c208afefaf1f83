// VIES as the register of the plugin vat: checks VAT ids against a server that responds as VIES does.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import type { TaskScope } from '../../../core/tasks/define-task.js'
import { stock } from '../../../plugins/stock/index.js'
import { vat, vies } from '../../../plugins/vat/index.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { createCatalogAuthor } from '../../support/catalog-author.js'

interface Heard {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly body: unknown
}

describe('the register vies', () => {
  const heard: Heard[] = []
  let reply: (response: ServerResponse, asked: Readonly<Record<string, string>>) => void
  let server: Server
  let baseUrl: string
  let app: TestApp

  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Readonly<Record<string, string>>
      heard.push({ method: request.method, url: request.url, body })
      reply(response, body)
    })
  }
  const json =
    (contents: object, status = 200) =>
    (response: ServerResponse): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(contents))

  before(async function () {
    this.timeout(60_000)
    server = createServer(answer)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rest-api`
    app = await bootTestApp({ plugins: [stock, vat({ register: vies({ baseUrl }) })] })
  })
  beforeEach(() => heard.splice(0))
  after(async () => {
    await app?.stop()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  const check = (id: string): Promise<string> => vies({ baseUrl }).check(id, AbortSignal.timeout(5_000))

  it('sends the country code and the rest of the id', async () => {
    reply = json({ countryCode: 'AT', vatNumber: 'U13585627', valid: true, name: '---', address: '---' })
    expect(await check('ATU13585627')).to.equal('valid')
    expect(heard).to.deep.equal([
      { method: 'POST', url: '/rest-api/check-vat-number', body: { countryCode: 'AT', vatNumber: 'U13585627' } },
    ])
  })

  it("returns 'invalid' for an id that is not assigned", async () => {
    reply = json({ countryCode: 'EL', vatNumber: '094259216', valid: false })
    expect(await check('EL094259216')).to.equal('invalid')
  })

  it("returns 'unknown' for every other response", async () => {
    for (const [contents, status] of [
      [{ actionSucceed: false, errorWrappers: [{ error: 'MS_UNAVAILABLE' }] }, 200],
      [{ actionSucceed: false, errorWrappers: [{ error: 'MS_MAX_CONCURRENT_REQ' }] }, 400],
      [{ valid: false }, 503],
      [{ valid: 'false' }, 200],
      [{}, 200],
    ] as const) {
      reply = json(contents, status)
      expect(await check('EL094259216'), JSON.stringify(contents)).to.equal('unknown')
    }
  })

  it('fails without a server, on an unexpected response, and on abort', async () => {
    reply = (response) => void response.writeHead(200).end('<html>')
    expect(await check('EL094259216').catch(() => 'failed')).to.equal('failed')
    const nowhere = vies({ baseUrl: 'http://127.0.0.1:1' }).check('EL094259216', AbortSignal.timeout(5_000))
    expect(await nowhere.catch(() => 'failed')).to.equal('failed')
    reply = () => undefined
    const pending = vies({ baseUrl }).check('EL094259216', AbortSignal.timeout(50))
    expect(await pending.catch(() => 'ended')).to.equal('ended')
  })

  it('has a task that stores the results', async () => {
    const author = createCatalogAuthor(app)
    const id = await author.write('party', { name: 'Works', vat_id: 'NL 0044.95.445.B.01' })
    reply = (response, query) => json({ ...query, valid: query['vatNumber'] !== '004495445B01' })(response)
    const task = vat({ register: vies({ baseUrl }) }).contributes!.tasks![0]!
    const scope: TaskScope = { context: app.context, records: app.records, signal: new AbortController().signal }
    await task.run(scope)
    expect((await app.records.read('party', id)).record).to.include({ vat_id: 'NL004495445B01', vat_id_status: 'invalid' })
  })
})
