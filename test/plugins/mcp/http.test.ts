// Tests the HTTP transport: statuses, error codes and headers of both protocol eras.
import { expect } from 'chai'
import { createJsonClient, type JsonClient } from '../../support/json-client.js'
import { type McpService, path, post, request, startMcp } from './service.js'

const versionKey = 'io.modelcontextprotocol/protocolVersion'
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities'
const stateless = '2026-07-28'
const opening = (protocolVersion: string): object =>
  request('initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } })

interface Body {
  readonly id?: unknown
  readonly code?: string
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: { readonly code: number; readonly message: string; readonly data?: { readonly supported?: readonly string[] } }
}

function meta(version: unknown = stateless, capabilities: unknown = {}): object {
  return { _meta: { [versionKey]: version, [capabilitiesKey]: capabilities } }
}

function headersOf(method: string, name?: string, version = stateless): Record<string, string> {
  return { 'mcp-protocol-version': version, 'mcp-method': method, ...(name !== undefined && { 'mcp-name': name }) }
}

describe('MCP over HTTP', () => {
  let service: McpService
  let client: JsonClient
  before(async () => {
    service = await startMcp()
    client = await service.client('catalog:read')
  })
  after(() => service.stop())

  const ask = async (message: unknown, headers?: Readonly<Record<string, string>>): Promise<readonly [number, Body]> => {
    const { status, body } = await post(client, message, headers)
    return [status, body as Body]
  }

  it('answers 401 without a token or with an invalid one', async () => {
    const none = await post(createJsonClient(service.app.url), request('ping'))
    expect([none.status, (none.body as Body).code]).to.deep.equal([401, 'AUTHENTICATION_REQUIRED'])
    expect(none.headers['www-authenticate']).to.match(/^Bearer/)
    const bad = await post(createJsonClient(service.app.url, 'svc_1_nonsense'), request('ping'))
    expect([bad.status, (bad.body as Body).code]).to.deep.equal([401, 'AUTHENTICATION_FAILED'])
  })

  for (const method of ['GET', 'DELETE', 'PUT', 'PATCH']) {
    it(`answers 405 to ${method} before it checks the token`, async () => {
      const answer = await createJsonClient(service.app.url).send(method, path)
      expect(answer.status).to.equal(405)
      expect(answer.headers.allow).to.equal('POST')
    })
  }

  it('answers 202 without a body to notifications and responses', async () => {
    for (const message of [
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', method: 'no/such/notification', params: {} },
      { jsonrpc: '2.0', id: 4, result: {} },
      { jsonrpc: '2.0', id: 4, error: { code: 1, message: 'x' } },
    ]) {
      const answer = await post(client, message)
      expect([answer.status, answer.body]).to.deep.equal([202, ''])
    }
  })

  const invalidMessages: readonly (readonly [title: string, message: unknown, code: number, id: unknown])[] = [
    ['malformed JSON', '{"jsonrpc": "2.0", ', -32700, null],
    ['an empty body', ' ', -32700, null],
    ['a batch', [request('ping')], -32600, null],
    ['an empty batch', [], -32600, null],
    ['a text', '"ping"', -32600, null],
    ['null', 'null', -32600, null],
    ['a number as method', { jsonrpc: '2.0', id: 3, method: 5 }, -32600, 3],
    ['id null', { jsonrpc: '2.0', id: null, method: 'ping' }, -32600, null],
    ['an id of a thousand words', { jsonrpc: '2.0', id: 'word '.repeat(1_000), method: 'ping' }, -32600, null],
    ['a broken id', { jsonrpc: '2.0', id: 1.5, method: 'ping' }, -32600, null],
    ['another version of JSON-RPC', { jsonrpc: '1.0', id: 1, method: 'ping' }, -32600, 1],
    ['params that are a list', { jsonrpc: '2.0', id: 1, method: 'ping', params: [] }, -32600, 1],
    ['a method alone', { method: 'ping' }, -32600, null],
  ]
  for (const [title, message, code, id] of invalidMessages) {
    it(`answers 400 and ${code} to ${title}`, async () => {
      const [status, body] = await ask(message)
      expect([status, body.error?.code, body.id]).to.deep.equal([400, code, id])
    })
  }

  it('answers -32700 to invalid UTF-8 and 415 to another content type', async () => {
    const bytes = Buffer.concat([Buffer.from('{"jsonrpc":"2.0","id":1,"method":"'), Buffer.from([0xff]), Buffer.from('"}')])
    const token = await service.token('catalog:read')
    const send = (type: string): Promise<Response> =>
      fetch(service.app.url + path, {
        method: 'POST',
        body: bytes,
        headers: { authorization: `Bearer ${token}`, 'content-type': type },
      })
    const answer = await send('application/json')
    expect(((await answer.json()) as Body).error?.code).to.equal(-32700)
    const other = await send('text/plain')
    expect([other.status, ((await other.json()) as Body).code]).to.deep.equal([415, 'UNSUPPORTED_MEDIA_TYPE'])
  })

  it('answers 403 to foreign origins and hosts, and accepts its own and none', async () => {
    for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example']) {
      const [status, body] = await ask(request('ping'), { origin })
      expect([status, body.code], origin).to.deep.equal([403, 'ORIGIN_NOT_ALLOWED'])
    }
    expect((await ask(request('ping'), { host: 'evil.example' }))[0]).to.equal(403)
    for (const origin of [service.app.url, 'http://localhost:1234']) {
      expect((await ask(request('ping'), { origin }))[0], origin).to.equal(200)
    }
  })

  it('answers JSON if the Accept header is missing', async () => {
    const answer = await post(client, request('ping', {}, 'seven'))
    expect(answer.headers['content-type']).to.match(/^application\/json/)
    expect(answer.body).to.deep.equal({ jsonrpc: '2.0', id: 'seven', result: {} })
  })

  describe('with a revision up to 2025-11-25', () => {
    for (const version of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']) {
      it(`initializes ${version}`, async () => {
        const [status, { result }] = await ask(opening(version))
        expect(status).to.equal(200)
        expect(result).to.include({ protocolVersion: version })
        expect(result?.['capabilities']).to.deep.equal({ tools: {} })
        expect(result?.['instructions']).to.be.a('string').with.length.lessThan(2049)
      })
    }

    it('initializes 2025-11-25 if the client requests an unknown version', async () => {
      const [, { result }] = await ask(opening('1999-01-01'))
      expect(result).to.include({ protocolVersion: '2025-11-25' })
    })

    it('answers an unknown method with 200 and -32601', async () => {
      const [status, { error }] = await ask(request('resources/list'))
      expect([status, error?.code]).to.deep.equal([200, -32601])
      expect((await ask(request('server/discover')))[1].error?.code).to.equal(-32601)
    })

    it('answers 400 and -32000 to an unknown version in the header', async () => {
      const [status, { error }] = await ask(request('ping'), { 'mcp-protocol-version': '2020-01-01' })
      expect([status, error?.code]).to.deep.equal([400, -32000])
      expect(error?.message).to.match(/Unsupported protocol version: 2020-01-01 .*2025-11-25/)
    })

    it('answers 400 and -32020 to initialize with the header of a newer revision', async () => {
      for (const version of [stateless, '2027-01-01']) {
        const [status, { error }] = await ask(opening('2025-11-25'), { 'mcp-protocol-version': version })
        expect([status, error?.code], version).to.deep.equal([400, -32020])
      }
      expect((await ask(opening('2025-11-25'), { 'mcp-protocol-version': '2025-06-18' }))[0]).to.equal(200)
    })

    it('answers concurrent requests with equal ids to their own callers', async () => {
      const other = await service.client('customers:read')
      const list = async (on: JsonClient): Promise<number> => {
        const { body } = await post(on, request('tools/list'))
        return ((body as Body).result!['tools'] as readonly unknown[]).length
      }
      const alone = [await list(client), await list(other)]
      expect(alone[0]).not.to.equal(alone[1])
      expect(await Promise.all([list(client), list(other)])).to.deep.equal(alone)
    })

    const invalidCalls: readonly (readonly [title: string, params: object, message: RegExp])[] = [
      ['a call without name', {}, /^Invalid tools\/call request/],
      ['an unknown tool', { name: 'svc_make_coffee' }, /^There is no tool 'svc_make_coffee'\.$/],
      ['the name of an object member', { name: 'constructor' }, /^There is no tool 'constructor'\./],
      ['arguments that are a list', { name: 'svc_describe_entity', arguments: [] }, /^Invalid tools\/call request/],
      ['arguments that are null', { name: 'svc_describe_entity', arguments: null }, /^Invalid tools\/call request/],
    ]
    for (const [title, params, message] of invalidCalls) {
      it(`answers 200 and -32602 to ${title}`, async () => {
        const [status, { error }] = await ask(request('tools/call', params))
        expect([status, error?.code]).to.deep.equal([200, -32602])
        expect(error?.message).to.match(message)
      })
    }
  })

  describe('with revision 2026-07-28', () => {
    it('answers server/discover', async () => {
      const [status, { result }] = await ask(request('server/discover', meta()), headersOf('server/discover'))
      expect(status).to.equal(200)
      expect(result).to.deep.include({ resultType: 'complete', supportedVersions: [stateless], capabilities: { tools: {} } })
      expect(result).to.include({ cacheScope: 'private' })
      expect(result?.['_meta']).to.have.property('io.modelcontextprotocol/serverInfo')
    })

    it('lists and calls tools with complete results', async () => {
      const [, list] = await ask(request('tools/list', meta()), headersOf('tools/list'))
      expect(list.result).to.include({ resultType: 'complete', cacheScope: 'private' })
      const call = { name: 'svc_describe_entity', arguments: { entity: 'page' }, ...meta() }
      const [status, { result }] = await ask(request('tools/call', call), headersOf('tools/call', call.name))
      expect([status, result?.['resultType']]).to.deep.equal([200, 'complete'])
      expect(result?.['structuredContent']).to.include({ entity: 'page' })
    })

    it('answers 404 and -32601 to initialize, ping and unknown methods', async () => {
      for (const method of ['initialize', 'ping', 'resources/list']) {
        const [status, { error }] = await ask(request(method, meta()), headersOf(method))
        expect([status, error?.code], method).to.deep.equal([404, -32601])
      }
    })

    const name = 'svc_describe_entity'
    const call = { name, arguments: { entity: 'page' }, ...meta() }
    const mismatches: readonly (readonly [string, Record<string, string>])[] = [
      ['no version', { 'mcp-method': 'tools/call', 'mcp-name': name }],
      ['another version', headersOf('tools/call', name, '2025-11-25')],
      ['no method', { 'mcp-protocol-version': stateless, 'mcp-name': name }],
      ['another method', headersOf('tools/list', name)],
      ['no name', headersOf('tools/call')],
      ['another name', headersOf('tools/call', 'svc_get_entity')],
      ['a broken base64 name', headersOf('tools/call', '=?base64?§§?=')],
    ]
    for (const [title, headers] of mismatches) {
      it(`answers 400 and -32020 to headers with ${title}`, async () => {
        const [status, { error }] = await ask(request('tools/call', call), headers)
        expect([status, error?.code]).to.deep.equal([400, -32020])
      })
    }

    it('decodes a base64 name in the header', async () => {
      const encoded = `=?base64?${Buffer.from(name).toString('base64')}?=`
      expect((await ask(request('tools/call', call), headersOf('tools/call', encoded)))[0]).to.equal(200)
    })

    it('reports a version mismatch before an unsupported version', async () => {
      const versions = [stateless, '2027-01-01', '2025-11-25', '2020-01-01', 'soon']
      for (const inHeader of versions) {
        for (const inBody of versions.filter((version) => version !== inHeader)) {
          const message = request('tools/list', meta(inBody))
          const [status, { error }] = await ask(message, headersOf('tools/list', undefined, inHeader))
          expect([status, error?.code], `${inHeader} and ${inBody}`).to.deep.equal([400, -32020])
        }
      }
    })

    it('answers 400 to an unsupported version and an invalid envelope', async () => {
      for (const version of ['2027-01-01', '2025-11-25', 'soon']) {
        const message = request('tools/list', meta(version))
        const [status, { error }] = await ask(message, headersOf('tools/list', undefined, version))
        expect([status, error?.code], version).to.deep.equal([400, -32022])
        expect(error?.data?.supported).to.deep.equal([stateless])
      }
      for (const envelope of [meta(stateless, 'none'), meta(5)]) {
        const [code, body] = await ask(request('tools/list', envelope), headersOf('tools/list'))
        expect([code, body.error?.code]).to.deep.equal([400, -32602])
      }
      const [without, body] = await ask(request('tools/list'), headersOf('tools/list'))
      expect([without, body.error?.code]).to.deep.equal([400, -32602])
    })
  })
})
