// Effects of a write: revision, versions, references, events and the returned record. A failed write has no effects.
import { expect } from 'chai'
import { getErrorTrail } from '../../../../core/foundation/errors.js'
import type { PluginObservers } from '../../../../core/storage/context.js'
import { loadVersions, getVersionedSnapshot } from '../../../../core/storage/caches.js'
import { unit } from '../../../../core/storage/unit-of-work/transaction.js'
import { readEntityRecord } from '../../../../core/storage/pipeline-records.js'
import { removeEntityRecord } from '../../../../core/storage/pipeline/remove.js'
import { writeEntityRecord } from '../../../../core/storage/pipeline/write.js'
import { openTestContext, type TestContext } from '../test-context.js'
import { isServerDatabase } from '../../../support/database.js'
import { catchValidationError } from '../../../support/validation-error.js'

const title = (text: string): Record<string, unknown> => ({ title_en_GB: text, title_de_DE: text })

describe('A stored record', () => {
  const events: string[] = []
  const logged: object[] = []
  const observers: PluginObservers[] = [
    {
      owner: 'first',
      observers: {
        onSvcStoreRecord(payload) {
          expect(Object.isFrozen(payload)).to.equal(true)
          events.push(`first ${payload.entity} ${payload.inserted}`)
          throw new Error('a broken observer')
        },
      },
    },
    {
      owner: 'second',
      observers: {
        onSvcStoreRecord: async ({ entity }) => void events.push(`second ${entity}`),
        onSvcDeleteRecord: ({ entity }) => void events.push(`gone ${entity}`),
      },
    },
  ]
  let context: TestContext
  let product: number
  let other: number
  let page: number
  before(async () => {
    const log = { debug() {}, info() {}, warn() {}, error: (fields: object) => void logged.push(fields), child: () => log }
    context = await openTestContext({ observers, log })
    product = (await writeEntityRecord(context, 'product', { ...title('Blind'), tax_class_id: 1 })).id
    other = (await writeEntityRecord(context, 'product', { ...title('Door'), tax_class_id: 1 })).id
    page = (await writeEntityRecord(context, 'page', { ...title('Frame'), product_id: product })).id
  })
  after(() => context.database.close())

  const versionsDuring = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
    const topics = ['store', `product:${product}`, `product:${other}`]
    const before = await loadVersions(context.database, topics)
    await work()
    const after = await loadVersions(context.database, topics)
    return topics.filter((topic) => before.get(topic) !== after.get(topic))
  }

  it('gets a new revision with every write, and a write with a stale revision is rejected', async () => {
    const { revision } = await readEntityRecord(context, 'page', page)
    await writeEntityRecord(context, 'page', title('Border'), { id: page, revision })
    expect((await readEntityRecord(context, 'page', page)).revision).to.equal(revision + 1)
    const stale = await writeEntityRecord(context, 'page', title('Late'), { id: page, revision }).catch((error: unknown) => error)
    expect(stale).to.include({ code: 'PRECONDITION_FAILED' })
    expect((await readEntityRecord(context, 'page', page)).record).to.include({ title: 'Border' })
  })

  it('increases the version of the product that owns it at any depth, and no other version', async () => {
    const question = await writeEntityRecord(context, 'question', {
      ...title('Colour'),
      page_id: page,
      question_type: 'Radiobuttons',
    })
    let answer = 0
    const changes = async (): Promise<void> => {
      answer = (await writeEntityRecord(context, 'answer', { ...title('Red'), question_id: question.id })).id
    }
    expect(await versionsDuring(changes)).to.deep.equal([`product:${product}`])
    const rename = (): Promise<unknown> => writeEntityRecord(context, 'answer', title('Blue'), { id: answer })
    expect(await versionsDuring(rename)).to.deep.equal([`product:${product}`])
    expect(await versionsDuring(() => removeEntityRecord(context, 'answer', answer))).to.deep.equal([`product:${product}`])
    expect(await versionsDuring(() => writeEntityRecord(context, 'currency', { decimals: 2 }, { id: 1 }))).to.deep.equal([
      'store',
    ])
  })

  it('increases both versions if it moves to another product', async () => {
    const moves = (): Promise<unknown> => writeEntityRecord(context, 'page', { product_id: other }, { id: page })
    expect(await versionsDuring(moves)).to.deep.equal([`product:${product}`, `product:${other}`])
    await writeEntityRecord(context, 'page', { product_id: product }, { id: page })
  })

  it('increases no version if the write is rejected', async () => {
    const refused = (): Promise<unknown> =>
      catchValidationError(writeEntityRecord(context, 'page', { ...title('x'), product_id: 999_999 }))
    expect(await versionsDuring(refused)).to.deep.equal([])
  })

  it('has the ids of its structured values in the reference table', async () => {
    const find = () =>
      context.database.query('SELECT target_entity, target_id FROM svc_references WHERE source_entity = ? AND source_id = ?', [
        'product',
        product,
      ])
    const group = { target_entity: 'customer-group', target_id: 1 }
    await writeEntityRecord(context, 'product', { baseprice_overrides: [{ customer_group_id: 1, price: 2.5 }] }, { id: product })
    expect(await find()).to.deep.equal([group])
    await writeEntityRecord(context, 'product', { sku: 'x' }, { id: product })
    expect(await find()).to.deep.equal([group])
    await writeEntityRecord(context, 'product', { baseprice_overrides: null }, { id: product })
    expect(await find()).to.deep.equal([])
  })

  it('is updated with at most four statements', async () => {
    const shopSnapshot = await getVersionedSnapshot(context)
    const statements: string[] = []
    const stop = context.database.observe((sql) => statements.push(sql))
    await writeEntityRecord(context, 'page', { css_classes: 'wide' }, { id: page, versionedSnapshot: shopSnapshot })
    stop()
    // The row, its texts (with the row on a database server), the update and the version of the product.
    expect(statements).to.have.length(isServerDatabase ? 3 : 4)
  })

  it('is read together with its owner at any depth', async () => {
    const question = (await writeEntityRecord(context, 'question', { page_id: page, ...title('Owned') })).id
    const shopSnapshot = await getVersionedSnapshot(context)
    const statements: string[] = []
    const stop = context.database.observe((sql) => statements.push(sql))
    const raised = await versionsDuring(() =>
      writeEntityRecord(context, 'question', { internal_name: 'x' }, { id: question, versionedSnapshot: shopSnapshot }),
    )
    stop()
    expect(statements.filter((sql) => !sql.includes('svc_versions'))).to.have.length(isServerDatabase ? 2 : 3)
    expect(raised).to.include(`product:${product}`)
    await removeEntityRecord(context, 'question', question)
  })

  it('is inserted with one query for the owner of all siblings in a unit, and a new query after the owner moved', async () => {
    const away = (await writeEntityRecord(context, 'page', { product_id: other, ...title('Away') })).id
    const question = (await writeEntityRecord(context, 'question', { page_id: page, ...title('Moves') })).id
    const statements: string[] = []
    const stop = context.database.observe((sql) => statements.push(sql))
    const raised = await versionsDuring(() =>
      unit(context.database, async (u) => {
        const add = (name: string): Promise<unknown> =>
          writeEntityRecord(context, 'answer', { question_id: question, ...title(name) }, { unit: u })
        for (const name of ['One', 'Two', 'Three']) await add(name)
      }),
    )
    stop()
    expect(statements.filter((sql) => /^SELECT \S+ AS owner/.test(sql))).to.have.length.at.most(1)
    expect(statements.filter((sql) => sql.includes('MAX(ordering)'))).to.have.length(1)
    expect(raised).to.include(`product:${product}`)
    const topics = await versionsDuring(() =>
      unit(context.database, async (u) => {
        await writeEntityRecord(context, 'answer', { question_id: question, ...title('Four') }, { unit: u })
        await u.run('UPDATE svc_question SET page_id = ? WHERE id = ?', [away, question])
        await writeEntityRecord(context, 'answer', { question_id: question, ...title('Five') }, { unit: u })
      }),
    )
    expect(topics).to.include(`product:${other}`)
  })

  it('is announced to observers once after the commit, in config order, and a failing observer is only logged', async () => {
    events.length = logged.length = 0
    await unit(context.database, async (u) => {
      await writeEntityRecord(context, 'page', title('Frame'), { id: page, unit: u })
      expect(events).to.deep.equal([])
    })
    expect(events).to.deep.equal(['first page false', 'second page'])
    expect(logged).to.have.length(1)
    expect(logged[0]).to.include({ owner: 'first' })
    events.length = 0
    const { id } = await writeEntityRecord(context, 'tax-class', { title: 'Reduced' })
    await removeEntityRecord(context, 'tax-class', id)
    expect(events).to.deep.equal(['first tax-class true', 'second tax-class', 'gone tax-class'])
  })

  it('is returned with all fields after a write, including fields that were not sent', async () => {
    const { stored } = await writeEntityRecord(context, 'page', title('Frame'), { id: page })
    expect(stored).to.include({ title_en_GB: 'Frame', product_id: product })
    expect((await writeEntityRecord(context, 'product', { sku: 'y' }, { id: product })).stored).to.include({
      title_en_GB: 'Blind',
      sku: 'y',
    })
  })

  it('does not exist after a dry run, which emits no events', async () => {
    events.length = 0
    const rehearse = (): Promise<unknown> =>
      writeEntityRecord(context, 'page', { ...title('Draft'), product_id: product }, { dryRun: true })
    expect(await versionsDuring(rehearse)).to.deep.equal([])
    expect(events).to.deep.equal([])
    expect(await context.database.query("SELECT * FROM svc_texts WHERE text = 'Draft'")).to.deep.equal([])
    await writeEntityRecord(context, 'page', title('Draft'), { id: page, dryRun: true })
    expect((await readEntityRecord(context, 'page', page)).record).to.include({ title: 'Frame' })
  })

  it('does not exist after its unit failed, and neither do other records of the unit', async () => {
    events.length = 0
    const work = unit(context.database, async (u) => {
      await writeEntityRecord(context, 'tax-class', { title: 'Lost' }, { unit: u })
      await writeEntityRecord(context, 'page', { product_id: 999_999 }, { id: page, unit: u })
    })
    await catchValidationError(work)
    expect(await context.database.query("SELECT * FROM svc_tax_class WHERE title = 'Lost'")).to.deep.equal([])
    expect(events).to.deep.equal([])
  })

  it('is visible in its unit, including a change of the active languages', async () => {
    await unit(
      context.database,
      async (u) => {
        await writeEntityRecord(context, 'settings', { active_languages: ['en-GB'] }, { id: 1, unit: u })
        const { id } = await writeEntityRecord(context, 'page', { title: 'English', product_id: product }, { unit: u })
        expect((await readEntityRecord(context, 'page', id, { unit: u })).record).to.not.have.property('title_de_DE')
      },
      { dryRun: true },
    )
    const { issues } = await catchValidationError(writeEntityRecord(context, 'page', { title: 'English', product_id: product }))
    expect(issues.map((issue) => issue.field)).to.deep.equal(['title_de_DE'])
  })

  it('is not written if a step fails, and the error names the step', async () => {
    await context.database.execute('ALTER TABLE svc_references RENAME TO svc_references_away')
    const input = { baseprice_overrides: [{ customer_group_id: 1, price: 1 }] }
    const error = await writeEntityRecord(context, 'product', input, { id: product }).catch((caught: unknown) => caught)
    expect(getErrorTrail(error)).to.deep.equal(['store', 'references'])
    await context.database.execute('ALTER TABLE svc_references_away RENAME TO svc_references')
  })

  it('becomes the only base currency in the same unit', async () => {
    await writeEntityRecord(context, 'currency', { is_base: true }, { id: 2 })
    const rows = await context.database.query('SELECT id FROM svc_currency WHERE is_base = 1')
    expect(rows).to.deep.equal([{ id: 2 }])
    await catchValidationError(writeEntityRecord(context, 'currency', { is_base: false }, { id: 2 }))
  })

  it('creates, changes and deletes the children of its child list', async () => {
    const panes = async (): Promise<readonly object[]> =>
      context.database.query(
        `SELECT p.id, t.text FROM svc_product_detail_pane p JOIN svc_texts t
         ON t.entity = 'product-detail-pane' AND t.entity_id = p.id AND t.field = 'heading' AND t.language_tag = 'en-GB'
         ORDER BY p.ordering`,
      )
    const heading = (text: string): Record<string, unknown> => ({ heading_en_GB: text, heading_de_DE: text })
    await writeEntityRecord(context, 'product', { detail_panes: [heading('A'), heading('B')] }, { id: product })
    const [a, b] = (await panes()) as readonly { id: number; text: string }[]
    expect([a?.text, b?.text]).to.deep.equal(['A', 'B'])
    await writeEntityRecord(
      context,
      'product',
      { detail_panes: [{ id: b!.id, ...heading('B2') }, heading('C')] },
      { id: product },
    )
    expect(((await panes()) as readonly { text: string }[]).map((pane) => pane.text)).to.deep.equal(['B2', 'C'])
    const refusal = await catchValidationError(
      writeEntityRecord(context, 'product', { detail_panes: [{ nothing: 1 }] }, { id: product }),
    )
    expect(refusal.issues[0]?.field).to.equal('detail_panes[0].nothing')
    expect(await panes()).to.have.length(2)
    await catchValidationError(writeEntityRecord(context, 'product', { detail_panes: [{ id: a!.id }] }, { id: product }))
  })
})
