// Two properties with one value: a new name and the name that it replaces.
import { expect } from 'chai'
import type { EntityDefinition } from '../../../../core/model/entity/define.js'
import { number } from '../../../../core/model/properties/number.js'
import { string } from '../../../../core/model/properties/string.js'
import { readEntityRecord } from '../../../../core/storage/pipeline-records.js'
import { writeEntityRecord } from '../../../../core/storage/pipeline/write.js'
import { openTestContext, type TestContext } from '../test-context.js'
import { catchValidationError } from '../../../support/validation-error.js'

const crate: EntityDefinition = {
  name: 'crate',
  label: 'crate',
  pluralLabel: 'crates',
  area: 'store',
  listing: ['shelf'],
  properties: { weight: number('Weight'), shelf: string('Shelf'), rack: string('Rack', { sameAs: 'shelf' }) },
}

describe('A property with `sameAs`', () => {
  let context: TestContext
  before(async () => {
    context = await openTestContext({ entities: [crate] })
  })
  after(() => context.database.close())
  const stored = async (id: number): Promise<unknown[]> => {
    const { record } = await readEntityRecord(context, 'crate', id)
    return [record['shelf'], record['rack']]
  }
  const create = async (fields: Record<string, unknown>): Promise<number> =>
    (await writeEntityRecord(context, 'crate', fields)).id

  it('has the same value as the other property after a write of either', async () => {
    expect(await stored(await create({ shelf: 'a' }))).to.deep.equal(['a', 'a'])
    const id = await create({ rack: 'b' })
    expect(await stored(id)).to.deep.equal(['b', 'b'])
    await writeEntityRecord(context, 'crate', { shelf: 'c' }, { id })
    expect(await stored(id)).to.deep.equal(['c', 'c'])
    await writeEntityRecord(context, 'crate', { rack: 'd' }, { id })
    expect(await stored(id)).to.deep.equal(['d', 'd'])
    await writeEntityRecord(context, 'crate', { shelf: '' }, { id })
    expect(await stored(id)).to.deep.equal(['', ''])
  })

  it('takes the changed value if both are sent, and two different new values are rejected', async () => {
    const id = await create({ shelf: 'a', rack: 'a' })
    await writeEntityRecord(context, 'crate', { shelf: 'a', rack: 'b' }, { id })
    expect(await stored(id)).to.deep.equal(['b', 'b'])
    const refused = await catchValidationError(writeEntityRecord(context, 'crate', { shelf: 'c', rack: 'd' }, { id }))
    expect(refused.issues[0]!.message).to.equal(
      'Fields Rack and Shelf have one value. Send one of the two fields, or the same value in both.',
    )
    expect(await stored(id)).to.deep.equal(['b', 'b'])
  })

  it('keeps both values if neither is sent', async () => {
    const id = await create({ shelf: 'a' })
    await context.database.run("UPDATE svc_crate SET rack = '' WHERE id = ?", [id])
    await writeEntityRecord(context, 'crate', { weight: 3 }, { id })
    expect(await stored(id)).to.deep.equal(['a', ''])
  })
})
