// Index, schema files and OpenAPI document match the API for every entity.
import { expect } from 'chai'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { listFileProperties } from '../../../core/storage/files/record-files.js'
import { printedDocuments } from '../../../plugins/print/documents.js'
import { completeEntity } from '../../../core/model/entity/define.js'
import { coreEntities } from '../../../core/model/entities/index.js'
import type { JsonReply, JsonClient } from '../../support/json-client.js'
import { sampleFields, sampleId } from './samples.js'
import { outcome, type RestService, startRest } from './service.js'

type Json = Readonly<Record<string, unknown>>
interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly parameters?: readonly Json[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Json; readonly example?: unknown }>> }
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly $ref?: string
        readonly content?: Readonly<Record<string, { readonly schema: Json; readonly example?: unknown }>>
      }
    >
  >
}
interface Document {
  readonly openapi: string
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Json>>; readonly responses: Json }
}

const root = '/svc-api/v1'
const methods = { list: 'get', create: 'post', read: 'get', update: 'patch', delete: 'delete' } as const

describe('API documents over REST', () => {
  let service: RestService
  let client: JsonClient
  let document: Document
  let ajv: Ajv2020
  before(async () => {
    service = await startRest()
    client = service.admin
    document = (await client.send('GET', `${root}/openapi.json`)).body as Document
    ajv = new Ajv2020({ strict: false, allErrors: true, ownProperties: true })
    formats.default(ajv)
    ajv.addSchema({ $id: 'openapi', components: document.components })
  })
  after(() => service.stop())

  const component = (name: string): ValidateFunction => ajv.compile({ $ref: `openapi#/components/schemas/${name}` })
  const relocated = (schema: Json): Json =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components')) as Json
  function expectValid(validate: ValidateFunction, value: unknown, label: string): void {
    expect(validate(value), `${label}: ${JSON.stringify(validate.errors)} in ${JSON.stringify(value).slice(0, 300)}`).to.equal(
      true,
    )
  }

  it('are served as application/schema+json for schemas and application/json for the OpenAPI document', async () => {
    const read = await client.send('GET', `${root}/schemas/read/product.json`)
    expect(read.headers['content-type']).to.match(/^application\/schema\+json/)
    expect(read.body).to.include({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'ProductRead',
      type: 'object',
    })
    const openapi = await client.send('GET', `${root}/openapi.json`)
    expect(openapi.headers['content-type']).to.match(/^application\/json/)
    expect(openapi.body)
      .to.have.property('openapi')
      .that.matches(/^3\.1\./)
  })

  it('answer 404 with problem details for unknown schema files', async () => {
    for (const path of [
      'schemas/read/produkt.json',
      'schemas/read/product',
      'schemas/list/product.json',
      'schemas/read/__proto__.json',
    ]) {
      const answer = await client.send('GET', `${root}/${path}`)
      expect(outcome(answer), path).to.equal('404 NOT_FOUND')
      expect(answer.headers['content-type']).to.match(/^application\/problem\+json/)
    }
  })

  it('have exactly one operation for each that an entity supports', () => {
    const operationList = Object.values(document.paths).flatMap((path) =>
      Object.entries(path).filter(([method]) => method !== 'parameters'),
    )
    const ids = operationList.map(([, operation]) => operation.operationId)
    expect(new Set(ids).size).to.equal(ids.length)
    const all = coreEntities.map((entity) => completeEntity(entity, 'core'))
    const expected = all.map(({ operations }) => operations.length).reduce((sum, count) => sum + count, 0)
    // Entities with a file field have four file operations: list, read, store and remove.
    const files = all.filter((entity) => listFileProperties(entity).length > 0).length * 4
    // Files that a record stores without a field can be listed and read.
    const fileRoutes = all.filter((entity) => listFileProperties(entity).length === 0 && entity.keptFiles).length * 2
    expect(fileRoutes).to.equal(8)
    const prints = all.filter(({ name }) => printedDocuments.some(({ entity }) => entity === name)).length
    const sheets = 4
    expect(ids.length).to.equal(expected + files + fileRoutes + prints + sheets + 4)
    for (const { name, properties, keptFiles: ownFiles } of all) {
      const has =
        ownFiles !== undefined || Object.values(properties).some(({ kind }) => kind.name === 'image' || kind.name === 'file')
      expect(Object.keys(document.paths).includes(`/${name}/{id}/files/{field}`), name).to.equal(has)
    }
    for (const definition of coreEntities) {
      const entity = completeEntity(definition, 'core')
      for (const [operation, method] of Object.entries(methods) as [keyof typeof methods, string][]) {
        const path = `/${entity.name}${operation === 'list' || operation === 'create' ? '' : '/{id}'}`
        expect(document.paths[path]?.[method] !== undefined, `${operation} ${entity.name}`).to.equal(
          entity.operations.includes(operation),
        )
      }
    }
  })

  it('contain examples that match their own schemas', () => {
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(operations)) {
        if (method === 'parameters') continue
        const bodies = [operation.requestBody, ...Object.values(operation.responses)]
        for (const { schema, example } of bodies.flatMap((body) => Object.values(body?.content ?? {}))) {
          if (example !== undefined) expectValid(ajv.compile(relocated(schema)), example, `${method} ${path}`)
        }
      }
    }
  })

  for (const definition of coreEntities) {
    const entity = completeEntity(definition, 'core')
    const pascal = entity.name.replace(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase())

    it(`describe the requests and responses of ${entity.name} exactly`, async () => {
      const id = await sampleId(service.app, entity)
      const single = document.paths[`/${entity.name}/{id}`]!
      const answers: [string, Operation | undefined, JsonReply][] = [
        ['read', single.get, await client.send('GET', `${root}/${entity.name}/${id}`)],
        ['list', document.paths[`/${entity.name}`]!.get, await client.send('GET', `${root}/${entity.name}`)],
        ['unknown', single.get, await client.send('GET', `${root}/${entity.name}/999999999`)],
      ]
      if (entity.operations.includes('create')) {
        const fields = await sampleFields(service.app, entity)
        expectValid(component(`${pascal}Write`), fields, `${entity.name} write`)
        answers.push([
          'create',
          document.paths[`/${entity.name}`]!.post,
          await client.send('POST', `${root}/${entity.name}`, fields),
        ])
        answers.push([
          'refused',
          document.paths[`/${entity.name}`]!.post,
          await client.send('POST', `${root}/${entity.name}`, { nonsense: 1 }),
        ])
        expect(component(`${pascal}Write`)({ ...fields, nonsense: 1 }), 'unknown field').to.equal(false)
      }
      for (const [label, operation, answer] of answers) {
        const response = operation?.responses[String(answer.status)]
        expect(response, `${label} ${entity.name}: ${answer.status}`).to.not.equal(undefined)
        const { content } =
          (response?.$ref === undefined
            ? response
            : (document.components.responses[response.$ref.split('/').at(-1)!] as typeof response)) ?? {}
        const media = String(answer.headers['content-type']).split(';')[0]!
        expect(Object.keys(content ?? {}), `${label} ${entity.name}`).to.deep.equal([media])
        expectValid(ajv.compile(relocated(content![media]!.schema)), answer.body, `${label} ${entity.name}`)
      }
    })

    it(`include the schemas of ${entity.name} with a member for every readable or writable property`, async () => {
      const [read, write] = await Promise.all(
        ['read', 'write'].map(
          async (use) => (await client.send('GET', `${root}/schemas/${use}/${entity.name}.json`)).body as SchemaFile,
        ),
      )
      for (const property of Object.values(entity.properties)) {
        const [reads, writes] = [read!.properties[property.name], write!.properties[property.name]]
        const inSchemas = property.kind.schema(property, 'read') !== null
        expect(reads !== undefined, `${property.name} in read`).to.equal(inSchemas)
        expect(writes !== undefined, `${property.name} in write`).to.equal(inSchemas && !property.readOnly)
        if (!inSchemas) continue
        expect(reads?.writeOnly ?? false, `${property.name} writeOnly`).to.equal(property.apiSensitive ?? false)
        expect(reads?.['x-svc-platforms']).to.deep.equal(property.platforms)
        if (writes && property.platformDefaults) {
          expect(writes['x-svc-platform-defaults']).to.deep.equal(property.platformDefaults)
          expect(writes).to.have.property('default')
        }
        const unconditional = property.required === true && !property.appliesWhen && !property.platforms
        const keys = property.translatable ? [`${property.name}_en_GB`, `${property.name}_de_DE`] : [property.name]
        for (const key of keys) {
          expect(read!.properties).to.have.property(key)
          if (writes) expect(write!.required?.includes(key) ?? false, `${key} required`).to.equal(unconditional)
        }
      }
      expect(write!.additionalProperties).to.equal(false)
      expect(write!.properties).not.to.have.property('id')
    })
  }

  it('follow the active languages without a restart', async () => {
    const id = String((await service.app.records.list('settings')).records[0]!.id)
    const keys = async () =>
      Object.keys(((await client.send('GET', `${root}/schemas/write/country.json`)).body as SchemaFile).properties)
    expect(await keys()).to.include('name_de_DE')
    await service.app.records.write('settings', { active_languages: ['en-GB', 'fr-FR'] }, { id: Number(id) })
    expect(await keys())
      .to.include('name_fr_FR')
      .and.not.to.include('name_de_DE')
    expect(JSON.stringify((await client.send('GET', `${root}/openapi.json`)).body)).to.contain('name_fr_FR')
    await service.app.records.write('settings', { active_languages: ['en-GB', 'de-DE'] }, { id: Number(id) })
  })
})

interface SchemaFile {
  readonly properties: Readonly<Record<string, Json>>
  readonly required?: readonly string[]
  readonly additionalProperties: boolean
}
