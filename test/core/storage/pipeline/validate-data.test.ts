// Validation: all issues of a record are reported at once by field, and nothing is stored.
import { plainIssues } from '../../../support/caught-error.js'
import { expect } from 'chai'
import { Refusal } from '../../../../core/foundation/property/kind.js'
import type { EntityDefinition } from '../../../../core/model/entity/define.js'
import { boolean } from '../../../../core/model/properties/boolean.js'
import { groupPrice } from '../../../../core/model/properties/group-price.js'
import { join } from '../../../../core/model/properties/join.js'
import { number } from '../../../../core/model/properties/number.js'
import { string } from '../../../../core/model/properties/string.js'
import { readEntityRecord } from '../../../../core/storage/pipeline-records.js'
import { writeEntityRecord } from '../../../../core/storage/pipeline/write.js'
import { openTestContext, type TestContext } from '../test-context.js'
import { catchValidationError, listRejectedFields } from '../../../support/validation-error.js'

const tent: EntityDefinition = {
  name: 'tent',
  label: 'tent',
  pluralLabel: 'tents',
  area: 'store',
  listing: ['name'],
  unique: [['name'], ['row', 'place']],
  properties: {
    name: string('Name', { required: true }),
    row: number('Row'),
    place: number('Place'),
    heated: boolean('Heated', { default: false }),
    fuel: string('Fuel', { required: true, appliesWhen: { property: 'heated', values: [true] } }),
    burner: string('Burner', { required: true, appliesWhen: { property: 'fuel', values: ['gas'] } }),
    receipt: string('Receipt', { required: true, platforms: ['shop_platform'] }),
    motto: string('Motto', { translatable: true }),
    host_id: join('Host', 'country', { weak: true }),
    prices: groupPrice('Prices'),
  },
  validate: ({ record }) => (record.name === 'cursed' ? [{ field: 'name', refusal: new Refusal('Not this one.') }] : []),
}

describe('Validation', () => {
  let context: TestContext
  before(async () => {
    context = await openTestContext({ entities: [tent] })
  })
  after(() => context.database.close())
  const refused = (input: Record<string, unknown>, id?: number): Promise<readonly string[]> =>
    listRejectedFields(writeEntityRecord(context, 'tent', input, { id }))

  it('reports an empty required field with its label', async () => {
    const refusal = await catchValidationError(writeEntityRecord(context, 'tent', {}))
    expect(plainIssues(refusal.issues)).to.deep.equal([
      { field: 'name', code: 'REQUIRED', message: 'Field Name cannot be empty.' },
    ])
  })

  it('reports all issues at once and stores nothing', async () => {
    const input = { nam: 'x', row: 'first', motto_en_GB: 7, host_id: 999_999, heated: true, prices: [{ customer_group_id: 1 }] }
    expect(await refused(input)).to.have.members(['nam', 'name', 'row', 'motto_en_GB', 'host_id', 'fuel', 'prices[0].price'])
    expect(await context.database.query('SELECT id FROM svc_tent')).to.deep.equal([])
    expect(await context.database.query("SELECT * FROM svc_texts WHERE entity = 'tent'")).to.deep.equal([])
  })

  it('rejects line breaks of every kind in a single-line text, in each language', async () => {
    for (const lineEnd of ['\n', '\r', '\r\n', '\v', '\f']) {
      expect(await refused({ name: `a${lineEnd}b`, motto_en_GB: `a${lineEnd}b` })).to.have.members(['name', 'motto_en_GB'])
    }
  })

  it('accepts an empty list only in fields that accept lists', async () => {
    const lists = { name: [], row: [], heated: [], motto_en_GB: [], host_id: [] }
    expect(await refused({ ...lists, prices: [] })).to.have.members(Object.keys(lists))
    const refusal = await catchValidationError(writeEntityRecord(context, 'tent', { name: [] }))
    expect(plainIssues(refusal.issues)).to.deep.equal([
      { field: 'name', code: 'WRONG_TYPE', message: 'Field Name takes a text.' },
    ])
  })

  it('requires no field whose condition is false or depends on a field that does not apply', async () => {
    await writeEntityRecord(context, 'tent', { name: 'cold', fuel: '' })
    await writeEntityRecord(context, 'tent', { name: 'unheated', fuel: 'gas' })
    expect(await refused({ name: 'hot', heated: true })).to.deep.equal(['fuel'])
    expect(await refused({ name: 'hot', heated: true, fuel: 'gas' })).to.deep.equal(['burner'])
  })

  it('requires no field of another host platform', async () => {
    const shop = { ...context, platform: 'shop_platform' as const }
    await writeEntityRecord(context, 'tent', { name: 'elsewhere' })
    expect(await listRejectedFields(writeEntityRecord(shop, 'tent', { name: 'there' }))).to.deep.equal(['receipt'])
  })

  it('requires fields on a change only if the change empties them or makes them applicable', async () => {
    const { id } = await writeEntityRecord(context, 'tent', { name: 'changing' })
    expect(await refused({ name: '' }, id)).to.deep.equal(['name'])
    expect(await refused({ heated: true }, id)).to.deep.equal(['fuel'])
    await context.database.run("UPDATE svc_tent SET name = '' WHERE id = ?", [id])
    await writeEntityRecord(context, 'tent', { row: 3 }, { id })
  })

  it('runs the validation of the entity after all fields are valid', async () => {
    expect(await refused({ name: 'cursed' })).to.deep.equal(['name'])
    expect(await refused({ name: 'cursed', row: 'x' })).to.deep.equal(['row'])
  })

  it('reports unknown references with field and id, including those in structured values', async () => {
    const refusal = await catchValidationError(writeEntityRecord(context, 'tent', { name: 'a', host_id: 999_999 }))
    const message = 'Field Host refers to a record that does not exist: country 999999.'
    expect(plainIssues(refusal.issues)).to.deep.equal([{ field: 'host_id', code: 'UNKNOWN_REFERENCE', message }])
    const prices = [1, 77, 78].map((customer_group_id) => ({ customer_group_id, price: 1 }))
    expect(await refused({ name: 'a', prices })).to.deep.equal(['prices', 'prices'])
  })

  it('rejects a value that another record has in a unique field', async () => {
    const { id } = await writeEntityRecord(context, 'tent', { name: 'only', row: 1, place: 2 })
    const refusal = await catchValidationError(writeEntityRecord(context, 'tent', { name: 'only' }))
    expect(refusal.issues[0]).to.include({ field: 'name', code: 'NOT_UNIQUE' })
    expect(refusal.message).to.equal(`Field Name must be unique: 'only' is already used by tent ${id}.`)
    expect(await refused({ name: 'b', row: 1, place: 2 })).to.deep.equal(['place'])
    await writeEntityRecord(context, 'tent', { name: 'c', row: 1, place: 3 })
    await writeEntityRecord(context, 'tent', { name: 'd', row: 1 })
    await writeEntityRecord(context, 'tent', { name: 'e', row: 1 })
    await writeEntityRecord(context, 'tent', { name: 'only', row: 1, place: 2 }, { id })
  })
})

describe('Translatable fields', () => {
  let context: TestContext
  before(async () => {
    context = await openTestContext()
  })
  after(() => context.database.close())
  const sound = { title_en_GB: 'Blind', title_de_DE: 'Rollo', tax_class_id: 1 }

  it('must be set in every active language on create if they are required', async () => {
    const refusal = await catchValidationError(writeEntityRecord(context, 'product', { title: 'Blind', tax_class_id: 1 }))
    expect(refusal.issues.map((issue) => issue.field)).to.deep.equal(['title_de_DE'])
    expect(refusal.message).to.match(/^Field Title cannot be empty\./)
    expect(await listRejectedFields(writeEntityRecord(context, 'product', { tax_class_id: 1 }))).to.deep.equal([
      'title_en_GB',
      'title_de_DE',
    ])
  })

  it('can be changed in a single language, but a required one cannot be emptied', async () => {
    const { id } = await writeEntityRecord(context, 'product', sound)
    await writeEntityRecord(context, 'product', { title_en_GB: 'Shade' }, { id })
    expect((await readEntityRecord(context, 'product', id)).record).to.include({ title_en_GB: 'Shade', title_de_DE: 'Rollo' })
    expect(await listRejectedFields(writeEntityRecord(context, 'product', { title_de_DE: '' }, { id }))).to.deep.equal([
      'title_de_DE',
    ])
    expect(await listRejectedFields(writeEntityRecord(context, 'product', { title: null }, { id }))).to.deep.equal([
      'title_en_GB',
    ])
    await writeEntityRecord(context, 'product', { description_en_GB: 'x' }, { id })
    await writeEntityRecord(context, 'product', { description_en_GB: '' }, { id })
    expect((await readEntityRecord(context, 'product', id)).record).to.include({ description: '' })
  })

  it('can be unique per language: a sent label in use is rejected, a derived one gets a suffix', async () => {
    const { id } = await writeEntityRecord(context, 'product', { ...sound, title_en_GB: 'Door', title_de_DE: 'Tür' })
    const { id: second } = await writeEntityRecord(context, 'product', { ...sound, title_en_GB: 'Door', title_de_DE: 'Tür' })
    expect((await readEntityRecord(context, 'product', second)).record).to.include({
      label_en_GB: 'door-2',
      label_de_DE: 'tur-2',
    })
    expect(await listRejectedFields(writeEntityRecord(context, 'product', { ...sound, label_en_GB: 'door' }))).to.deep.equal([
      'label_en_GB',
    ])
    expect(await listRejectedFields(writeEntityRecord(context, 'product', { label_de_DE: 'tur' }, { id: second }))).to.deep.equal(
      ['label_de_DE'],
    )
    await writeEntityRecord(context, 'product', { label_en_GB: 'gate' }, { id })
    await writeEntityRecord(context, 'product', { label_en_GB: 'door' }, { id: second })
  })
})
