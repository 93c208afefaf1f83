// The trigram index: its contents, its rebuild after a change of the indexed fields, and the removal of stale entries.
import { expect } from 'chai'
import { fillFoldedTexts, insertAllRows } from '../../../../core/storage/migration/migration-steps.js'
import {
  countUnindexedRecords,
  updateTrigramIndex,
  toBlockBit,
  toBlock,
  blockSize,
  toTrigrams,
  toBlockIds,
} from '../../../../core/storage/trigram-index.js'
import { removeEntityRecord } from '../../../../core/storage/pipeline/remove.js'
import { writeEntityRecord } from '../../../../core/storage/pipeline/write.js'
import { listEntityRecords } from '../../../../core/storage/record/list.js'
import { isServerDatabase } from '../../../support/database.js'
import { openSharedContexts, openTestContext, type TestContext } from '../test-context.js'
import { fill, index, searched, word } from './searching.js'

describe('Trigrams', () => {
  it('are the distinct parts of three code points', () => {
    expect(toTrigrams('ab').size).to.equal(0)
    expect(toTrigrams('ababab').size).to.equal(2)
    expect(toTrigrams('😀😁😀').size).to.equal(1)
    expect([...toTrigrams('xabcx')]).to.include.members([...toTrigrams('abc')])
    expect(toTrigrams('abc')).to.not.deep.equal(toTrigrams('acb'))
    for (const trigram of toTrigrams('\u{10ffff}\u{10ffff}\u{10ffff}')) expect(Number.isSafeInteger(trigram)).to.equal(true)
  })

  it('identify each record of a block by one bit', () => {
    const ids = [0, 1, 31, 32, blockSize - 1].map((at) => at + 7 * blockSize)
    expect(ids.map(toBlock)).to.deep.equal(ids.map(() => 7))
    const bits = ids.reduce((sum, id) => sum + toBlockBit(id), 0)
    expect(toBlockIds(7, bits)).to.deep.equal(ids)
    expect(Number.isSafeInteger(2 ** blockSize - 1)).to.equal(true)
  })
})

describe('The scheduled task index-texts', function () {
  this.timeout(60_000)
  let context: TestContext
  before(async () => {
    context = await openTestContext({ entities: [word] })
    await fill(context)
  })
  after(() => context.database.close())

  const waiting = async (): Promise<number> => (await countUnindexedRecords(context)).get('word')!
  const rows = async (condition = '1 = 1'): Promise<number> => {
    const [row] = await context.database.query<{ count: number }>(
      `SELECT COUNT(*) AS count FROM svc_grams WHERE entity = 'word' AND ${condition}`,
    )
    return Number(row!.count)
  }

  it('indexes waiting records, and a write to an indexed field makes the record wait again', async () => {
    expect(await waiting()).to.equal(1_000)
    await index(context)
    expect(await waiting()).to.equal(0)
    const { id } = await writeEntityRecord(context, 'word', { word_en_GB: 'Teak', code: 'T' })
    expect(await waiting()).to.equal(1)
    await index(context)
    await writeEntityRecord(context, 'word', { note: 'not searched' }, { id })
    expect(await waiting()).to.equal(0)
    for (const change of [{ word_de_DE: 'Teakholz' }, { code: 'T-2' }]) {
      await writeEntityRecord(context, 'word', change, { id })
      expect(await waiting()).to.equal(1)
      await index(context)
      expect(await waiting()).to.equal(0)
    }
    await removeEntityRecord(context, 'word', id)
  })

  it('removes trigrams of changed and deleted records', async () => {
    await index(context)
    const before = await rows()
    const ids: number[] = []
    for (let at = 0; at < 60; at++)
      ids.push((await writeEntityRecord(context, 'word', { word_en_GB: `Ω${at}ΩΨ`, code: 'ΨΨΨ' })).id)
    await index(context)
    expect(await rows()).to.be.greaterThan(before)
    for (const id of ids.slice(0, 30)) await writeEntityRecord(context, 'word', { word_en_GB: 'Filler', code: '' }, { id })
    await index(context)
    for (const id of ids) await removeEntityRecord(context, 'word', id)
    // Each run checks four of 23 blocks.
    for (let run = 0; run < 8; run++) await index(context)
    expect(await rows()).to.equal(before)
  })

  it('reindexes texts after a migration script folded them, and searches stay correct before that', async () => {
    await index(context)
    await context.database.run("UPDATE svc_texts SET text = 'Sapele', folded = '' WHERE entity = 'word' AND entity_id = 500")
    await fillFoldedTexts(context.database, 'word', 'word')
    expect(await searched(context, 'apele')).to.deep.equal([1, 500])
    await index(context)
    expect(await waiting()).to.equal(0)
    expect(await searched(context, 'apele')).to.deep.equal([1, 500])
  })

  it('reindexes an entity after a change of its searched fields, and removes entries of unknown entities', async () => {
    await index(context)
    await context.database.run("UPDATE svc_gram_states SET fields = 'word' WHERE entity = 'word'")
    expect(await searched(context, 'iller 77')).to.have.length(1 + 11)
    await context.database.run('UPDATE svc_word SET indexed = 1')
    await context.database.run("DELETE FROM svc_grams WHERE entity = 'word'")
    await context.database.run("INSERT INTO svc_gram_states (entity, fields) VALUES ('gone', 'title')")
    await context.database.run("INSERT INTO svc_grams (entity, gram, block, records) VALUES ('gone', 1, 1, 1)")
    await index(context)
    expect(await searched(context, 'iller 77')).to.have.length(1 + 11)
    expect(await rows()).to.be.greaterThan(1_000)
    expect(await context.database.query("SELECT entity FROM svc_grams WHERE entity = 'gone'")).to.deep.equal([])
    expect(await context.database.query("SELECT entity FROM svc_gram_states WHERE entity = 'gone'")).to.deep.equal([])
  })
})

describe('Searches during writes and index runs', function () {
  this.timeout(120_000)
  it('find all writes that were acknowledged before they began', async () => {
    const { contexts, close } = await openSharedContexts(3)
    try {
      const [writer, keeper, reader] = contexts as [(typeof contexts)[0], (typeof contexts)[0], (typeof contexts)[0]]
      const ids: number[] = []
      for (let at = 0; at < 4; at++)
        ids.push((await writeEntityRecord(writer, 'customer', { email: `a${at}@example.org`, customer_group_id: 1 })).id)
      const rows = Array.from({ length: 1_000 }, (_, at) => ({
        email: `f${at}@x.org`,
        email_folded: `f${at}@x.org`,
        revision: 1,
      }))
      await insertAllRows(writer.database, 'svc_customer', rows)
      await updateTrigramIndex(keeper, new AbortController().signal)
      const over = new AbortController()
      const keeping = (async () => {
        while (!over.signal.aborted) await updateTrigramIndex(keeper, over.signal)
      })()
      try {
        for (let turn = 0; turn < (isServerDatabase ? 50 : 150); turn++) {
          const id = ids[turn % ids.length]!
          await writeEntityRecord(writer, 'customer', { email: `turn${turn}@example.org` }, { id })
          const { records } = await listEntityRecords(reader, 'customer', { filters: new Map([['search', `urn${turn}@ex`]]) })
          expect(
            records.map((record) => record.id),
            `turn ${turn}`,
          ).to.deep.equal([id])
        }
      } finally {
        over.abort()
        await keeping
      }
    } finally {
      await close()
    }
  })
})
