// Tests MCP over stdio: messages on the output stream, isolation of calls, options.
import { existsSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { createEmptyDatabase } from '../../support/database.js'
import { installCore } from '../../support/installed-database.js'
import { openDatabase } from '../../../core/storage/database/connection.js'
import { hostileConfig, startStdio, type StdioServer } from './stdio-server.js'

interface Pid {
  readonly pid: number
}

/** The running child processes. Empty on systems without /proc. */
function childProcesses(pid: number): readonly string[] {
  const path = `/proc/${pid}/task/${pid}/children`
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split(' ') : []
}

describe('MCP over stdio', function () {
  this.timeout(60_000)
  let url: string
  let close: () => Promise<void>
  let server: StdioServer
  before(async () => {
    const empty = await createEmptyDatabase()
    url = empty.url
    close = () => empty.drop()
    const database = await openDatabase(url)
    await installCore(database)
    await database.close()
    server = startStdio(['--config', hostileConfig, '--timeout', '6'], { SVC_DATABASE_URL: url })
    await server.ask('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    })
  })
  after(async () => {
    await server?.close()
    await close?.()
  })

  const pidOf = async (): Promise<number> => ((await server.call('svc_who')).structuredContent as unknown as Pid).pid

  it('runs each call in a separate process', async () => {
    const pids = [await pidOf(), await pidOf(), await pidOf()]
    expect(new Set([...pids, server.child.pid]).size).to.equal(4)
  })

  const fates: readonly (readonly [tool: string, reason: RegExp])[] = [
    ['svc_exit', /exit code 7/],
    ['svc_abort', /aborted/],
    ['svc_kill', /SIGKILL/],
    ['svc_loop', /longer than 6 seconds/],
    // A busy machine may need longer to fill the heap.
    ['svc_bomb', /ran out of memory|longer than 6 seconds/],
    ['svc_throw_later', /exit code/],
  ]
  for (const [tool, reason] of fates) {
    it(`returns an error for ${tool} and keeps running`, async () => {
      const [lost, other] = await Promise.all([server.call(tool), server.call('svc_who')])
      expect(lost.isError).to.equal(true)
      expect(lost.content[0]!.text, server.errorOutput().slice(-2_000)).to.match(reason)
      expect(other.structuredContent).to.have.property('pid')
      expect(await pidOf()).to.be.a('number')
      expect(server.errorOutput()).to.include(`"tool":"${tool}"`)
    })
  }

  it('returns only a log id for an unexpected error', async () => {
    const { isError, content } = await server.call('svc_throw')
    expect(isError).to.equal(true)
    expect(content[0]!.text).not.to.include('SELECT')
    const [, id = ''] = /identifier '([^']+)'/.exec(content[0]!.text) ?? []
    expect(server.errorOutput()).to.include(id).and.to.include('SELECT password FROM secrets')
  })

  it('sends the output of a tool to the error stream', async () => {
    expect((await server.call('svc_print')).structuredContent).to.deep.equal({ printed: true })
    expect(server.replies.map((reply) => reply.result)).not.to.include('forged')
    expect(server.errorOutput()).to.include('forged')
  })

  it('returns stored text without control characters', async () => {
    const { content, structuredContent } = await server.call('svc_unsayable')
    expect(structuredContent).to.deep.equal({ text: 'ab\u2028c', deep: [{ key: '31m' }] })
    expect(content[0]!.text).to.include('\\u2028')
  })

  it('never lists or runs a tool without scopes', async () => {
    expect((await server.tools()).map((tool) => tool.name)).not.to.include('svc_scopeless')
    const { isError, content } = await server.call('svc_scopeless')
    expect([isError, /declares no scopes/.test(content[0]!.text)]).to.deep.equal([true, true])
  })

  it('runs calls concurrently and kills a cancelled call without a response', async () => {
    const lostLoops = (): number => server.errorOutput().split('"tool":"svc_loop"').length
    const before = lostLoops()
    server.send(JSON.stringify({ jsonrpc: '2.0', id: 'gone', method: 'tools/call', params: { name: 'svc_loop' } }))
    expect(await pidOf()).to.be.a('number')
    server.send(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'gone' } }))
    await Promise.all([server.call('svc_wait'), server.call('svc_wait')])
    expect((await server.ask('ping')).result).to.deep.equal({})
    expect(server.replies.map((reply) => reply.id)).not.to.include('gone')
    expect(lostLoops()).to.equal(before)
  })

  it('answers malformed lines, batches and invalid ids with one line each', async () => {
    const before = server.replies.length
    for (const line of [
      '{',
      '[]',
      '[{"jsonrpc":"2.0","id":1,"method":"ping"}]',
      '{"jsonrpc":"2.0","id":null,"method":"ping"}',
      '',
      'null',
    ]) {
      server.send(line)
    }
    await server.ask('ping')
    const codes = server.replies.slice(before, -1).map((reply) => reply.error?.code)
    expect(codes).to.deep.equal([-32700, -32600, -32600, -32600, -32600])
  })

  it('replaces idle workers after a call that outdates their data', async () => {
    await server.ask('ping')
    const before = childProcesses(server.child.pid!)
    const { isError } = await server.call('svc_clear_cache')
    expect(isError).to.equal(undefined)
    await pidOf()
    expect(childProcesses(server.child.pid!).filter((pid) => before.includes(pid))).to.deep.equal([])
  })

  it('returns an error for arguments nested 100,000 levels deep and keeps running', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    server.send(`{"jsonrpc":"2.0","id":"deep","method":"tools/call","params":{"name":"svc_who","arguments":{"a":${deep}}}}`)
    expect(JSON.stringify((await server.reply('deep')).result)).to.include('nested deeper than 64')
    expect((await server.ask('ping')).result).to.deep.equal({})
  })

  it('serves the 2026-07-28 revision to a connection that opens with it', async () => {
    const modern = startStdio(['--config', hostileConfig], { SVC_DATABASE_URL: url })
    const envelope = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} }
    const discovered = await modern.ask('server/discover', { _meta: envelope })
    expect(discovered.result).to.include({ resultType: 'complete', cacheScope: 'private' })
    const called = await modern.ask('tools/call', { _meta: envelope, name: 'svc_who', arguments: {} })
    expect(called.result).to.include({ resultType: 'complete' }).and.to.have.property('structuredContent')
    expect((await modern.ask('subscriptions/listen', { _meta: envelope, notifications: {} })).error).to.have.property('code')
    expect(await modern.end()).to.equal(0)
  })

  it('rejects a second request with the id of a running one, and lines that are too long', async () => {
    server.send(JSON.stringify({ jsonrpc: '2.0', id: 'twice', method: 'tools/call', params: { name: 'svc_wait' } }))
    server.send(JSON.stringify({ jsonrpc: '2.0', id: 'twice', method: 'ping' }))
    expect((await server.reply('twice')).error).to.include({ code: -32600, message: 'A request with this id is still running.' })
    expect((await server.reply('twice')).result).to.have.property('structuredContent')
    const before = server.replies.length
    server.send('x'.repeat(9_000_000))
    await server.ask('ping')
    expect(server.replies[before]?.error?.message).to.match(/at most 8388608 characters/)
  })

  it('finishes running calls when the input ends, and exits with 0', async () => {
    const last = server.ask('tools/call', { name: 'svc_wait' })
    const code = server.end()
    expect((await last).result).to.have.property('structuredContent')
    expect(await code).to.equal(0)
  })

  describe('with options', () => {
    const wrong: readonly (readonly [options: readonly string[], words: RegExp])[] = [
      [['--read-onli'], /Unknown option '--read-onli'\. Did you mean '--read-only'\? The options are/],
      [
        ['--scope', 'catalog:wrte'],
        /Unknown scope 'catalog:wrte'\. Did you mean 'catalog:write'\? The scopes are .*system:write/,
      ],
      [['--preset', 'boss'], /Unknown preset 'boss'\. The presets are author \(catalog:write\), .*everything/],
      [['--scope'], /The option '--scope' takes a value/],
      [['--scope', '--read-only'], /The option '--scope' takes a value/],
      [['--read-only=yes'], /Unknown option '--read-only=yes'/],
      [['-r'], /Unknown option '-r'/],
      [['everything'], /Unknown option 'everything'/],
      [['--constructor'], /Unknown option '--constructor'/],
      [['--read-only', '--scope', 'catalog:write'], /'--read-only' cannot be combined with '--scope catalog:write'/],
      [['--read-only', '--preset', 'author'], /'--read-only' cannot be combined with '--preset author'/],
      [['--timeout', 'soon'], /whole number from 1 to 3600/],
      [['--print-config', 'emacs'], /no host 'emacs'\. The hosts are claude-code/],
    ]
    for (const [options, words] of wrong) {
      it(`exits with 2 for ${options.join(' ')} and names the valid options`, async () => {
        const invalid = startStdio(options, { SVC_DATABASE_URL: url })
        expect(await invalid.end()).to.equal(2)
        expect(invalid.errorOutput()).to.match(words)
        expect(invalid.replies).to.deep.equal([])
      })
    }

    it('lists only reading tools with --read-only, also together with store:read', async () => {
      const reader = startStdio(['--in-process', '--read-only', '--scope', 'store:read'], { SVC_DATABASE_URL: url })
      const tools = await reader.tools()
      expect(tools.every((tool) => tool.annotations?.['readOnlyHint'] === true)).to.equal(true)
      expect(tools.map((tool) => tool.name)).to.include.members(['svc_describe_install', 'svc_prove_product'])
      const refused = await reader.call('svc_clear_cache')
      expect([refused.isError, /catalog:write/.test(refused.content[0]!.text)]).to.deep.equal([true, true])
      expect(await reader.end()).to.equal(0)
    })

    it('runs calls in its own process if the database is in memory, and reports it', async function () {
      const alone = startStdio([], { SVC_DATABASE_URL: 'sqlite::memory:' })
      expect((await alone.call('svc_describe_install')).structuredContent).to.include({ database: 'sqlite' })
      expect(alone.errorOutput()).to.match(/The database is in memory, so calls run in this process/)
      expect(await alone.end()).to.equal(0)
    })

    it('names its database once on the error stream, and writes only messages to the output stream', async () => {
      const server = startStdio([], { SVC_DATABASE_URL: url })
      await server.call('svc_describe_install')
      await server.call('svc_describe_install')
      expect(await server.end()).to.equal(0)
      expect(server.errorOutput().match(/^Database: .+ \(SVC_DATABASE_URL\)\.$/gm)).to.have.lengthOf(1)
      expect(server.replies.length).to.equal(2)
    })

    it('starts a worker with each call for --spares 0', async () => {
      const cold = startStdio(['--config', hostileConfig, '--spares', '0'], { SVC_DATABASE_URL: url })
      const first = (await cold.call('svc_who')).structuredContent as unknown as Pid
      const second = (await cold.call('svc_who')).structuredContent as unknown as Pid
      expect(first.pid).not.to.equal(second.pid)
      await cold.close()
    })

    it('runs one call from its input with --call', async () => {
      const single = startStdio(['--call', '--config', hostileConfig], { SVC_DATABASE_URL: url })
      single.child.stdin!.end(JSON.stringify({ name: 'svc_who' }))
      const code = await new Promise((resolve) => single.child.once('exit', resolve))
      expect(code).to.equal(0)
      expect(single.replies[0]).to.have.property('structuredContent')
    })
  })
})
