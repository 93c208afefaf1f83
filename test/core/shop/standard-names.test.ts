// Tests of the names of countries and currencies in the languages of a shop.
import { expect } from 'chai'
import { bootTestApp, type TestApp } from '../../support/test-app.js'

describe('names of countries and currencies', () => {
  let app: TestApp
  beforeEach(async () => {
    app = await bootTestApp()
  })
  afterEach(() => app?.stop())

  const activate = (...active_languages: string[]) =>
    app.records.write('settings', { active_languages: ['en-GB', 'de-DE', ...active_languages] }, { id: 1 })
  const readByCode = async (entity: string, column: string, code: string) => {
    const { records } = await app.records.list(entity, { limit: 500 })
    return (await app.records.read(entity, Number(records.find((record) => record[column] === code)!['id']))).record
  }
  const unknownCurrency = { code: 'QQQ', symbol: 'Q', multiplicator: 1, title_en_GB: 'Pearls', title_de_DE: 'Perlen' }

  it('are stored by the write that adds a language, and existing ones stay', async () => {
    const unknown = await app.records.write('currency', unknownCurrency)
    await activate('it-IT')
    const { id } = (await readByCode('country', 'iso2', 'FR')) as { readonly id: number }
    await app.records.write('country', { name_it_IT: 'La Francia' }, { id })
    await activate()
    await activate('it-IT')
    expect((await readByCode('country', 'iso2', 'DE'))['name_it_IT']).to.equal('Germania')
    expect((await readByCode('country', 'iso2', 'FR'))['name_it_IT']).to.equal('La Francia')
    expect((await readByCode('currency', 'code', 'CHF'))['title_it_IT']).to.equal('franco svizzero')
    // The runtime does not know this currency, so its name stays.
    expect((await app.records.read('currency', unknown.id)).record['title_it_IT']).to.equal('Pearls')
  })

  it('are not stored by a dry run that adds a language', async () => {
    await app.records.write('settings', { active_languages: ['en-GB', 'de-DE', 'it-IT'] }, { id: 1, dryRun: true })
    const sql = "SELECT COUNT(*) AS texts FROM svc_texts WHERE language_tag = 'it-IT'"
    expect(await app.context.database.query(sql)).to.deep.equal([{ texts: 0 }])
  })

  it('stay missing in a language that the runtime does not know', async () => {
    await activate('tlh')
    expect((await readByCode('country', 'iso2', 'DE'))['name_tlh'] ?? '').to.equal('')
  })
})
