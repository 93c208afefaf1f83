// Reads of one record: languages, fields that are never returned, and the number of statements.
import { expect } from 'chai'
import type { EntityDefinition } from '../../../../core/model/entity/define.js'
import { getVersionedSnapshot } from '../../../../core/storage/caches.js'
import { listEntityRecords } from '../../../../core/storage/record/list.js'
import { readEntityRecord } from '../../../../core/storage/pipeline-records.js'
import { writeEntityRecord } from '../../../../core/storage/pipeline/write.js'
import { openTestContext, type TestContext } from '../test-context.js'
import { catchValidationError } from '../../../support/validation-error.js'

describe('A read of a record', () => {
  let context: TestContext
  let id: number
  before(async () => {
    context = await openTestContext()
    const input = { title_en_GB: 'Blind', title_de_DE: 'Rollo', tax_class_id: 1, description_en_GB: 'Made to measure' }
    id = (await writeEntityRecord(context, 'product', input)).id
  })
  after(() => context.database.close())

  it('returns the plain key in the default language of the store, and a flat key for each language', async () => {
    const { entity, record, revision } = await readEntityRecord(context, 'product', id)
    expect(entity).to.equal('product')
    expect(revision).to.equal(1)
    expect(record).to.include({ id, title: 'Blind', title_en_GB: 'Blind', title_de_DE: 'Rollo', tax_class_id: 1 })
  })

  it('returns the plain key in the requested language, or in the default language if that text is empty', async () => {
    const { record } = await readEntityRecord(context, 'product', id, { language: 'de-DE' })
    expect(record).to.include({ title: 'Rollo', description: 'Made to measure', description_de_DE: '' })
  })

  it('returns every field in the format of its kind', async () => {
    const { record } = await readEntityRecord(context, 'product', id)
    expect(record).to.include({
      published: true,
      baseprice: 0,
      was_price: null,
      sku: '',
      visualization_type: 'none',
      label: 'blind',
    })
    expect(record.baseprice_overrides).to.deep.equal([])
  })

  it('omits images, files, multiselects and child lists', async () => {
    const { record } = await readEntityRecord(context, 'product', id)
    expect(record).to.not.have.any.keys('image', 'visualization_image', 'detail_panes', 'revision')
    expect((await readEntityRecord(context, 'settings', 1)).record).to.not.have.property('active_languages')
  })

  it('never returns a sensitive field', async () => {
    await writeEntityRecord(context, 'settings', { license_key: 'canary-1', advisor_api_key: 'canary-2' }, { id: 1 })
    const answer = JSON.stringify(await readEntityRecord(context, 'settings', 1))
    expect(answer).to.not.contain('canary')
    expect(answer).to.not.contain('license_key')
  })

  it('rejects an inactive language with the active ones', async () => {
    const refusal = await catchValidationError(readEntityRecord(context, 'product', id, { language: 'fr-FR' }))
    expect(refusal.issues[0]).to.deep.include({ field: 'language', code: 'UNKNOWN_LANGUAGE' })
    expect(refusal.message).to.contain("'fr-FR'").and.to.contain("'en-GB' or 'de-DE'")
  })

  for (const wrong of [999_999, 0, -1, 1.5, Number.NaN, 2 ** 60]) {
    it(`returns NOT_FOUND for the id ${wrong}`, async () => {
      const error = await readEntityRecord(context, 'product', wrong).catch((caught: unknown) => caught)
      expect(error).to.include({ code: 'NOT_FOUND' })
    })
  }

  it('returns NOT_FOUND with the most similar name for an unknown entity', async () => {
    const error = (await readEntityRecord(context, 'prodct', id).catch((caught: unknown) => caught)) as Error
    expect(error.message).to.equal("There is no entity 'prodct'. Did you mean 'product'?")
  })

  it('needs two statements after the versions are known, and one without translatable fields', async () => {
    const shopSnapshot = await getVersionedSnapshot(context)
    const statements: string[] = []
    const stop = context.database.observe((sql) => statements.push(sql))
    await readEntityRecord(context, 'product', id, { versionedSnapshot: shopSnapshot })
    expect(statements).to.have.length(2)
    await readEntityRecord(context, 'tax-class', 1, { versionedSnapshot: shopSnapshot })
    stop()
    expect(statements).to.have.length(3)
  })
})

describe('A change of the active languages', () => {
  it('is visible to the next read', async () => {
    const context = await openTestContext()
    try {
      const input = { title_en_GB: 'Blind', title_de_DE: 'Rollo', tax_class_id: 1 }
      const { id } = await writeEntityRecord(context, 'product', input)
      await writeEntityRecord(context, 'settings', { active_languages: ['en-GB', 'fr-FR'] }, { id: 1 })
      const { record } = await readEntityRecord(context, 'product', id, { language: 'fr-FR' })
      expect(record).to.include({ title: 'Blind', title_fr_FR: '' }).and.to.not.have.property('title_de_DE')
    } finally {
      await context.database.close()
    }
  })
})

describe('A default language without texts', () => {
  it('is replaced by the first active language with a text in reads, lists, sorts and searches', async () => {
    const context = await openTestContext()
    try {
      const createProduct = async (en: string, de: string): Promise<number> =>
        (await writeEntityRecord(context, 'product', { title_en_GB: en, title_de_DE: de, tax_class_id: 1 })).id
      const blind = await createProduct('Blind', 'Rollo')
      const door = await createProduct('Door', 'Tür')
      const active = (tags: readonly string[]): Promise<unknown> =>
        writeEntityRecord(context, 'settings', { language_tag: tags[0], active_languages: tags }, { id: 1 })
      await active(['fr-FR', 'de-DE', 'en-GB'])
      expect((await readEntityRecord(context, 'product', blind)).record).to.include({
        title: 'Rollo',
        title_fr_FR: '',
        title_en_GB: 'Blind',
      })
      expect((await readEntityRecord(context, 'product', blind, { language: 'en-GB' })).record).to.include({ title: 'Blind' })
      const titles = async (query: object = {}): Promise<readonly unknown[]> =>
        (await listEntityRecords(context, 'product', query)).records.map(({ title }) => title)
      expect(await titles()).to.deep.equal(['Rollo', 'Tür'])
      await writeEntityRecord(context, 'product', { title_fr_FR: 'Porte' }, { id: door })
      expect(await titles({ sort: 'title' })).to.deep.equal(['Porte', 'Rollo'])
      expect(await titles({ filters: new Map([['search', 'ROLLO']]) })).to.deep.equal(['Rollo'])
      expect(await titles({ filters: new Map([['search', 'tur']]) })).to.deep.equal([])
      await active(['es-ES', 'fr-FR', 'en-GB'])
      expect(await titles()).to.deep.equal(['Blind', 'Porte'])
      const changed = await writeEntityRecord(context, 'product', { sku: 'B' }, { id: blind, returning: true })
      expect(changed.written!.record).to.deep.equal((await readEntityRecord(context, 'product', blind)).record)
    } finally {
      await context.database.close()
    }
  })
})

const plain: EntityDefinition = {
  name: 'plain',
  label: 'plain',
  pluralLabel: 'plains',
  area: 'store',
  listing: [],
  properties: {},
}

describe('An entity without properties', () => {
  it('can be stored and read', async () => {
    const context = await openTestContext({ entities: [plain] })
    try {
      const { id } = await writeEntityRecord(context, 'plain', {})
      expect((await readEntityRecord(context, 'plain', id)).record).to.deep.equal({ id })
    } finally {
      await context.database.close()
    }
  })
})
