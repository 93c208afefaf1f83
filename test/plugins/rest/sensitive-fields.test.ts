// A canary in every sensitive field of every entity: no response, error or log line of the API contains it.
import { expect } from 'chai'
import { completeEntity } from '../../../core/model/entity/define.js'
import { coreEntities } from '../../../core/model/entities/index.js'
import { sampleFields, sampleId } from './samples.js'
import { outcome, type RestService, startRest } from './service.js'

const root = '/svc-api/v1'
const canary = 'CANARY-7f3a9c-do-not-leak'

describe('sensitive fields', () => {
  let service: RestService
  const logged: string[] = []
  before(async () => {
    const note = (fields: object, message: string) =>
      void logged.push(JSON.stringify(fields, Object.getOwnPropertyNames(fields)) + message)
    const log = { debug: note, info: note, warn: note, error: note, child: () => log }
    service = await startRest({ log })
  })
  after(() => service.stop())

  const guarded = coreEntities
    .map((entity) => completeEntity(entity, 'core'))
    .filter((entity) => Object.values(entity.properties).some((property) => property.apiSensitive))

  it('include every field that contains a secret or a hash', () => {
    const names = guarded.flatMap((entity) =>
      Object.values(entity.properties).flatMap((property) => (property.apiSensitive ? [`${entity.name}.${property.name}`] : [])),
    )
    expect(names).to.include.members([
      'settings.license_key',
      'settings.advisor_api_key',
      'payment-method.params',
      'customer.password',
      'cart.token',
      'configuration.token',
    ])
  })

  for (const entity of guarded) {
    it(`are never returned or logged for ${entity.name}`, async () => {
      const secrets = Object.values(entity.properties).filter((property) => property.apiSensitive)
      const planted = Object.fromEntries(
        secrets.map((property) => [
          property.name,
          property.kind.typeText(property) === 'string' ? canary : { secret_key: canary },
        ]),
      )
      const { admin, app } = service
      const id = await sampleId(app, entity)
      await app.records.write(entity.name, planted, { id, internal: true })
      const texts: string[] = []
      const hear = async (method: string, path: string, body?: object): Promise<string> => {
        const answer = await admin.send(method, path, body)
        texts.push(JSON.stringify([answer.headers, answer.body]))
        return outcome(answer)
      }
      await hear('GET', `${root}/${entity.name}`)
      await hear('GET', `${root}/${entity.name}/${id}`)
      await hear('PATCH', `${root}/${entity.name}/${id}`, planted)
      await hear('PATCH', `${root}/${entity.name}/${id}`, { ...planted, nonsense: 1 })
      if (entity.operations.includes('create'))
        await hear('POST', `${root}/${entity.name}`, { ...(await sampleFields(app, entity)), ...planted })
      for (const { name } of secrets) {
        for (const query of [`filter[${name}]=${canary}`, `sort=${name}`, `sort=-${name}`]) {
          expect(await hear('GET', `${root}/${entity.name}?${query}`), query).to.equal('422 VALIDATION_FAILED')
        }
        await hear('PATCH', `${root}/${entity.name}/${id}`, { [name]: [canary] })
      }
      expect(texts.filter((text) => text.includes(canary))).to.deep.equal([])
      expect(logged.filter((line) => line.includes(canary))).to.deep.equal([])
    })
  }
})
