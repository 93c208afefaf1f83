// Properties that a customization adds to a core entity: list columns, filters, sorting, and types of in-process reads.
import { expect } from 'chai'
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { generateTypeFiles } from '../../core/model/schema/generated-types.js'
import type { EntityShape } from '../../plugins/admin/api/shape.js'
import { withEntity } from '../fixtures/customizations/with-entity.js'
import { withListedProperty } from '../fixtures/customizations/with-listed-property.js'
import { type AdminService, startAdmin } from '../plugins/admin/service.js'
import { everyScope } from '../plugins/rest/service.js'
import { createJsonClient, type JsonClient } from '../support/json-client.js'
import { readRepositoryFile, repositoryRoot } from '../support/repository.js'
import { createProduct } from '../support/small-shop.js'

type Row = Readonly<Record<string, unknown>>

describe('properties that a customization adds to products', () => {
  let service: AdminService
  let client: JsonClient

  before(async () => {
    service = await startAdmin({ customizations: [withEntity, withListedProperty] })
    const { app } = service
    const { token } = await app.access.tokens.mint({ name: 'lists', scopes: everyScope })
    client = createJsonClient(app.url, token)
    await createProduct(app.records, 'Saw', {
      acme_grade: 'b',
      acme_delivered: '2026-02-01',
      acme_code: 'Oak 12',
      acme_note: 'one',
    })
    await createProduct(app.records, 'Saw', { acme_grade: 'a', acme_delivered: '2026-01-01', acme_code: 'Oak 7', acme_length: 3 })
    await createProduct(app.records, 'Saw', { acme_grade: 'b', acme_delivered: '2026-03-01', acme_code: 'Ash 7' })
  })
  after(async () => {
    client.close()
    await service.stop()
  })

  const rows = async (query: string): Promise<readonly Row[]> =>
    (await client.data<{ readonly records: readonly Row[] }>('GET', `/svc-api/v1/product?${query}`)).records
  const ids = async (query: string): Promise<readonly unknown[]> => (await rows(query)).map(({ id }) => id)

  it('a property with `list` is a column of the collection, other properties are not', async () => {
    const listed = await rows('sort=id')
    expect(listed.map((row) => row['acme_grade'])).to.deep.equal(['b', 'a', 'b'])
    for (const name of ['acme_delivered', 'acme_code', 'acme_note', 'acme_length']) expect(listed[0]).not.to.have.property(name)
  })

  it('a property with `list` filters and sorts the collection', async () => {
    expect(await ids('filter[acme_grade]=b&sort=id')).to.deep.equal([1, 3])
    expect(await ids('sort=acme_grade,-id')).to.deep.equal([2, 3, 1])
    expect((await client.send('GET', '/svc-api/v1/product?filter[acme_grade]=c')).status).to.equal(422)
  })

  it('a property with `filter` filters the collection without being a column', async () => {
    expect(await ids('filter[acme_delivered_from]=2026-02-01&sort=id')).to.deep.equal([1, 3])
    expect(await ids('filter[acme_delivered_to]=2026-02-01&sort=id')).to.deep.equal([1, 2])
    expect(await ids('filter[acme_code]=oak&sort=id')).to.deep.equal([1, 2])
  })

  it('a property with `sort` sorts the collection without being a column', async () => {
    expect(await ids('sort=acme_delivered')).to.deep.equal([2, 1, 3])
    expect(await ids('sort=-acme_delivered')).to.deep.equal([3, 1, 2])
  })

  it('a property without these options neither filters nor sorts', async () => {
    for (const query of ['filter[acme_note]=one', 'filter[acme_length]=3', 'sort=acme_note', 'sort=acme_code']) {
      expect((await client.send('GET', `/svc-api/v1/product?${query}`)).status, query).to.equal(422)
    }
  })

  it("the admin's list has the column and the filters", async () => {
    const person = await service.as(...everyScope)
    const { columns, filters } = (await person.send('GET', 'entities/product')).body as EntityShape
    const column = columns.find(({ field }) => field === 'acme_grade')
    expect(column?.label).to.equal('Grade')
    expect(columns.map(({ field }) => field)).not.to.include('acme_delivered')
    const names = filters.map(({ name }) => name).filter((name) => name.startsWith('acme_'))
    expect(names).to.have.members(['acme_grade', 'acme_delivered_from', 'acme_delivered_to', 'acme_code'])
    const list = (await person.send('GET', 'records/product?sort=acme_grade,-id&filter[acme_grade]=b')).body as {
      readonly data: readonly Row[]
    }
    expect(list.data.map(({ id, acme_grade: grade }) => [id, grade])).to.deep.equal([
      [3, 'b'],
      [1, 'b'],
    ])
  })

  describe('types in a program that includes the generated types', function () {
    this.timeout(120_000)
    let folder: string

    before(() => {
      folder = mkdtempSync(join(tmpdir(), 'svc-typed-'))
      const write = (path: string, text: string): void => {
        mkdirSync(dirname(join(folder, path)), { recursive: true })
        writeFileSync(join(folder, path), text)
      }
      for (const [path, text] of generateTypeFiles(service.app.context.registry, ['en-GB', 'de-DE'])) {
        if (path.endsWith('.ts')) write(`generated/${path}`, text)
      }
      write('package.json', '{"type": "module"}')
      write('tsconfig.json', readRepositoryFile('plugins/cli/template/tsconfig.json.txt'))
      mkdirSync(join(folder, 'node_modules'))
      symlinkSync(repositoryRoot, join(folder, 'node_modules', 'product-configurator-service'))
      symlinkSync(join(repositoryRoot, 'node_modules', '@types'), join(folder, 'node_modules', '@types'))
      write('src/index.ts', '')
    })
    after(() => rmSync(folder, { recursive: true }))

    /** The compiler errors of a customization whose `start` contains these lines. */
    const compile = async (...lines: readonly string[]): Promise<readonly string[]> => {
      const text = `import type { Customization } from 'product-configurator-service'
export const reader: Customization = {
  ...{ kind: 'customization', name: 'reader', core: '*', version: '1.0.0', migrations: [] },
  async start(app) {
${lines.map((line) => `    ${line}\n`).join('')}  },
}
`
      writeFileSync(join(folder, 'src/index.ts'), text)
      const tsc = join(repositoryRoot, 'node_modules/typescript/bin/tsc')
      const output = await new Promise<string>((resolve) =>
        execFile(process.execPath, [tsc, '-p', folder, '--noEmit', '--pretty', 'false'], (_error, stdout) => resolve(stdout)),
      )
      return output.split('\n').filter((line) => line !== '')
    }

    it('app.records.read and app.records.list include properties of core and of the customization, and its entities', async () => {
      const errors = await compile(
        "const { record } = await app.records.read('product', 1)",
        "const grade: '' | 'a' | 'b' | null = record.acme_grade",
        'const title: string | null = record.title_en_GB',
        "const density: number | null = (await app.records.read('material', 1)).record.density",
        "const [row] = (await app.records.list('product')).records",
        "const listed: '' | 'a' | 'b' | null | undefined = row?.acme_grade",
        'console.log(grade, title, density, listed)',
      )
      expect(errors).to.deep.equal([])
    })

    it('a property that does not exist or is no list column causes a compiler error', async () => {
      const errors = await compile(
        "console.log((await app.records.read('material', 1)).record.densty)",
        "console.log((await app.records.read('product', 1)).record.acme_colour)",
        "console.log((await app.records.list('product')).records[0]?.acme_note)",
      )
      expect(errors.map((error) => /'(\w+)' does not exist/.exec(error)?.[1])).to.deep.equal([
        ...['densty', 'acme_colour', 'acme_note'],
      ])
    })
  })
})
