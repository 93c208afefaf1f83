// Default values of new records, and changes of empty, locked and read-only fields.
import { plainIssues } from '../../../support/caught-error.js'
import { expect } from 'chai'
import type { EntityDefinition } from '../../../../core/model/entity/define.js'
import { boolean } from '../../../../core/model/properties/boolean.js'
import { join } from '../../../../core/model/properties/join.js'
import { decimal, number } from '../../../../core/model/properties/number.js'
import { ordering } from '../../../../core/model/properties/ordering.js'
import { string } from '../../../../core/model/properties/string.js'
import { readEntityRecord } from '../../../../core/storage/pipeline-records.js'
import { writeEntityRecord } from '../../../../core/storage/pipeline/write.js'
import { openTestContext, type TestContext } from '../test-context.js'
import { catchValidationError, listRejectedFields } from '../../../support/validation-error.js'

const lamp: EntityDefinition = {
  name: 'lamp',
  label: 'lamp',
  pluralLabel: 'lamps',
  area: 'store',
  listing: ['name'],
  properties: {
    name: string('Name', { locked: true }),
    watts: number('Watts', { default: 40, min: 1, platformDefaults: { shop_platform: 60 } }),
    unsound: number('Unsound', { default: -5, min: 0 }),
    needed: number('Needed', { default: -5, min: 0, required: true }),
    lit: boolean('Lit', { default: true }),
    colour: string('Colour', { translatable: true, default: 'white' }),
    price: decimal('Price'),
    serial: string('Serial', { readOnly: true }),
    country_id: join('Country', 'country', { locked: true }),
  },
}

const bulb: EntityDefinition = {
  name: 'bulb',
  label: 'bulb',
  pluralLabel: 'bulbs',
  area: 'store',
  listing: [],
  properties: { lamp_id: join('Lamp', 'lamp', { owner: true }), ordering: ordering() },
}

describe('A new record', () => {
  let context: TestContext
  before(async () => {
    context = await openTestContext({ entities: [lamp, bulb] })
  })
  after(() => context.database.close())
  const create = async (input: Record<string, unknown>): Promise<Readonly<Record<string, unknown>>> => {
    const { id } = await writeEntityRecord(context, 'lamp', { needed: 1, ...input })
    return (await readEntityRecord(context, 'lamp', id)).record
  }

  it('has the declared defaults in fields that were omitted or empty', async () => {
    const expected = { watts: 40, lit: true, colour_en_GB: 'white', colour_de_DE: 'white' }
    expect(await create({})).to.include(expected)
    expect(await create({ watts: '', lit: null, colour: '' })).to.include(expected)
  })

  it('stores the sent values, including false and 0', async () => {
    expect(await create({ watts: 7, lit: false, price: 0, colour_de_DE: 'rot' })).to.include({
      watts: 7,
      lit: false,
      price: 0,
      colour_en_GB: 'white',
      colour_de_DE: 'rot',
    })
  })

  it('ignores a default that its own property rejects, and requires a value in a required field', async () => {
    expect(await create({})).to.include({ unsound: null })
    expect(await listRejectedFields(writeEntityRecord(context, 'lamp', {}))).to.deep.equal(['needed'])
  })

  it('has the default of its host platform', async () => {
    const shop = { ...context, platform: 'shop_platform' as const }
    const { id } = await writeEntityRecord(shop, 'lamp', { needed: 1 })
    expect((await readEntityRecord(shop, 'lamp', id)).record).to.include({ watts: 60 })
  })

  it('has empty texts and null in other fields if nothing was sent and no default is declared', async () => {
    expect(await create({})).to.include({ name: '', price: null, country_id: null })
    const columns = 'name, price, country_id, serial'
    const [row] = await context.database.query(`SELECT ${columns} FROM svc_lamp ORDER BY id DESC LIMIT 1`)
    expect(row).to.deep.equal({ name: '', price: null, country_id: null, serial: '' })
  })

  it('is the last one of its parent unless a position was sent', async () => {
    const { id: first } = await create({})
    const { id: second } = await create({})
    const place = async (lamp_id: unknown, input: object = {}): Promise<unknown> => {
      const { id } = await writeEntityRecord(context, 'bulb', { lamp_id, ...input })
      return (await readEntityRecord(context, 'bulb', id)).record.ordering
    }
    expect(await place(first)).to.equal(1)
    expect(await place(first)).to.equal(2)
    expect(await place(second)).to.equal(1)
    expect(await place(first, { ordering: 10 })).to.equal(10)
    expect(await place(first)).to.equal(11)
  })

  it('rejects a read-only field from a caller, but accepts it from the core', async () => {
    expect(await listRejectedFields(writeEntityRecord(context, 'lamp', { needed: 1, serial: 'x' }))).to.deep.equal(['serial'])
    const { id } = await writeEntityRecord(context, 'lamp', { needed: 1, serial: 'x' }, { internal: true })
    expect((await readEntityRecord(context, 'lamp', id)).record).to.include({ serial: 'x' })
  })
})

describe('A change of a record', () => {
  let context: TestContext
  let id: number
  before(async () => {
    context = await openTestContext({ entities: [lamp, bulb] })
    id = (await writeEntityRecord(context, 'lamp', { needed: 1, name: 'Desk', price: 12.5, colour_de_DE: 'rot', country_id: 5 }))
      .id
  })
  after(() => context.database.close())
  const changed = async (input: Record<string, unknown>): Promise<Readonly<Record<string, unknown>>> => {
    await writeEntityRecord(context, 'lamp', input, { id })
    return (await readEntityRecord(context, 'lamp', id)).record
  }

  it('affects only the sent fields and languages, and applies no defaults', async () => {
    expect(await changed({ colour_en_GB: 'red' })).to.include({ colour_de_DE: 'rot', price: 12.5, watts: 40, name: 'Desk' })
    expect(await changed({ watts: null })).to.include({ watts: null, colour_en_GB: 'red' })
    expect(await changed({ price: '' })).to.include({ price: null, watts: null })
  })

  it('is rejected for a locked field unless the value is the same', async () => {
    const refusal = await catchValidationError(changed({ name: 'Floor', country_id: '6' }))
    expect(plainIssues(refusal.issues)).to.deep.equal([
      { field: 'name', code: 'LOCKED', message: 'Field Name cannot be changed after creation.' },
      { field: 'country_id', code: 'LOCKED', message: 'Field Country cannot be changed after creation.' },
    ])
    expect(await changed({ name: 'Desk', country_id: '5' })).to.include({ name: 'Desk', country_id: 5 })
    expect(await listRejectedFields(changed({ name: '' }))).to.deep.equal(['name'])
  })

  it('clears an optional reference with null or an empty text, never with 0', async () => {
    await writeEntityRecord(context, 'settings', { default_country_id: 5 }, { id: 1 })
    for (const zero of [0, '0', -1, 1.5, true]) {
      const refusal = await catchValidationError(writeEntityRecord(context, 'settings', { default_country_id: zero }, { id: 1 }))
      expect(refusal.issues[0]).to.include({ field: 'default_country_id' })
      expect(refusal.message).to.contain('null clears it')
    }
    for (const empty of [null, '']) {
      await writeEntityRecord(context, 'settings', { default_country_id: 5 }, { id: 1 })
      await writeEntityRecord(context, 'settings', { default_country_id: empty }, { id: 1 })
      expect((await readEntityRecord(context, 'settings', 1)).record).to.include({ default_country_id: null })
    }
  })

  it('without fields stores only a new revision', async () => {
    const before = await readEntityRecord(context, 'lamp', id)
    await writeEntityRecord(context, 'lamp', {}, { id })
    expect(await readEntityRecord(context, 'lamp', id)).to.deep.equal({ ...before, revision: before.revision + 1 })
  })
})
