// The typed client in generated/client, used against a running service.
import { expect } from 'chai'
import { type Client, type Collection, createClient, ServiceFailure } from '../../../generated/client/client.js'
import type { Entities } from '../../../generated/client/entities.js'
import type { FormulaTerm, Rule } from '../../../generated/types/entities.js'
import { createCatalogAuthor } from '../../support/catalog-author.js'
import { everyScope, type RestService, startRest } from './service.js'

/** True only if the two types are identical. A wrong type does not compile. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

describe('the typed client', () => {
  let service: RestService
  let client: Client
  before(async () => {
    service = await startRest()
    const { token } = await service.app.access.tokens.mint({ name: 'client', scopes: everyScope })
    client = createClient({ baseUrl: service.app.url, token })
  })
  after(() => service.stop())

  it('types rules, terms, selections and registered question types', async () => {
    type Question = Entities['question']
    const types: Same<Question['record']['question_type'], 'Textbox' | 'Slider'> = false
    const registered: 'Slider' | 'Multiselect' extends Question['record']['question_type'] ? true : false = true
    const stranger: 'Sliderr' extends Question['record']['question_type'] ? true : false = false
    const rules: Same<NonNullable<Question['write']['rules']>, Rule> = true
    const terms: Same<Entities['calculation-formula']['write']['terms'], readonly FormulaTerm[]> = true
    expect([types, registered, stranger, rules, terms]).to.deep.equal([false, true, false, true, true])

    const author = createCatalogAuthor(service.app)
    const product = await author.product('Typed')
    const width = await author.question(await author.page(product, 'Size'), 'Width', 'Slider')
    const rule: Rule = { all: [{ question: width, operator: '>=', value: 3 }] }
    const changed = await client('question').update(width, { rules: { not: rule }, question_type: 'Slider' })
    expect(changed.record.rules).to.deep.equal({ not: { all: [{ question: width, operator: '>=', value: 3 }] } })
    const calculation_id = await author.calculation(product, 'Price', 'formula', { terms: [{ number: 1 }] })
    const doubled: readonly FormulaTerm[] = [{ question: width }, { operator: '*' }, { group: [{ number: 2 }] }]
    const [body] = (await client('calculation-formula').list({ filter: { calculation_id } })).records
    expect((await client('calculation-formula').update(body!.id, { terms: doubled })).record.terms).to.deep.equal(doubled)
    const selections: Entities['example']['write']['selections'] = [{ question_id: width, value: '3' }]
    const example = { product_id: product, title_en_GB: 'Three', title_de_DE: 'Drei', selections }
    expect((await client('example').create(example)).record.selections).to.deep.equal(selections)
  })

  it('has exactly the operations of each entity', () => {
    const orders: Same<keyof Collection<'sales-order'>, 'list' | 'all' | 'read' | 'files'> = true
    type SettingsOperation = 'list' | 'all' | 'read' | 'update' | 'files' | 'storeFile' | 'removeFile'
    const settings: Same<keyof Collection<'settings'>, SettingsOperation> = true
    expect([orders, settings]).to.deep.equal([true, true])
  })

  it('creates, reads, updates, lists and deletes records', async () => {
    const salutations = client('salutation')
    const created = await salutations.create({ title_en_GB: 'Dr', title_de_DE: 'Dr.' }, { idempotencyKey: 'client-1' })
    expect(created.record.title_de_DE).to.equal('Dr.')
    expect((await salutations.create({ title_en_GB: 'Dr', title_de_DE: 'Dr.' }, { idempotencyKey: 'client-1' })).id).to.equal(
      created.id,
    )
    const read = await salutations.read(created.id, { languageTag: 'de-DE' })
    expect(read.record.title).to.equal('Dr.')
    const changed = await salutations.update(created.id, { title_en_GB: 'Doctor' }, { ifMatch: read.etag! })
    expect(changed.record).to.include({ title_en_GB: 'Doctor', title_de_DE: 'Dr.' })
    const page = await salutations.list({ filter: { search: 'Doctor' }, sort: ['-id'], limit: 5 })
    expect(page).to.include({ total: 1, limit: 5 })
    expect(page.records[0]).to.include({ id: created.id, title: 'Doctor' })
    await salutations.delete(created.id)
    expect((await salutations.list({ filter: { search: 'Doctor' } })).total).to.equal(0)
  })

  it('iterates over a complete collection page by page', async () => {
    const names = new Set<number>()
    for await (const country of client('country').all({ sort: ['name'] })) names.add(country.id)
    expect(names.size).to.equal((await client('country').list({ limit: 1 })).total)
    expect(names.size).to.be.above(200)
  })

  it('throws a ServiceFailure with the problem details', async () => {
    const failure = await client('product')
      .create({ title_en_GB: 'x' } as never)
      .then(() => null)
      .catch((error: unknown) => error)
    expect(failure).to.be.instanceOf(ServiceFailure)
    const { problem } = failure as ServiceFailure
    expect(problem).to.include({ code: 'VALIDATION_FAILED', status: 422 })
    expect(problem.validationIssues?.map((issue) => issue.field)).to.include('title_de_DE')
  })
})
