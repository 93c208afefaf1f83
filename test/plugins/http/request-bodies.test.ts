// Request bodies: accepted content types, invalid contents, and limits of size and depth.
import { connect } from 'node:net'
import { expect } from 'chai'
import { ServiceError } from '#core/foundation/errors.js'
import type { Route } from '../../../plugins/http/mount.js'
import { createJsonReply } from '../../../plugins/http/reply.js'
import { ask, running, stopAll, talk, type Answer, type Running } from './running.js'

const routes: readonly Route[] = (['POST', 'PATCH', 'DELETE'] as const).map((method) => ({
  method,
  path: '/fields',
  access: 'public',
  body: method === 'DELETE' ? 'fields-or-none' : 'fields',
  handle: (request) =>
    createJsonReply({ fields: { ...request.fields }, prototype: Object.getPrototypeOf(request.fields) === null }),
}))
const bytesRoute: Route = {
  method: 'POST',
  path: '/bytes',
  access: 'public',
  body: 'bytes',
  bodyLimit: 2_097_152,
  handle: (request) => createJsonReply({ size: request.bytes.length }),
}

/** The first complete response. The connection stays open for the rest of the body. */
function firstAnswer(server: Running, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = ''
    const socket = connect(server.port, '127.0.0.1', () => socket.write(bytes))
    socket.on('error', reject).on('data', (chunk: Buffer) => {
      heard += chunk.toString()
      if (!heard.endsWith('}')) return
      socket.destroy()
      resolve(heard)
    })
  })
}

const multipart = (boundary: string, parts: Record<string, string>): string =>
  `${Object.entries(parts)
    .map(([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('')}--${boundary}--\r\n`

describe('checks before a body is read', () => {
  afterEach(stopAll)

  const unread = (headers: string): string => `POST /form HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n${headers}\r\n`

  it('apply the rate limit of a route before the body arrives', async () => {
    const admit = () => Promise.reject(new ServiceError('TOO_MANY_REQUESTS', 'Wait.'))
    const route: Route = {
      method: 'POST',
      path: '/form',
      access: 'public',
      body: 'fields',
      checkLimits: admit,
      handle: () => createJsonReply({}),
    }
    expect(await firstAnswer(await running([route]), unread(''))).to.match(/^HTTP\/1\.1 429/)
  })

  it('reject multipart before the body arrives if the route does not accept it', async () => {
    const route: Route = {
      method: 'POST',
      path: '/form',
      access: 'public',
      body: 'fields',
      multipart: false,
      handle: () => createJsonReply({}),
    }
    const answer = await firstAnswer(await running([route]), unread('Content-Type: multipart/form-data; boundary=b\r\n'))
    expect(answer)
      .to.match(/^HTTP\/1\.1 422/)
      .and.to.contain("'multipart/form-data' is not accepted here")
  })
})

describe('request bodies', () => {
  let server: Running
  beforeEach(async () => {
    server = await running([...routes, bytesRoute])
  })
  afterEach(stopAll)

  const send = (body: string | Buffer, type?: string, method = 'POST'): Promise<Answer> =>
    ask(server, '/fields', {
      method,
      body,
      headers: { 'content-length': String(Buffer.byteLength(body)), ...(type !== undefined && { 'content-type': type }) },
    })
  const field = (answer: Answer): unknown => (answer.body['validationIssues'] as { field: string }[] | undefined)?.[0]?.field

  for (const method of ['POST', 'PATCH', 'DELETE']) {
    it(`accept JSON, no content type, urlencoded and multipart on ${method}`, async () => {
      const expected = { title: 'Größe & "x"', n: '1' }
      const text = JSON.stringify(expected)
      const form = 'title=Gr%C3%B6%C3%9Fe+%26+%22x%22&n=1'
      for (const answer of [
        await send(text, 'application/json', method),
        await send(text, 'application/merge-patch+json; charset=UTF-8', method),
        await send(text, undefined, method),
        await send(form, 'application/x-www-form-urlencoded', method),
        await send('title=Größe+%26+"x"&n=1', 'application/x-www-form-urlencoded; charset=utf-8', method),
        await send(multipart('XyZ', expected), 'multipart/form-data; boundary=XyZ', method),
      ]) {
        expect(answer.status).to.equal(200)
        expect(answer.body).to.deep.equal({ fields: expected, prototype: true })
      }
    })
  }

  it('may be empty on DELETE with any content type', async () => {
    expect((await send('', 'application/json', 'DELETE')).status).to.equal(200)
    expect((await ask(server, '/fields', { method: 'DELETE' })).status).to.equal(200)
  })

  it('are rejected with the accepted content types if theirs is not supported', async () => {
    for (const type of ['text/plain', 'application/xml', 'garbage', 'multipart/mixed; boundary=x']) {
      const answer = await send('{"a":1}', type)
      expect(answer.status, type).to.equal(422)
      expect(answer.body['detail']).to.contain("'application/json'").and.to.contain("'application/x-www-form-urlencoded'")
      expect(field(answer)).to.equal('Content-Type')
    }
    expect((await send('a=1', 'application/x-www-form-urlencoded; charset=latin1')).status).to.equal(422)
  })

  it('are rejected if JSON is invalid, empty or not an object, without quoting it', async () => {
    for (const body of ['', ' ', '{', '{"password":"s3cret" x}', '[]', '1', 'null', '"x"', '{"a":1}}', '{"a":NaN}']) {
      const answer = await send(body, 'application/json')
      expect(answer.status, body).to.equal(422)
      expect(field(answer)).to.equal('body')
      expect(answer.text).not.to.contain('s3cret')
    }
    expect((await send('', undefined)).status).to.equal(422)
  })

  it('are rejected with the line and column of a JSON error', async () => {
    expect((await send('{\n  "a": 1,\n}', 'application/json')).body['detail']).to.contain('line 3, column 1')
  })

  it('are rejected beyond 64 levels of nesting, and at 100,000 levels too', async () => {
    const nested = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`
    expect((await send(nested(64), 'application/json')).status).to.equal(200)
    expect((await send(nested(65), 'application/json')).status).to.equal(422)
    expect((await send(nested(100_000), 'application/json')).status).to.equal(422)
    expect((await send('{"a":'.repeat(100_000), 'application/json')).status).to.equal(422)
  })

  it('are rejected if an object has more than 10,000 keys', async () => {
    const wide = (count: number) => JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i])))
    expect((await send(wide(10_000), 'application/json')).status).to.equal(200)
    expect((await send(wide(10_001), 'application/json')).status).to.equal(422)
  })

  it('pass keys named like prototype members as plain keys', async () => {
    const answer = await send('{"__proto__":{"polluted":true},"constructor":1,"a":{"__proto__":2}}', 'application/json')
    expect(answer.status).to.equal(200)
    expect(answer.text).to.contain('"constructor":1').and.to.contain('"__proto__":2')
    expect(({} as { polluted?: boolean }).polluted).to.equal(undefined)
  })

  it('are rejected with the field name for numbers that JavaScript cannot represent', async () => {
    for (const text of ['9007199254740993', '-9007199254740993', '1e400', '1e30']) {
      const answer = await send(`{"a":{"b":[0,${text}]}}`, 'application/json')
      expect(answer.status, text).to.equal(422)
      expect(field(answer)).to.equal('a.b[1]')
    }
    expect((await send('{"a":9007199254740991}', 'application/json')).status).to.equal(200)
  })

  it('are rejected for NUL, unpaired surrogates and broken UTF-8 in every encoding', async () => {
    for (const body of ['{"a":"x\\u0000"}', '{"a":"\\ud83d"}', '{"a":["\\ude00x"]}', '{"\\u0000":1}']) {
      expect((await send(body, 'application/json')).status, body).to.equal(422)
    }
    expect((await send('{"a":"\\ud83d\\ude00"}', 'application/json')).body).to.have.nested.property('fields.a', '😀')
    expect((await send(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'application/json')).status).to.equal(422)
    expect((await send(Buffer.from([0x61, 0x3d, 0xff]), 'application/x-www-form-urlencoded')).status).to.equal(422)
    expect((await send('a=%00', 'application/x-www-form-urlencoded')).status).to.equal(422)
    expect((await send('a=%ff', 'application/x-www-form-urlencoded')).status).to.equal(422)
    expect((await send(multipart('b', { a: 'x\0' }), 'multipart/form-data; boundary=b')).status).to.equal(422)
  })

  it('are rejected for repeated form fields, files as fields and broken multipart', async () => {
    expect(field(await send('a=1&a=2', 'application/x-www-form-urlencoded'))).to.equal('a')
    const file = '--b\r\nContent-Disposition: form-data; name="image"; filename="x.png"\r\n\r\nx\r\n--b--\r\n'
    const answer = await send(file, 'multipart/form-data; boundary=b')
    expect([answer.status, field(answer)]).to.deep.equal([422, 'image'])
    expect((await send('--b\r\nnonsense', 'multipart/form-data; boundary=b')).status).to.equal(422)
    expect((await send('x', 'multipart/form-data')).status).to.equal(422)
  })

  it('are rejected if a multipart form has more than 200 parts', async () => {
    const form = (count: number) => multipart('b', Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 'x'])))
    expect((await send(form(200), 'multipart/form-data; boundary=b')).status).to.equal(200)
    const answer = await send(form(201), 'multipart/form-data; boundary=b')
    expect([answer.status, answer.body['detail']]).to.deep.equal([422, 'The form has more than 200 parts.'])
  })

  it('are rejected at the first of 15,000 multipart files without a name', async () => {
    const part = '--b\r\nContent-Disposition: form-data; name="a"; filename=""\r\n\r\n\r\n'
    const answer = await send(`${part.repeat(15_000)}--b--\r\n`, 'multipart/form-data; boundary=b')
    expect([answer.status, field(answer)]).to.deep.equal([422, 'a'])
  })

  it('support UTF-8 names and multi-line values in multipart, and are rejected for broken UTF-8 or a missing end', async () => {
    const fields = { größe: 'Maße\r\nund "Höhe"', '': '' }
    const answer = await send(multipart('b', fields), 'multipart/form-data; boundary="b"')
    expect(answer.body).to.deep.equal({ fields, prototype: true })
    const body = Buffer.concat([Buffer.from(multipart('b', { a: 'x' })), Buffer.from([0xff])])
    expect((await send(body, 'multipart/form-data; boundary=b')).status).to.equal(422)
    expect((await send(multipart('b', { a: 'x' }).slice(0, -8), 'multipart/form-data; boundary=b')).status).to.equal(422)
  })

  it('get 413 above the limit with and without Content-Length, and are accepted at the limit', async () => {
    const pad = (size: number) => `{"a":"${'x'.repeat(size - 8)}"}`
    expect((await send(pad(1_048_576), 'application/json')).status).to.equal(200)
    const announced = await send(pad(1_048_577), 'application/json')
    expect(announced.status).to.equal(413)
    expect(announced.body).to.include({ code: 'PAYLOAD_TOO_LARGE' })
    const chunked = await ask(server, '/fields', {
      method: 'POST',
      headers: { 'transfer-encoding': 'chunked' },
      body: pad(1_200_000),
    })
    expect(chunked.status).to.equal(413)
  })

  it('get 413 and a closed connection for an announced length far above the limit', async () => {
    const heard = await talk(server, 'POST /fields HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n{')
    expect(heard).to.match(/^HTTP\/1\.1 413/)
    expect(heard.toLowerCase()).to.contain('connection: close')
  })

  it('get 503 while too many bytes are in memory, and are accepted when these are freed', async () => {
    const half = Buffer.concat([
      Buffer.from('POST /fields HTTP/1.1\r\nHost: x\r\nContent-Length: 1048576\r\n\r\n'),
      Buffer.alloc(1_048_575, 'x'),
    ])
    const sockets = Array.from({ length: 34 }, () => connect(server.port, '127.0.0.1'))
    const heard = await Promise.race(
      sockets.map((socket) => {
        socket.on('error', () => {}).write(half)
        return new Promise<string>((resolve) => socket.once('data', (chunk: Buffer) => resolve(chunk.toString())))
      }),
    )
    expect(heard).to.match(/^HTTP\/1\.1 503/)
    expect(heard)
      .to.contain('NOT_READY')
      .and.to.match(/retry-after: /i)
    for (const socket of sockets) socket.destroy()
    while ((await send('{"a":1}', 'application/json')).status !== 200) await new Promise((resolve) => setTimeout(resolve, 10))
  })

  it('are passed as raw bytes up to the limit of the route', async () => {
    expect((await ask(server, '/bytes', { method: 'POST', body: Buffer.alloc(2_000_000) })).body).to.deep.equal({
      size: 2_000_000,
    })
    expect((await ask(server, '/bytes', { method: 'POST', body: Buffer.alloc(2_100_000) })).status).to.equal(413)
  })
})
