// Guidance over the runtime API: selectable answers, dead ends, conflicts and corrections.
import type { ConflictsReply, GuidanceReply } from '../../../core/commerce/configuration/guidance.js'
import { expect } from 'chai'
import type { ConfigurationReply } from '../../../core/commerce/configuration/define.js'
import { rest } from '../../../plugins/rest/index.js'
import { runtime } from '../../../plugins/runtime/index.js'
import { type ListeningApp, listenTestApp } from '../../support/test-app.js'
import { type JsonClient, createJsonClient } from '../../support/json-client.js'
import { type ImportedProduct, importProduct } from '../../oracle/oracle-import.js'
import { readOracleConflicts, readOracleGuidance, readOracleProduct } from '../../oracle/oracle-product.js'
import { createRestClient } from '../../support/rest-client.js'

const base = '/svc-api/runtime/v1/configurations'

describe('guidance in the runtime API', () => {
  let app: ListeningApp
  let client: JsonClient
  let laptop: ImportedProduct

  before(async function () {
    this.timeout(60_000)
    app = await listenTestApp([rest(), runtime()])
    client = createJsonClient(app.url)
    const author = await createRestClient(app)
    laptop = await importProduct(author, readOracleProduct('dell-laptop'), { languages: ['en-GB', 'de-DE'], taxClassId: 1 })
    author.close()
    await app.records.write('product', { guidance: 'hide' }, { id: laptop.productId })
  })

  after(async () => {
    client?.close()
    await app?.stop()
  })

  const start = async (selected: Readonly<Record<string, string>>): Promise<string> => {
    const selections = Object.entries(selected).map(([question, value]) => ({
      question_id: laptop.questions.get(question),
      value: String(laptop.answers.get(value) ?? value),
    }))
    const reply = await client.data<ConfigurationReply>('POST', base, { product_id: laptop.productId, selections })
    expect(reply.refused).to.deep.equal([])
    return reply.configuration
  }
  const toNames = (ids: readonly number[]): string[] => {
    const names = new Map([...laptop.answers].map(([name, id]) => [id, name]))
    return ids.map((id) => names.get(id)!).sort()
  }

  it('matches the recorded guidance of the oracle', async () => {
    const counted = new Set(
      readOracleProduct('dell-laptop')
        .answers.filter(({ question }) => /^q\d/.test(question))
        .map(({ id }) => id),
    )
    for (const recorded of readOracleGuidance('dell-laptop').slice(0, 12)) {
      const reply = await client.data<GuidanceReply>('GET', `${base}/${await start(recorded.selected)}/guidance`)
      expect(reply).to.include({ mode: 'hide', feasible: recorded.feasible, gave_up: false })
      expect(toNames(reply.extendable).filter((id) => counted.has(id))).to.deep.equal([...recorded.extendable].sort())
      expect(toNames(reply.dead_ends).filter((id) => counted.has(id))).to.deep.equal([...recorded.applyingButDeadEnd].sort())
    }
  })

  it('returns conflicts and corrections in the requested language', async () => {
    const { selected, want, minimalConflicts, minimumCorrections } = readOracleConflicts('dell-laptop')[0]!
    const token = await start(selected)
    const query = `question_id=${laptop.questions.get(want.question)}&value=${laptop.answers.get(want.value)}&language=de-DE`
    const reply = await client.data<ConflictsReply>('GET', `${base}/${token}/conflicts?${query}`)
    const spelled = (sets: readonly (readonly (number | undefined)[])[]) =>
      sets.map((set) => set.map(String).sort().join(' + ')).sort()
    const ids = (sets: readonly (readonly string[])[]) => spelled(sets.map((set) => set.map((id) => laptop.questions.get(id))))
    const toKeySets = (sets: ConflictsReply['minimal_conflicts']) =>
      spelled(sets.map((set) => set.map((entry) => entry.question_id)))
    expect(toKeySets(reply.minimal_conflicts)).to.deep.equal(ids(minimalConflicts))
    expect(toKeySets(reply.minimum_corrections)).to.deep.equal(ids(minimumCorrections))
    expect(reply.minimal_conflicts[0]![0]).to.include({ title: 'Product Category', text: 'Mini Notebooks' })
  })

  it('moves an answer from extendable to dead ends when it becomes unavailable', async () => {
    const token = await start({ q1: 'a1' })
    const before = await client.data<GuidanceReply>('GET', `${base}/${token}/guidance`)
    const [first = 0] = before.extendable
    await app.records.write('answer', { available: false }, { id: first })
    const after = await client.data<GuidanceReply>('GET', `${base}/${token}/guidance`)
    expect(after.extendable).to.not.include(first)
    expect(after.dead_ends).to.include(first)
    await app.records.write('answer', { available: true }, { id: first })
  })

  it('rejects invalid parameters by name and answers 404 for an unknown token', async () => {
    const token = await start({})
    const question = laptop.questions.get('q1')
    const refused = async (path: string) => {
      const { status, body } = await client.send('GET', `${base}/${path}`)
      return {
        status,
        fields: ((body as { validationIssues?: { field: string }[] }).validationIssues ?? []).map(({ field }) => field),
      }
    }
    expect(await refused(`${token}/conflicts`)).to.deep.equal({ status: 422, fields: ['question_id', 'value'] })
    expect(await refused(`${token}/conflicts?question_id=999999&value=1`)).to.deep.equal({ status: 422, fields: ['question_id'] })
    expect(await refused(`${token}/conflicts?question_id=${question}&value=no`)).to.deep.equal({ status: 422, fields: ['value'] })
    expect(await refused(`${token}/guidance?lang=de`)).to.deep.equal({ status: 422, fields: ['lang'] })
    expect(await refused(`${'x'.repeat(32)}/guidance`)).to.deep.equal({ status: 404, fields: [] })
  })
})
