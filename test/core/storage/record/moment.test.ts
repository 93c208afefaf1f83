// What a unit sees of the shop: what was looked at lately with the first look, and never an older version than stood at its beginning.
import { expect } from 'chai'
import { bump, currentVersions } from '../../../../core/storage/database/versions.js'
import { unit } from '../../../../core/storage/database/unit.js'
import { Work } from '../../../../core/storage/work.js'
import { openTestContext, type TestContext } from '../../../support/context.js'

describe('the moment of a unit', () => {
  let context: TestContext

  beforeEach(async () => {
    context = await openTestContext()
  })
  afterEach(() => context?.database.close())

  const looks = async (topics: readonly string[]): Promise<{ statements: number; versions: ReadonlyMap<string, number> }> => {
    let statements = 0
    const end = context.database.observe((sql) => void (statements += Number(sql.includes('FROM svc_versions'))))
    const versions = await new Work(context).transact(async (inside) => {
      const seen = await inside.at()
      return (await seen.at(...topics)).moment.versions
    })
    end()
    return { statements, versions }
  }

  it('looks with the store at what other units looked at lately, in one statement', async () => {
    expect((await looks(['product:1', 'product:2'])).statements).to.equal(2)
    expect((await looks(['product:1', 'product:2'])).statements).to.equal(1)
    expect((await looks(['product:3'])).statements).to.equal(2)
    expect((await looks(['product:1', 'product:3'])).statements).to.equal(1)
  })

  it('sees what others have raised before it began', async () => {
    for (let round = 0; round < 3; round++) {
      await unit(context.database, async (u) => bump(u, 'product:1'))
      const { versions } = await looks(['product:1'])
      expect(versions.get('product:1')).to.equal((await currentVersions(context.database, ['product:1'])).get('product:1'))
    }
  })

  it('looks at a bounded number of topics, however many were looked at before', async () => {
    for (let product = 1; product <= 40; product++) await looks([`product:${product}`])
    expect((await looks(['product:40'])).versions.size).to.be.at.most(8)
  })
})
