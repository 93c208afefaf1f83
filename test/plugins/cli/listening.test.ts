// svc:serve prints the socket on which it listens, regardless of its base URL.
import { expect } from 'chai'
import { createEmptyDatabase, type EmptyDatabase } from '../../support/database.js'
import { type ServiceProcess, startServiceProcess } from '../../support/service-process.js'

describe('svc:serve with a base URL', function () {
  this.timeout(60_000)
  let empty: EmptyDatabase
  let service: ServiceProcess | undefined
  before(async () => {
    empty = await createEmptyDatabase()
  })
  afterEach(async () => {
    await service?.stop()
    service = undefined
  })
  after(() => empty.drop())

  const start = async (settings: Readonly<Record<string, string>>): Promise<string> => {
    service = await startServiceProcess({ SVC_DATABASE_URL: empty.url, ...settings })
    return service.url
  }

  it('prints the address and port of its socket after "Listening on", not the base URL', async () => {
    const url = await start({ SVC_BASE_URL: 'https://shop.example/configurator' })
    expect(url).to.match(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect((await fetch(`${url}/health/live`)).status).to.equal(200)
  })

  it('prints an IPv6 address in brackets', async () => {
    const url = await start({ SVC_BASE_URL: 'https://shop.example', SVC_HOST: '::1' })
    expect(url).to.match(/^http:\/\/\[::1\]:\d+$/)
    expect((await fetch(`${url}/health/live`)).status).to.equal(200)
  })
})
