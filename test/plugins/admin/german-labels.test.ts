// German and Hebrew in the admin: every text that the server returns for entities, fields, choices and screens is translated.
import { expect } from 'chai'
import { formatTimeZoneName } from '../../../plugins/admin/wording/display-name.js'
import { grantableScopes } from '../../../core/foundation/access.js'
import { isObject } from '../../../core/foundation/json.js'
import { createCatalogAuthor } from '../../support/catalog-author.js'
import { checkoutPlugins } from '../../support/selling-shop.js'
import { type AdminService, startAdmin } from './service.js'

/** Properties of a response that contain visible text. */
const read: ReadonlySet<string> = new Set(['label', 'pluralLabel', 'help', 'description', 'title'])

/** Names, words that are the same in both languages, and a customer group of the shop. */
const alike: ReadonlySet<string> = new Set([
  ...['System', 'en-GB', 'de-DE', 'Name', 'CSV', 'Matrix', 'Code', 'Id', 'Anthropic', 'Bank', 'IBAN', 'BIC', 'Logo', 'Symbol'],
  ...[
    'Customers',
    'Zone',
    'Stripe',
    'Mollie',
    'Sandbox',
    'Status',
    'Newsletter',
    'Person',
    'Organisation',
    'Token',
    'Shop',
    'Text',
    'Design',
  ],
])

/** The texts of a response by their path. */
function textsOf(value: unknown, place: string, into = new Map<string, string>()): ReadonlyMap<string, string> {
  if (Array.isArray(value)) for (const [index, item] of value.entries()) textsOf(item, `${place}[${index}]`, into)
  else if (isObject(value)) {
    for (const [key, child] of Object.entries(value)) {
      if (typeof child === 'string' && read.has(key)) into.set(`${place}.${key}`, child)
      else textsOf(child, `${place}.${key}`, into)
    }
  }
  return into
}

describe('the admin in German and Hebrew', function () {
  this.timeout(60_000)
  let service: AdminService
  before(async () => {
    service = await startAdmin({ plugins: checkoutPlugins })
  })
  after(() => service.stop())

  for (const language of ['de', 'he'])
    it(`translates every text that it shows in English (${language})`, async () => {
      const client = await service.as(...grantableScopes)
      const entities = [...service.app.context.registry.entities.keys()].map((name) => `entities/${name}`)
      const author = createCatalogAuthor(service.app)
      const page = await author.page(await author.product('1'), '2')
      const question = await author.question(page, '3', 'Dropdown')
      await author.answer(question, '4')
      const paths = ['menu', 'maintenance', `editor/question/vocabulary?owner=${page}`, ...entities]
      const readTexts = async (): Promise<readonly (readonly [string, string])[]> => {
        const textMaps = await Promise.all(paths.map(async (path) => textsOf((await client.send('GET', path)).body, path)))
        return textMaps.flatMap((texts) => [...texts])
      }
      const english = await readTexts()
      expect(english.length, 'texts').to.be.above(1_000)
      await client.send('PATCH', 'account', { language })
      const translated = new Map(await readTexts())
      // Islands are named after themselves in German.
      const places = new Set(['UTC', ...Intl.supportedValuesOf('timeZone').map((name) => formatTimeZoneName(name, 'en'))])
      const isWord = (text: string): boolean =>
        /\p{L}{2}/u.test(text) && !text.startsWith('{"') && !alike.has(text) && !places.has(text)
      const untranslated = english.filter(([place, text]) => translated.get(place) === text && isWord(text))
      expect([...new Set(untranslated.map(([place, text]) => `${text} (${place})`))]).to.deep.equal([])
    })

  it('gives every filter and column of a list a unique label in each language', async () => {
    const client = await service.as(...grantableScopes)
    type Labels = readonly { readonly label: string }[]
    const duplicates: string[] = []
    for (const language of ['en', 'de', 'he']) {
      await client.send('PATCH', 'account', { language })
      for (const name of service.app.context.registry.entities.keys()) {
        const { filters, columns } = (await client.send('GET', `entities/${name}`)).body as { filters: Labels; columns: Labels }
        for (const labels of [filters, [{ label: 'ID' }, ...columns]].map((all) => all.map(({ label }) => label))) {
          const repeated = labels.filter((label, index) => labels.indexOf(label) !== index)
          duplicates.push(...repeated.map((label) => `${language} ${name}: ${label}`))
        }
      }
    }
    expect(duplicates).to.deep.equal([])
  })

  it('labels the two bounds of a range', async () => {
    const client = await service.as(...grantableScopes)
    const labelsOf = async (entity: string): Promise<readonly string[]> => {
      const { filters } = (await client.send('GET', `entities/${entity}`)).body as {
        readonly filters: readonly { readonly label: string; readonly compare: string }[]
      }
      return filters.filter(({ compare }) => compare === 'from' || compare === 'to').map(({ label }) => label)
    }
    expect(await labelsOf('quote')).to.deep.equal(['Created from', 'Created to', 'Valid until: from', 'Valid until: to'])
    await client.send('PATCH', 'account', { language: 'de' })
    expect(await labelsOf('quote')).to.deep.equal(['Angelegt ab', 'Angelegt bis', 'Gültig bis: ab', 'Gültig bis: bis'])
    await client.send('PATCH', 'account', { language: 'he' })
    const [createdFrom, createdTo] = await labelsOf('quote')
    expect(createdFrom).to.match(/ החל מ־$/)
    expect(createdTo).to.match(/ עד$/)
  })
})
