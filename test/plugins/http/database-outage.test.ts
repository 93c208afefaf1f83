// A service that loses its database: requests get 503 with Retry-After until the database is back.
import { once } from 'node:events'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { expect } from 'chai'
import { openCuttableProxy, type CuttableProxy } from '../../core/storage/database/cuttable-proxy.js'
import { createEmptyDatabase, type EmptyDatabase, isServerDatabase } from '../../support/database.js'
import { repositoryRoot } from '../../support/repository.js'
import { waitForValue } from '../../browser/product-page-driver.js'

describe('a service without its database', function () {
  let empty: EmptyDatabase
  let wire: CuttableProxy
  let base = ''
  let stop: () => Promise<void> = async () => {}
  const errorLines: string[] = []

  before(async function () {
    if (!isServerDatabase) this.skip()
    empty = await createEmptyDatabase()
    const { host, port } = new URL(empty.url)
    wire = await openCuttableProxy(Number(port || 3306))
    const env = {
      ...process.env,
      SVC_DATABASE_URL: empty.url.replace(host, `127.0.0.1:${wire.port}`),
      SVC_PORT: '0',
      SVC_DEMO: 'off',
      SVC_LOG_LEVEL: 'error',
    }
    const child = spawn(process.execPath, ['bin/svc', 'svc:serve'], {
      cwd: repositoryRoot,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stderr.on('data', (data: Buffer) => errorLines.push(String(data)))
    stop = async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    base = await new Promise<string>((resolve, reject) => {
      child.once('exit', () => reject(new Error(errorLines.join(''))))
      createInterface(child.stdout).on('line', (line) => {
        const [, url] = /^Listening on (\S+)/.exec(line) ?? []
        if (url !== undefined) resolve(url)
      })
    })
  })

  after(async () => {
    await stop()
    await wire?.cut()
    await empty?.drop()
  })

  const paths = [
    '/',
    '/svc-api/runtime/v1/products',
    `/svc-api/runtime/v1/configurations/${'a'.repeat(32)}`,
    '/svc-api/v1/product',
  ]

  async function answers(): Promise<readonly string[]> {
    const headers = { authorization: 'Bearer svc_1_none' }
    return Promise.all(
      paths.map(async (path) => {
        const response = await fetch(base + path, { headers: path.startsWith('/svc-api/v1') ? headers : {} })
        const text = await response.text()
        const code = path === '/' ? '' : ((JSON.parse(text) as { readonly code?: string }).code ?? '')
        return `${response.status} ${code} ${response.headers.get('retry-after') ?? ''}`.trim()
      }),
    )
  }

  it('answers 503 with Retry-After, stays alive, and recovers when the database is back', async () => {
    const usual = ['200', '200', '404 NOT_FOUND', '401 AUTHENTICATION_FAILED']
    expect(await answers()).to.deep.equal(usual)
    await wire.cut()
    for (let round = 0; round < 3; round++) {
      const [page, ...calls] = await answers()
      expect(page).to.equal('503  5')
      expect(calls).to.deep.equal(Array(3).fill('503 NOT_READY 5'))
    }
    expect((await fetch(`${base}/health/live`)).status).to.equal(200)
    // The result of the readiness check is cached for one second.
    await waitForValue(async () => (await fetch(`${base}/health/ready`)).status, 503)
    await wire.restore()
    expect(await answers()).to.deep.equal(usual)
    expect(errorLines.join('')).not.to.include('A request failed')
  })
})
