// The action that clears the in-memory caches of every process.
import { expect } from 'chai'
import { setSystemVariable } from '../../../core/storage/system-variables.js'
import { getVersionedSnapshot } from '../../../core/storage/caches.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'

describe('clear-cache', () => {
  let app: TestApp
  before(async () => {
    app = await bootTestApp()
  })
  after(() => app.stop())

  it('makes other processes read settings that were changed directly in the database', async () => {
    const { context } = app
    const other = await bootTestApp({ opened: { ...context.database, close: () => Promise.resolve() } })
    const languages = async (): Promise<readonly string[]> => (await getVersionedSnapshot(other.context)).snapshot.languages
    expect(await languages()).to.deep.equal(['en-GB', 'de-DE'])
    await context.database.run("UPDATE svc_settings SET language_tag = 'de-DE'")
    expect((await languages())[0]).to.equal('en-GB')
    expect(await app.act('clear-cache')).to.deep.equal({ cleared: true })
    expect((await languages())[0]).to.equal('de-DE')
    await other.stop()
  })

  it('changes no stored record and can be run repeatedly', async () => {
    await setSystemVariable(app.context.database, 'note', 'kept')
    const countries = (await app.records.list('country', { limit: 1 })).meta.total
    for (let times = 0; times < 2; times++) await app.act('clear-cache')
    expect((await app.records.list('country', { limit: 1 })).meta.total).to.equal(countries)
  })
})
