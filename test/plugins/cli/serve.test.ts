// The program as a process: serving, stopping and rejected starts.
import { expect } from 'chai'
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync, mkdirSync } from 'node:fs'
import { createServer, type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEmptyDatabase, type EmptyDatabase } from '../../support/database.js'
import { repositoryRoot } from '../../support/repository.js'

interface Ended {
  readonly code: number | null
  readonly signal: string | null
  readonly out: string
  readonly err: string
}

interface Running {
  readonly process: ChildProcess
  /** Resolves when stdout contains the pattern. */
  said(pattern: RegExp): Promise<RegExpExecArray>
  readonly ended: Promise<Ended>
}

function start(words: readonly string[], environment: Readonly<Record<string, string>>, cwd = repositoryRoot): Running {
  const child = spawn(process.execPath, [join(repositoryRoot, 'bin/svc'), ...words], {
    cwd,
    env: { ...process.env, SVC_LOG_LEVEL: 'warn', ...environment },
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  const exited = new Promise<Ended>((resolve) =>
    child.once('exit', (code, signal) => setImmediate(() => resolve({ code, signal, out, err }))),
  )
  const waitForOutput = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const match = pattern.exec(out)
      if (match) return match
      if (child.exitCode !== null) throw new Error(`The program ended: ${err}`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  return { process: child, said: waitForOutput, ended: exited }
}

async function until(isReached: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isReached())) await new Promise((resolve) => setTimeout(resolve, 10))
}

/** The lines of standard error except reports about the database, the migrations and missing plugins. */
const refusalLines = (err: string): readonly string[] =>
  err
    .trimEnd()
    .split('\n')
    .filter((line) => !/^(Database|Migration|Stopping|svc\.config\.ts does not contain)/.test(line))

describe('svc:serve', () => {
  let database: EmptyDatabase
  before(async () => {
    database = await createEmptyDatabase()
  })
  after(() => database.drop())

  const environment = (): Record<string, string> => ({ SVC_DATABASE_URL: database.url, SVC_PORT: '0', SVC_DEMO: 'off' })

  it('answers when it prints its URL, prints the URLs of all parts, and exits with 0 on SIGTERM', async () => {
    const service = start(['svc:serve'], environment())
    const [, url] = await service.said(/^Listening on (http:\S+)$/m)
    expect(await (await fetch(`${url}/health/ready`)).json()).to.deep.equal({ status: 'ready' })
    service.process.kill('SIGTERM')
    const { code, out } = await service.ended
    expect(code).to.equal(0)
    const lines = out.trimEnd().split('\n')
    expect(lines.at(-1)).to.equal(`Listening on ${url}`)
    expect(lines.at(-2)).to.match(/^Mint a token: +npx svc svc:token:mint <name> /)
    expect(lines.slice(0, -2).map((line) => line.split(':')[0])).to.include.members(['Storefront', 'API page'])
    for (const line of lines.slice(0, -2)) expect(line).to.match(/^[^:]+: +http:/)
  })

  it('completes a running request and accepts no new ones on SIGINT', async () => {
    const service = start(['serve'], environment())
    const [, url] = await service.said(/^Listening on (http:\S+)$/m)
    const { port, hostname } = new URL(url!)
    const socket = connect(Number(port), hostname)
    let answer = ''
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.write(
      'POST /svc-api/runtime/v1/configurations HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 17\r\nExpect: 100-continue\r\n\r\n{"product_id"',
    )
    // The request has arrived and waits for the rest of its body.
    await until(() => answer.includes('100 Continue'))
    service.process.kill('SIGINT')
    const isRefused = (): Promise<boolean> =>
      fetch(`${url}/health/live`).then(
        () => false,
        () => true,
      )
    await until(isRefused)
    socket.write(':99}')
    await closed
    expect(answer).to.match(/^HTTP\/1\.1 422 /m)
    expect(answer).to.match(/connection: close/i)
    expect((await service.ended).code).to.equal(0)
  })

  it('prints one sentence and exits with 1 if the port is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const port = (server.address() as AddressInfo).port
    const { code, out, err } = await start(['serve', '--port', String(port)], environment()).ended
    server.close()
    expect([code, out]).to.deep.equal([1, ''])
    expect(err).to.include(String(port)).and.not.include('    at ')
    expect(refusalLines(err)).to.have.length(1)
  })
})

describe('a rejected start', () => {
  const composition = (keys: string): string => `
import { standalone } from 'product-configurator-service/hosts/standalone'
  export default { languages: ['en-GB'], host: standalone(), plugins: [], ${keys} }
`
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'svc-start-'))
    mkdirSync(join(folder, 'node_modules'))
    symlinkSync(repositoryRoot, join(folder, 'node_modules', 'product-configurator-service'))
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const refusals: readonly (readonly [when: string, keys: string, says: RegExp])[] = [
    [
      'a configuration key is unknown',
      'pluginz: []',
      /^\[config-key-unknown\] svc\.config\.ts: The configuration key 'pluginz' is unknown\. Did you mean 'plugins'\? .*\.$/,
    ],
    [
      'the database cannot be reached',
      "database: 'sqlite:/dev/null/svc.sqlite'",
      /^The database .*'\/dev\/null\/svc\.sqlite'.*\.$/,
    ],
    [
      'two plugins have one name',
      "plugins: [{ name: 'a', core: '*' }, { name: 'a', core: '*' }]",
      /^\[plugin-clash\] a: Two plugins have the name 'a'\. .*\.$/,
    ],
    ['nothing listens', "database: 'sqlite::memory:'", /^No plugin provides a server\. .*\.$/],
  ]
  for (const [when, keys, message] of refusals) {
    it(`prints one sentence and exits with 1 if ${when}`, async () => {
      writeFileSync(join(folder, 'svc.config.ts'), composition(keys))
      const { code, out, err } = await start(['serve'], { SVC_DATABASE_URL: '' }, folder).ended
      expect([code, out]).to.deep.equal([1, ''])
      const lines = refusalLines(err)
      expect(lines).to.have.length(1)
      expect(lines[0]).to.match(message)
    })
  }
})

describe('a program with a closed output stream', () => {
  it('runs to its end without an error message', async () => {
    const help = start(['--help'], {})
    help.process.stdout!.destroy()
    const { code, err } = await help.ended
    expect([code, err]).to.deep.equal([0, ''])
  })
})
