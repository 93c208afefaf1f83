// Concurrent writes of two apps on one database: no dangling reference, no lost change, no stale cache.
import { expect } from 'chai'
import { ServiceError } from '../../../../core/foundation/errors.js'
import type { Context } from '../../../../core/storage/context.js'
import { readEntityRecord } from '../../../../core/storage/pipeline-records.js'
import { removeEntityRecord } from '../../../../core/storage/pipeline/remove.js'
import { writeEntityRecord } from '../../../../core/storage/pipeline/write.js'
import { openSharedContexts } from '../test-context.js'

const both = (text: string): Record<string, unknown> => ({ title_en_GB: text, title_de_DE: text })

describe('Concurrent writes', () => {
  let here: Context
  let there: Context
  let close: () => Promise<void>
  before(async () => {
    const shared = await openSharedContexts(2)
    close = shared.close
    ;[here, there] = shared.contexts as [Context, Context]
  })
  after(() => close())

  /** The error codes of failed calls. Any other error fails the test. */
  async function outcomes(works: readonly Promise<unknown>[]): Promise<readonly (string | null)[]> {
    const settled = await Promise.allSettled(works)
    return settled.map((outcome) => {
      if (outcome.status === 'fulfilled') return null
      if (outcome.reason instanceof ServiceError) return outcome.reason.code
      throw outcome.reason
    })
  }
  const product = async (): Promise<number> =>
    (await writeEntityRecord(here, 'product', { ...both('Blind'), tax_class_id: 1 })).id

  it('leave no record whose owner was deleted at the same time', async () => {
    for (let round = 0; round < 15; round++) {
      const owner = await product()
      const page = { ...both('P'), product_id: owner }
      const [deleted, ...created] = await outcomes([
        removeEntityRecord(there, 'product', owner),
        ...Array.from({ length: 3 }, () => writeEntityRecord(here, 'page', page)),
      ])
      const sql = 'SELECT COUNT(*) AS n FROM svc_page p LEFT JOIN svc_product o ON o.id = p.product_id WHERE o.id IS NULL'
      expect((await here.database.query(sql))[0]).to.deep.equal({ n: 0 })
      if (deleted === null) expect(created).to.deep.equal(['VALIDATION_FAILED', 'VALIDATION_FAILED', 'VALIDATION_FAILED'])
      else expect(created).to.include(null)
    }
  })

  it('with the same expected revision succeed once', async () => {
    const id = await product()
    const works = Array.from({ length: 6 }, (_, n) =>
      writeEntityRecord(n % 2 ? here : there, 'product', { sku: `S${n}` }, { id, revision: 1 }),
    )
    const codes = await outcomes(works)
    expect(codes.filter((code) => code === null)).to.have.length(1)
    expect(codes.filter((code) => code === 'PRECONDITION_FAILED')).to.have.length(5)
    expect((await readEntityRecord(here, 'product', id)).revision).to.equal(2)
  })

  it('to different fields of a record lose no change', async () => {
    const id = await product()
    const fields = ['sku', 'product_custom_1', 'product_custom_2', 'product_custom_3', 'product_custom_4', 'description_en_GB']
    await Promise.all(fields.map((field, n) => writeEntityRecord(n % 2 ? here : there, 'product', { [field]: 'x' }, { id })))
    const { record, revision } = await readEntityRecord(there, 'product', id)
    expect(revision).to.equal(1 + fields.length)
    for (const field of fields) expect(record[field], field).to.equal('x')
  })

  it('never store the same label in two records', async () => {
    const works = Array.from({ length: 6 }, (_, n) =>
      writeEntityRecord(n % 2 ? here : there, 'product', { ...both('Same'), tax_class_id: 1 }),
    )
    const codes = await outcomes(works)
    for (const code of codes) expect(code).to.be.oneOf([null, 'VALIDATION_FAILED'])
    expect(codes).to.include(null)
    const sql = `SELECT text FROM svc_texts WHERE entity = 'product' AND field = 'label' AND language_tag = 'en-GB' AND text <> ''
      GROUP BY text HAVING COUNT(*) > 1`
    expect(await here.database.query(sql)).to.deep.equal([])
  })

  it('leave exactly one default currency', async () => {
    for (let round = 0; round < 5; round++) {
      await outcomes([3, 4, 5, 6].map((id) => writeEntityRecord(id % 2 ? here : there, 'currency', { is_default: true }, { id })))
      const sql = 'SELECT COUNT(*) AS n FROM svc_currency WHERE is_default = 1'
      expect((await here.database.query(sql))[0]).to.deep.equal({ n: 1 })
    }
  })

  it('are visible to the next read of the other app', async () => {
    const id = await product()
    await readEntityRecord(there, 'product', id)
    await writeEntityRecord(here, 'settings', { active_languages: ['en-GB', 'de-DE', 'fr-FR'] }, { id: 1 })
    expect((await readEntityRecord(there, 'product', id)).record).to.have.property('title_fr_FR')
    await writeEntityRecord(there, 'settings', { active_languages: ['en-GB', 'de-DE'] }, { id: 1 })
    expect((await readEntityRecord(here, 'product', id)).record).to.not.have.property('title_fr_FR')
  })
})
