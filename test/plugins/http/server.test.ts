// The HTTP server over real sockets: methods, paths, query parameters, tokens and errors.
import { expect } from 'chai'
import { ServiceError, SystemError, withErrorTrail, ValidationError } from '#core/foundation/errors.js'
import type { Route } from '../../../plugins/http/mount.js'
import { createJsonReply } from '../../../plugins/http/reply.js'
import { ask, running, stopAll, talk, type Running } from './running.js'

const routes: readonly Route[] = [
  { method: 'GET', path: '/things/:id', access: 'public', handle: (request) => createJsonReply({ id: request.params['id'] }) },
  {
    method: 'PATCH',
    path: '/things/:id',
    access: 'public',
    body: 'fields',
    handle: (request) => createJsonReply({ patched: request.fields }),
  },
  {
    method: 'DELETE',
    path: '/things/:id',
    access: 'public',
    body: 'fields-or-none',
    handle: (request) => createJsonReply({ deleted: request.fields }),
  },
  {
    method: 'POST',
    path: '/things',
    access: 'public',
    body: 'fields',
    handle: (request) => createJsonReply(request.fields, 201),
  },
  {
    method: 'POST',
    path: '/secret',
    access: 'bearer',
    body: 'fields',
    handle: (request) => createJsonReply({ name: request.caller?.name }),
  },
  {
    method: 'GET',
    path: '/maybe',
    access: 'optional',
    handle: (request) => createJsonReply({ name: request.caller?.name ?? null }),
  },
  {
    method: 'POST',
    path: '/bytes',
    access: 'public',
    body: 'bytes',
    handle: (request) => createJsonReply({ size: request.bytes.length }),
  },
  {
    method: 'GET',
    path: '/filtered',
    access: 'public',
    handle: (request) => createJsonReply({ values: [...request.query.values], filters: [...request.query.filters] }),
  },
  {
    method: 'GET',
    path: '/full',
    access: 'public',
    handle: () => Promise.reject(new ServiceError('NOT_READY', 'There is no room at the moment.')),
  },
  {
    method: 'GET',
    path: '/broken',
    access: 'public',
    handle: () => withErrorTrail('store', () => Promise.reject(new SystemError('SELECT * FROM svc_secret failed at /srv/db'))),
  },
  { method: 'GET', path: '/thrown', access: 'public', handle: () => Promise.reject(new TypeError('x is undefined')) },
  {
    method: 'GET',
    path: '/refused',
    access: 'public',
    handle: () => Promise.reject(ValidationError.of('title', 'Field Title cannot be empty.', 'REQUIRED')),
  },
]

const jsonType = { 'content-type': 'application/json' }

describe('the HTTP server', () => {
  let server: Running
  beforeEach(async () => {
    server = await running(routes)
  })
  afterEach(stopAll)

  describe('methods', () => {
    it('get 405 with the allowed methods if the path does not support them', async () => {
      const answer = await ask(server, '/things/1', { method: 'PUT', headers: jsonType, body: '{}' })
      expect(answer.status).to.equal(405)
      expect(answer.headers['allow']).to.equal('DELETE, GET, HEAD, PATCH')
      expect(answer.body).to.include({ code: 'METHOD_NOT_ALLOWED', status: 405 })
      expect(answer.headers['content-type']).to.match(/^application\/problem\+json/)
    })

    it('get 405 without CORS headers for OPTIONS', async () => {
      const answer = await ask(server, '/things/1', { method: 'OPTIONS', headers: { origin: 'https://foreign.example' } })
      expect(answer.status).to.equal(405)
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).to.deep.equal([])
    })

    it('return the headers of GET without a body for HEAD', async () => {
      const get = await ask(server, '/things/1')
      const head = await ask(server, '/things/1', { method: 'HEAD' })
      expect(head.status).to.equal(200)
      expect(head.text).to.equal('')
      expect(head.headers['content-length']).to.equal(get.headers['content-length'])
    })

    it('can be overridden by a header on POST with PATCH and DELETE only', async () => {
      const as = (method: string, httpMethod = 'POST') =>
        ask(server, '/things/1', {
          method: httpMethod,
          headers: { ...jsonType, 'x-http-method-override': method },
          body: httpMethod === 'GET' ? undefined : '{"a":1}',
        })
      expect((await as('PATCH')).body).to.deep.equal({ patched: { a: 1 } })
      expect((await as('delete')).body).to.deep.equal({ deleted: { a: 1 } })
      expect((await as('GET')).status).to.equal(405)
      expect((await as('PUT')).status).to.equal(405)
      expect((await as('DELETE', 'GET')).body).to.deep.equal({ id: '1' })
      expect((await as('DELETE', 'PATCH')).body).to.deep.equal({ patched: { a: 1 } })
    })
  })

  describe('paths', () => {
    it('get 404 problem details if they are unknown, badly escaped or very long', async () => {
      for (const path of ['/nothing', '/things/%zz', `/nothing/${'x'.repeat(20_000)}`]) {
        const answer = await ask(server, path)
        expect(answer.status, path.slice(0, 40)).to.equal(404)
        expect(answer.body).to.include({ code: 'NOT_FOUND', status: 404 })
      }
      expect((await ask(server, `/things/${'9'.repeat(20_000)}`)).status).to.equal(200)
    })

    it('are checked before token, content type and body', async () => {
      const answer = await ask(server, '/nothing', { method: 'POST', headers: { 'content-type': 'garbage' }, body: '{' })
      expect(answer.status).to.equal(404)
    })

    it('may be in absolute form', async () => {
      const heard = await talk(
        server,
        'GET http://shop.example/things/7 HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n',
      )
      expect(heard)
        .to.match(/^HTTP\/1\.1 200/)
        .and.to.contain('{"id":"7"}')
    })

    it('have query parameters with single values and one level of filters', async () => {
      const answer = await ask(server, '/filtered?a=1&filter[title]=x%20y+z&filter[__proto__]=p&constructor=c')
      expect(answer.body).to.deep.equal({
        values: [
          ['a', '1'],
          ['constructor', 'c'],
        ],
        filters: [
          ['title', 'x y z'],
          ['__proto__', 'p'],
        ],
      })
    })

    it('are rejected by name for repeated, nested and list parameters', async () => {
      for (const [query, field] of [
        ['a=1&a=2', 'a'],
        ['filter[a]=1&filter[a]=2', 'filter[a]'],
        ['filter[a][b]=1', 'filter[a][b]'],
        ['filter[]=1', 'filter[]'],
        ['filter=1', 'filter'],
        ['b=%zz', 'b'],
      ] as const) {
        const answer = await ask(server, `/filtered?${query}`)
        expect(answer.status, query).to.equal(422)
        expect(answer.body['validationIssues'], query).to.have.nested.property('[0].field', field)
      }
    })
  })

  describe('tokens', () => {
    it('are required, and the rejection names the Bearer scheme', async () => {
      const answer = await ask(server, '/secret', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' })
      expect(answer.status).to.equal(401)
      expect(answer.body).to.include({ code: 'AUTHENTICATION_REQUIRED' })
      expect(answer.headers['www-authenticate']).to.match(/^Bearer /)
    })

    it('get the same response for every invalid value', async () => {
      const texts = new Set<string>()
      for (const token of ['', 'x', 'svc_1_wrong', 'ö'.repeat(10)]) {
        const header = Buffer.from(`Bearer ${token}`).toString('latin1')
        const answer = await ask(server, '/secret', { method: 'POST', headers: { authorization: header } })
        expect(answer.status).to.equal(401)
        expect(answer.headers['www-authenticate']).to.contain('invalid_token')
        texts.add(answer.text)
      }
      expect(texts.size).to.equal(1)
      expect([...texts][0]).to.contain('AUTHENTICATION_FAILED')
    })

    it('are read from Authorization, then X-Redirect-Authorization, then the raw header list', async () => {
      const good = 'Bearer good'
      const askWith = async (headers: Record<string, string | string[]>) =>
        (await ask(server, '/secret', { method: 'POST', headers: { ...headers, ...jsonType }, body: '{}' })).status
      expect(await askWith({ authorization: good })).to.equal(200)
      expect(await askWith({ authorization: 'bearer   good ' })).to.equal(200)
      expect(await askWith({ 'x-redirect-authorization': good })).to.equal(200)
      expect(await askWith({ redirect_http_authorization: good })).to.equal(200)
      expect(await askWith({ authorization: 'Bearer bad', 'x-redirect-authorization': good })).to.equal(401)
      expect(await askWith({ authorization: 'Basic Z29vZA==', 'x-redirect-authorization': good })).to.equal(200)
      expect(await askWith({ cookie: 'token=good' })).to.equal(401)
    })

    it('are accepted where they are optional, and rejected if invalid', async () => {
      expect((await ask(server, '/maybe')).body).to.deep.equal({ name: null })
      expect((await ask(server, '/maybe', { headers: { authorization: 'Bearer good' } })).body).to.deep.equal({ name: 'test' })
      expect((await ask(server, '/maybe', { headers: { authorization: 'Bearer bad' } })).status).to.equal(401)
    })

    it('are checked before the body', async () => {
      const answer = await ask(server, '/secret', {
        method: 'POST',
        headers: { 'content-type': 'text/plain' },
        body: 'x'.repeat(2_000_000),
      })
      expect(answer.status).to.equal(401)
    })
  })

  describe('errors', () => {
    it('hide the cause of an internal error, and log it under the request id of the response', async () => {
      for (const path of ['/broken', '/thrown']) {
        server.logged.length = 0
        const answer = await ask(server, path)
        expect(answer.status).to.equal(500)
        expect(answer.body).to.include({ code: 'INTERNAL_ERROR', title: 'Internal error' })
        expect(answer.text).not.to.match(/SELECT|svc_secret|undefined|\/srv/)
        const id = /'([^']+)'/.exec(String(answer.body['detail']))?.[1]
        expect(id).to.equal(answer.headers['x-request-id'])
        expect(server.logged).to.have.lengthOf(1)
        expect(server.logged[0]?.fields).to.include({ requestId: id, path })
      }
    })

    it('name the failed step of the store, and only for store errors', async () => {
      expect((await ask(server, '/broken')).body)
        .to.have.nested.property('meta.failedAt')
        .that.deep.equals(['store'])
      expect((await ask(server, '/thrown')).body).not.to.have.property('meta')
      expect((await ask(server, '/refused')).body).not.to.have.property('meta')
    })

    it('list validation issues with field, code and message', async () => {
      const { status, body } = await ask(server, '/refused')
      expect(status).to.equal(422)
      expect(body).to.deep.equal({
        type: `http://127.0.0.1:${server.port}/problems/validation-failed`,
        title: 'Validation failed',
        status: 422,
        code: 'VALIDATION_FAILED',
        detail: 'Field Title cannot be empty.',
        errors: [{ code: 'REQUIRED', message: 'Field Title cannot be empty.' }],
        validationIssues: [{ field: 'title', code: 'REQUIRED', message: 'Field Title cannot be empty.' }],
      })
    })

    it('contain Retry-After when core is not ready', async () => {
      const answer = await ask(server, '/full')
      expect([answer.status, answer.headers['retry-after']]).to.deep.equal([503, '5'])
    })

    it('are pages for submitted page forms, and problem details for programs and the API', async () => {
      const type = async (path: string, headers: Record<string, string>, method = 'POST'): Promise<string> => {
        const answer = await ask(server, path, { method, headers, body: 'a=1' })
        expect(answer.status, path).to.be.within(400, 499)
        return String(answer.headers['content-type'])
      }
      const [page, problem] = ['text/html; charset=utf-8', 'application/problem+json; charset=utf-8']
      const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html,*/*;q=0.8' }
      expect(await type('/secret', form)).to.equal(page)
      expect(await type('/nowhere', { ...form, 'content-type': 'multipart/form-data; boundary=x' })).to.equal(page)
      expect(await type('/secret', { ...form, accept: '*/*' })).to.equal(problem)
      expect(await type('/secret', { ...form, ...jsonType })).to.equal(problem)
      expect(await type('/svc-api/v1/nowhere', form)).to.equal(problem)
      expect(await type('/things/1', form, 'PUT')).to.equal(problem)
    })

    it('use a valid request id of the client and replace any other', async () => {
      const idFor = async (requestId: string) =>
        (await ask(server, '/maybe', { headers: { 'x-request-id': requestId } })).headers['x-request-id']
      expect(await idFor('trace-0123456789')).to.equal('trace-0123456789')
      expect(await idFor('bad id\tx')).not.to.contain('bad')
      expect(await idFor('x'.repeat(100))).to.have.length.below(65)
    })

    it('have the same security headers as every response', async () => {
      for (const path of ['/maybe', '/nothing', '/problems/']) {
        const page = path === '/problems/'
        expect((await ask(server, path)).headers).to.include({
          'x-content-type-options': 'nosniff',
          'referrer-policy': page ? 'strict-origin-when-cross-origin' : 'no-referrer',
        })
      }
    })
  })
})
