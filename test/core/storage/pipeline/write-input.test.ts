// Input of callers: known and unknown fields, texts by language, and malicious input.
import { plainIssues } from '../../../support/caught-error.js'
import { expect } from 'chai'
import type { Context, WriteOptions } from '../../../../core/storage/context.js'
import { readEntityRecord } from '../../../../core/storage/pipeline-records.js'
import { writeEntityRecord } from '../../../../core/storage/pipeline/write.js'
import { openTestContext, type TestContext } from '../test-context.js'
import { catchValidationError, listRejectedFields } from '../../../support/validation-error.js'

const sound = { title_en_GB: 'Blind', title_de_DE: 'Rollo', tax_class_id: 1 }

async function written(context: Context, input: Record<string, unknown>, options?: WriteOptions): Promise<object> {
  const { id } = await writeEntityRecord(context, 'product', input, options)
  return (await readEntityRecord(context, 'product', id)).record
}

describe('The fields of a write', () => {
  let context: TestContext
  before(async () => {
    context = await openTestContext()
  })
  after(() => context.database.close())

  it('are rejected if they are unknown, and the error suggests the most similar name', async () => {
    const refusal = await catchValidationError(writeEntityRecord(context, 'product', { ...sound, titel: 'x' }))
    expect(plainIssues(refusal.issues)).to.deep.equal([
      { field: 'titel', code: 'UNKNOWN_FIELD', message: "Unknown field 'titel' on product. Did you mean 'title'?" },
    ])
  })

  it('are rejected if the service sets them', async () => {
    for (const field of ['id', 'revision']) {
      const refusal = await catchValidationError(writeEntityRecord(context, 'product', { ...sound, [field]: 7 }))
      expect(refusal.message).to.equal(`Unknown field '${field}' on product. It is set automatically. Leave it out.`)
    }
  })

  it('can be images and child lists in-process, but not with schemaOnly', async () => {
    expect(
      await listRejectedFields(writeEntityRecord(context, 'product', { ...sound, image: 'a.png' }, { schemaOnly: true })),
    ).to.deep.equal(['image'])
    const panes = { ...sound, detail_panes: [] }
    expect(await listRejectedFields(writeEntityRecord(context, 'product', panes, { schemaOnly: true }))).to.deep.equal([
      'detail_panes',
    ])
    const { id } = await writeEntityRecord(context, 'product', { ...sound, image: 'a.png' })
    const rows = await context.database.query('SELECT image FROM svc_product WHERE id = ?', [id])
    expect(rows).to.deep.equal([{ image: 'a.png' }])
  })

  it('contain one text per language, and the key with a language takes precedence over the plain key', async () => {
    expect(await written(context, { ...sound, title: 'Plain' })).to.include({ title_en_GB: 'Blind' })
  })

  it('without a language are stored in the language of the request, or else of the store', async () => {
    const { title_en_GB, title_de_DE, ...rest } = sound
    const english = await written(context, { ...rest, title: 'Plain', title_de_DE })
    expect(english).to.include({ title_en_GB: 'Plain', title_de_DE: 'Rollo' })
    const german = await written(context, { ...rest, title: 'Einfach', title_en_GB }, { language: 'de-DE' })
    expect(german).to.include({ title_en_GB: 'Blind', title_de_DE: 'Einfach' })
    expect(await listRejectedFields(writeEntityRecord(context, 'product', sound, { language: 'xx' }))).to.deep.equal(['language'])
  })

  it('are rejected as nested translations, and the error names the flat keys', async () => {
    const refusal = await catchValidationError(writeEntityRecord(context, 'product', { ...sound, title: { en_GB: 'Blind' } }))
    expect(refusal.issues[0]).to.include({ field: 'title', code: 'NESTED_TRANSLATION' })
    expect(refusal.message).to.contain("'title_en_GB'").and.not.contain("'title_de_DE'")
    const both = await catchValidationError(writeEntityRecord(context, 'product', { ...sound, title: ['Blind'] }))
    expect(both.message).to.contain("'title_en_GB' and 'title_de_DE'")
  })

  it('are rejected in an inactive language, and the error names the active ones', async () => {
    const refusal = await catchValidationError(writeEntityRecord(context, 'product', { ...sound, title_fr_FR: 'Store' }))
    expect(refusal.issues[0]).to.include({ field: 'title_fr_FR', code: 'UNKNOWN_FIELD' })
    expect(refusal.message).to.contain("'fr-FR' is not an active language").and.to.contain("'en-GB' or 'de-DE'")
  })

  it('are ignored if they are undefined', async () => {
    expect(await written(context, { ...sound, sku: undefined, nothing: undefined })).to.include({ sku: '' })
  })

  for (const key of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype']) {
    it(`are rejected as unknown if they are named ${key}`, async () => {
      const input = Object.assign(Object.create(null) as Record<string, unknown>, sound)
      Object.defineProperty(input, key, { value: { polluted: true }, enumerable: true })
      expect(await listRejectedFields(writeEntityRecord(context, 'product', input))).to.deep.equal([key])
      expect(({} as { polluted?: boolean }).polluted).to.equal(undefined)
    })
  }

  it('can be on an object without a prototype, and inherited ones are ignored', async () => {
    const input = Object.assign(Object.create({ sku: 'inherited' }) as Record<string, unknown>, sound)
    expect(await written(context, input)).to.include({ title: 'Blind', sku: '' })
  })

  it('are rejected within 0.5 s of CPU time if 10,000 of them are unknown', async () => {
    const input = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`titlf_${index}`, 'x']))
    const started = process.cpuUsage()
    const refusal = await catchValidationError(writeEntityRecord(context, 'product', input))
    // Microseconds of CPU time. Wait time on a busy machine does not count.
    expect(process.cpuUsage(started).user).to.be.lessThan(500_000)
    expect(refusal.issues.length).to.be.lessThan(150)
    expect(refusal.issues.at(-1)!.message).to.match(/^There are 99\d\d more errors/)
  })

  for (const input of [null, [], 'text', 7]) {
    it(`cannot be ${JSON.stringify(input)}`, async () => {
      await catchValidationError(writeEntityRecord(context, 'product', input as unknown as Record<string, unknown>))
    })
  }

  it('cannot contain only blanks if a text is required, and can if it is optional', async () => {
    for (const blank of [' ', '\t\n', '\u00a0\u2003']) {
      expect(
        await listRejectedFields(
          writeEntityRecord(context, 'currency', { code: 'XTS', title_en_GB: 'X', title_de_DE: 'X', symbol: blank }),
        ),
      ).to.include('symbol')
      const record = await written(context, { ...sound, title_en_GB: 'Blind', description_en_GB: blank })
      expect(record).to.include({ title_en_GB: 'Blind' })
    }
  })

  it('are stored unchanged with quotes, SQL, JSON, emoji and control characters', async () => {
    const texts = [
      `back\\slash 'single' "double" \`tick\` %s $1 :name ?`,
      '𝄞🙂 e\u0301 \u202e',
      "x'; DROP TABLE svc_product; --",
      '{"a":1}',
    ]
    for (const text of texts) {
      const record = await written(context, { ...sound, title_en_GB: text, sku: text, label_en_GB: `l${texts.indexOf(text)}` })
      expect(record).to.include({ title_en_GB: text, sku: text })
    }
  })

  it('can be write-only, and a change of another field keeps them', async () => {
    await writeEntityRecord(context, 'settings', { license_key: 'k-1' }, { id: 1 })
    expect(await context.database.query('SELECT license_key FROM svc_settings')).to.deep.equal([{ license_key: 'k-1' }])
    await writeEntityRecord(context, 'settings', { weight_unit: 'g' }, { id: 1 })
    expect(await context.database.query('SELECT license_key FROM svc_settings')).to.deep.equal([{ license_key: 'k-1' }])
  })

  it('are not checked if the operation is not supported: the error names the supported operations', async () => {
    const refusal = await catchValidationError(writeEntityRecord(context, 'settings', { nothing: 1 }))
    expect(refusal.message).to.equal("The operation 'create' is not available for settings. It supports: list, read, update.")
    await catchValidationError(writeEntityRecord(context, 'sales-order', { number: 'x' }))
    await catchValidationError(writeEntityRecord(context, 'sales-order', { number: 'x' }, { id: 1 }))
  })
})
