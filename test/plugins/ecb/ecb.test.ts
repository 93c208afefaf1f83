// The ecb plugin: reads the file of daily rates from a server, validates it, and updates currency factors.
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { hour } from '../../../core/foundation/clock.js'
import type { TaskScope } from '../../../core/tasks/define-task.js'
import { ecb, type EcbOptions, ecbRates, parseDailyRates } from '../../../plugins/ecb/index.js'
import { stock } from '../../../plugins/stock/index.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { createTestClock } from '../../support/clock.js'
import { catchError } from '../../support/caught-error.js'
import { findCurrencyId } from '../../support/guest-shop.js'

type Rates = Readonly<Record<string, string>>

const rows = (rates: Rates): string =>
  Object.entries(rates)
    .map(([code, units]) => `\n\t\t\t<Cube currency='${code}' rate='${units}'/>`)
    .join('')

/** A file in the format of the bank. */
const fileOf = (day: string, rates: Rates): string => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
\t<gesmes:subject>Reference rates</gesmes:subject>
\t<gesmes:Sender>
\t\t<gesmes:name>European Central Bank</gesmes:name>
\t</gesmes:Sender>
\t<Cube>
\t\t<Cube time='${day}'>${rows(rates)}
\t\t</Cube>
\t</Cube>
</gesmes:Envelope>
`
const rates = { USD: '1.1607', JPY: '176.31', CZK: '24.32', GBP: '0.87355', CHF: '0.9301' }

describe('the plugin ecb', () => {
  const clock = createTestClock()
  const today = (): string => new Date(clock.time).toISOString().slice(0, 10)
  const heard: string[] = []
  let reply: (response: ServerResponse) => void
  let server: Server
  let baseUrl: string
  let app: TestApp

  const send =
    (body: string | Buffer, status = 200) =>
    (response: ServerResponse): void =>
      void response.writeHead(status, { 'content-type': 'text/xml' }).end(body)

  before(async function () {
    this.timeout(60_000)
    server = createServer((request, response) => {
      heard.push(`${request.method} ${request.url}`)
      reply(response)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rates`
    app = await bootTestApp({ clock, plugins: [stock, ecb({ baseUrl })] })
  })
  beforeEach(() => {
    heard.splice(0)
    reply = send(fileOf(today(), rates))
  })
  afterEach(() => app.reset())
  after(async () => {
    await app?.stop()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  const ask = async (base: string, codes: readonly string[], wait = 5_000): Promise<Readonly<Record<string, number>>> =>
    Object.fromEntries(await ecbRates(baseUrl, clock).factors(base, codes, AbortSignal.timeout(wait)))
  const refusal = async (): Promise<string> => String(await catchError(ask('EUR', ['USD'])))

  it('returns the units per euro of the requested and known currencies', async () => {
    expect(await ask('EUR', ['JPY', 'GBP', 'XAU'])).to.deep.equal({ JPY: 176.31, GBP: 0.87355 })
    expect(heard).to.deep.equal(['GET /rates/eurofxref-daily.xml'])
  })

  it('converts through the euro if prices are entered in another currency', async () => {
    const factors = await ask('GBP', ['EUR', 'JPY', 'CHF'])
    expect(factors['EUR']).to.be.closeTo(1.14475416, 1e-8)
    expect(factors['JPY']).to.be.closeTo(201.83160666, 1e-8)
    expect(factors['CHF']).to.be.closeTo(1.06473585, 1e-8)
  })

  it('fails if the bank has no rate for the base currency', async () => {
    expect(String(await catchError(ask('AED', ['EUR'])))).to.contain("no rate for the base currency 'AED'")
  })

  it('reads single and double quotes, and Windows line ends', () => {
    const file = fileOf('2030-01-02', rates)
    for (const text of [file, file.replaceAll("'", '"'), file.replaceAll('\n', '\r\n')]) {
      const { day, perEuro } = parseDailyRates(text)
      expect([day, perEuro.size, perEuro.get('CZK')]).to.deep.equal(['2030-01-02', 6, 24.32])
    }
  })

  it('rejects files that are truncated, in another format or contradictory', () => {
    const file = fileOf('2030-01-02', rates)
    const usd = "<Cube currency='USD' rate='1.1607'/>"
    const wrong: readonly string[] = [
      '',
      '<html><body>Not here</body></html>',
      ...[0.1, 0.4, 0.7, 0.8, 0.95].map((share) => file.slice(0, share * file.length)),
      file.slice(0, file.indexOf('</gesmes:Envelope>')),
      `${file}<script>`,
      file.replace(usd, usd + usd),
      file.replace(usd, `<!-- -->${usd}`),
      file.replace(usd, "<Cube currency='USD' rate='1,1607'/>"),
      file.replace(usd, "<Cube currency='USD' rate='-1.1607'/>"),
      file.replace(usd, "<Cube currency='USD' rate='1e9'/>"),
      file.replace(usd, "<Cube currency='USD' rate='0.000'/>"),
      file.replace(usd, "<Cube currency='EUR' rate='2'/>"),
      file.replace(usd, "<Cube currency='usd' rate='1.1607'/>"),
      file.replace(usd, "<Cube time='2030-01-03'>"),
      fileOf('2030-01-02', {}),
      fileOf('yesterday', rates),
    ]
    for (const text of wrong) expect(() => parseDailyRates(text), text.slice(0, 60)).to.throw(Error, 'file of daily rates')
  })

  it('rejects files that are old, in the future or without a valid day', async () => {
    const at = (hours: number): string => new Date(clock.time + hours * hour).toISOString().slice(0, 10)
    for (const [day, believed] of [
      [at(-24 * 8), true],
      [at(24), true],
      [at(-24 * 12), false],
      [at(24 * 4), false],
      ['2030-19-99', false],
    ] as const) {
      reply = send(fileOf(day, rates))
      const result = await ask('EUR', ['USD']).catch(String)
      expect(result, day).to.satisfy((value: unknown) => (believed ? typeof value === 'object' : String(value).includes(day)))
    }
  })

  it('fails on an error status, an oversized or binary response, no connection, and a timeout', async () => {
    reply = send(fileOf(today(), rates), 503)
    expect(await refusal()).to.contain('503')
    reply = send(fileOf(today(), rates).padEnd(70_000))
    expect(await refusal()).to.contain('at most 65536 bytes')
    reply = send(Buffer.from([0xff, 0xfe, 0x00]))
    expect(await refusal()).to.contain('TypeError')
    reply = () => undefined
    expect(String(await catchError(ask('EUR', ['USD'], 50)))).to.contain('TimeoutError')
    const nowhere = ecbRates('http://127.0.0.1:1', clock).factors('EUR', ['USD'], AbortSignal.timeout(5_000))
    expect(await catchError(nowhere)).to.be.instanceOf(TypeError)
  })

  describe('the scheduled task', () => {
    const run = (options: EcbOptions = {}): Promise<void> => {
      const scope: TaskScope = { context: app.context, records: app.records, signal: new AbortController().signal }
      return ecb({ baseUrl, ...options }).contributes!.tasks![0]!.run(scope)
    }
    const publish = async (code: string, multiplicator: number): Promise<void> =>
      void (await app.records.write('currency', { multiplicator, published: true }, { id: await findCurrencyId(app, code) }))
    const factor = async (code: string): Promise<unknown> =>
      (await app.records.read('currency', await findCurrencyId(app, code))).record['multiplicator']

    it('sets the factors of published and configured currencies', async () => {
      await publish('JPY', 170)
      await run({ codes: ['CHF'] })
      expect([await factor('JPY'), await factor('CHF'), await factor('USD'), await factor('EUR')]).to.deep.equal([
        176.31, 0.9301, 1, 1,
      ])
    })

    it('leaves factors unchanged that would move more than the limit', async () => {
      await publish('JPY', 170)
      await publish('GBP', 0.87)
      await run({ largestMove: 0.01 })
      expect([await factor('JPY'), await factor('GBP')]).to.deep.equal([170, 0.87355])
    })

    it('leaves every factor unchanged if the response is invalid', async () => {
      await publish('JPY', 170)
      reply = send('<html>')
      await run()
      expect(await factor('JPY')).to.equal(170)
    })
  })
})
