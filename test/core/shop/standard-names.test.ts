// Tests of the names of countries and currencies in a language that a shop adds.
import { expect } from 'chai'
import { addStandardNames } from '../../../core/shop/standard-names.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'

describe('names of countries and currencies', () => {
  let app: TestApp
  before(async () => {
    app = await bootTestApp()
    await app.records.write('settings', { active_languages: ['en-GB', 'de-DE', 'it-IT', 'tlh'] }, { id: 1 })
  })
  after(() => app?.stop())

  const readByCode = async (entity: string, column: string, code: string) => {
    const { records } = await app.records.list(entity, { limit: 500 })
    return (await app.records.read(entity, Number(records.find((record) => record[column] === code)!['id']))).record
  }

  it('are added in the language, and existing ones stay', async () => {
    const { id } = (await readByCode('country', 'iso2', 'FR')) as { readonly id: number }
    await app.records.write('country', { name_it_IT: 'La Francia' }, { id })
    await addStandardNames(app, 'en-GB', 'it-IT')
    expect((await readByCode('country', 'iso2', 'DE'))['name_it_IT']).to.equal('Germania')
    expect((await readByCode('country', 'iso2', 'FR'))['name_it_IT']).to.equal('La Francia')
    expect((await readByCode('currency', 'code', 'CHF'))['title_it_IT']).to.equal('franco svizzero')
  })

  it('keep the existing name of a currency that the runtime does not know', async () => {
    const unknown = await app.records.write('currency', {
      ...{ code: 'QQQ', symbol: 'Q', multiplicator: 1 },
      ...{ title_en_GB: 'Pearls', title_de_DE: 'Perlen', title_it_IT: 'Perle', title_tlh: 'Pearls' },
    })
    await app.context.database.run("DELETE FROM svc_texts WHERE entity = 'currency' AND language_tag = 'it-IT'")
    await addStandardNames(app, 'en-GB', 'it-IT')
    expect((await app.records.read('currency', unknown.id)).record['title_it_IT']).to.equal('Pearls')
  })

  it('stay missing in a language that the runtime does not know', async () => {
    await addStandardNames(app, 'en-GB', 'tlh')
    expect((await readByCode('country', 'iso2', 'DE'))['name_tlh'] ?? '').to.equal('')
  })
})
