// REST access for every entity, route and scope. A rejected request changes nothing.
import { expect } from 'chai'
import type { Scope, Operation } from '../../../core/foundation/access.js'
import { completeEntity, type Entity } from '../../../core/model/entity/define.js'
import { coreEntities } from '../../../core/model/entities/index.js'
import type { JsonReply, JsonClient } from '../../support/json-client.js'
import { sampleFields, sampleId } from './samples.js'
import { everyScope, outcome, type RestService, startRest } from './service.js'

const unknownId = 999_999_999

interface RouteRow {
  readonly operation: Operation
  readonly method: string
  readonly single: boolean
}

const routes: readonly RouteRow[] = [
  { operation: 'list', method: 'GET', single: false },
  { operation: 'create', method: 'POST', single: false },
  { operation: 'read', method: 'GET', single: true },
  { operation: 'update', method: 'PATCH', single: true },
  { operation: 'delete', method: 'DELETE', single: true },
]

/** Calculated independently of the code under test: read or write of the area, and code:write for code calculations. */
function needed(entity: Entity, operation: Operation): readonly Scope[] {
  const writes = operation !== 'list' && operation !== 'read'
  const scopes: Scope[] = [`${entity.area}:${writes ? 'write' : 'read'}`]
  if (writes && entity.name === 'calculation-code') scopes.push('code:write')
  return scopes
}

describe('access to the REST API', function () {
  this.timeout(60_000)
  let service: RestService
  before(async () => {
    service = await startRest()
  })
  after(() => service.stop())

  async function call(client: JsonClient, entity: Entity, route: RouteRow, id: number): Promise<JsonReply> {
    const body = route.method === 'POST' || route.method === 'PATCH' ? {} : undefined
    return client.send(route.method, `/svc-api/v1/${entity.name}${route.single ? `/${id}` : ''}`, body)
  }

  for (const definition of coreEntities) {
    const entity = completeEntity(definition, 'core')

    it(`requires the scopes of its area for ${entity.name}`, async () => {
      const id = await sampleId(service.app, entity)
      const rows = await service.rows()
      for (const route of routes) {
        const scopes = needed(entity, route.operation)
        const supported = entity.operations.includes(route.operation)
        const label = `${route.method} ${route.single ? 'one' : 'all'} ${entity.name}`
        const expectOutcome = async (client: JsonClient, expected: string, targetId = id): Promise<JsonReply> => {
          const answer = await call(client, entity, route, targetId)
          expect(outcome(answer), label).to.equal(expected)
          return answer
        }

        const none = await expectOutcome(service.stranger, '401 AUTHENTICATION_REQUIRED')
        expect(none.headers['www-authenticate']).to.match(/^Bearer /)

        for (const missing of scopes.filter((scope) => scope !== 'store:read')) {
          const area = missing.split(':')[0]!
          const otherScopes = everyScope.filter((scope) => !scope.startsWith(`${area}:`))
          const refused = await expectOutcome(await service.as(...otherScopes), '403 INSUFFICIENT_SCOPE')
          expect(refused.body, label).to.have.property('detail').that.contains(`'${missing}'`)
          if (missing.endsWith(':write') && area !== 'code' && area !== 'store') {
            await expectOutcome(await service.as(`${area}:read` as Scope, ...otherScopes), '403 INSUFFICIENT_SCOPE')
          }
        }

        const allowed = await service.as(...scopes.filter((scope) => scope !== 'store:read'))
        if (!supported) {
          const withheld = await expectOutcome(allowed, '422 VALIDATION_FAILED')
          expect(withheld.body).to.have.property('detail').that.contains(entity.operations.join(', '))
        } else if (route.single) {
          await expectOutcome(allowed, '404 NOT_FOUND', unknownId)
          await expectOutcome(allowed, '404 NOT_FOUND', 0)
        }
        if (supported && (route.operation === 'list' || route.operation === 'read')) await expectOutcome(allowed, '200')
        if (supported && route.operation === 'update') await expectOutcome(allowed, '200')
      }
      expect(await service.rows()).to.deep.equal(rows)
    })

    it(`allows writers of its area to create and delete ${entity.name}`, async () => {
      const writer = await service.as(...needed(entity, 'create'))
      if (entity.operations.includes('create')) {
        const created = await writer.send('POST', `/svc-api/v1/${entity.name}`, await sampleFields(service.app, entity))
        expect(outcome(created), JSON.stringify(created.body)).to.equal('201')
        expect(created.headers.location).to.match(new RegExp(`^/svc-api/v1/${entity.name}/\\d+$`))
        expect(created.headers.etag).to.match(/^"\d+"$/)
      }
      if (entity.operations.includes('delete')) {
        const id = await sampleId(service.app, entity)
        const deleted = await writer.send('DELETE', `/svc-api/v1/${entity.name}/${id}`)
        expect(deleted.body, JSON.stringify(deleted.body)).to.deep.equal({ data: { entity: entity.name, id, deleted: true } })
        expect(outcome(await writer.send('GET', `/svc-api/v1/${entity.name}/${id}`))).to.equal('404 NOT_FOUND')
      }
    })
  }

  it('answers PUT with 405 and the allowed methods before it checks the token', async () => {
    for (const [path, allow] of [
      ['/svc-api/v1/product', 'GET, HEAD, POST'],
      ['/svc-api/v1/product/1', 'DELETE, GET, HEAD, PATCH'],
      ['/svc-api/v1/', 'GET, HEAD'],
    ] as const) {
      const answer = await service.stranger.send('PUT', path, {})
      expect([outcome(answer), answer.headers.allow]).to.deep.equal(['405 METHOD_NOT_ALLOWED', allow])
    }
  })

  it('answers an unknown entity with 404 and the nearest name', async () => {
    const client = await service.as()
    const answer = await client.send('GET', '/svc-api/v1/produkt')
    expect(outcome(answer)).to.equal('404 NOT_FOUND')
    expect(answer.body).to.have.property('detail').that.contains("Did you mean 'product'?")
    expect(outcome(await client.send('POST', '/svc-api/v1/__proto__', {}))).to.equal('404 NOT_FOUND')
    expect(outcome(await client.send('POST', '/svc-api/v1/constructor', '{'))).to.equal('422 VALIDATION_FAILED')
  })

  it('returns index, OpenAPI and schemas for any valid token, and filters only the index', async () => {
    const [poor, rich] = [await service.as(), service.admin]
    for (const path of [
      '/svc-api/v1/openapi.json',
      '/svc-api/v1/schemas/read/customer.json',
      '/svc-api/v1/schemas/write/customer.json',
    ]) {
      expect(outcome(await service.stranger.send('GET', path))).to.equal('401 AUTHENTICATION_REQUIRED')
      const answers = [await poor.send('GET', path), await rich.send('GET', path)]
      expect(answers.map((answer) => answer.status)).to.deep.equal([200, 200])
      expect(answers[0]!.body).to.deep.equal(answers[1]!.body)
    }
    const names = async (client: JsonClient) => {
      const { entities: listed } = await client.data<{ entities: { name: string; area: string }[] }>('GET', '/svc-api/v1/')
      return listed
    }
    expect(new Set((await names(poor)).map((entity) => entity.area))).to.deep.equal(new Set(['store']))
    expect((await names(rich)).map((entity) => entity.name)).to.have.members(coreEntities.map((entity) => entity.name))
  })
})
