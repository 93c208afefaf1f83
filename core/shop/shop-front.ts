// Data of a shop front besides products: currencies, the countries that the shop sells to with their states, and the legal texts.
import type { shopFrontShape } from './shape.js'
import type { ShapeValue } from '../model/verb/shape.js'
import { getRecordText } from '../foundation/language.js'
import { country } from '../model/entities/store/country.js'
import { state } from '../model/entities/store/state.js'
import { store } from '../model/entities/store/store.js'
import type { ServiceContext } from '../storage/service-context.js'
import type { CatalogueOptions } from './catalogue/define.js'
import { requiresState, usesPostalCode } from './destination.js'
import { openCatalogueShop } from './catalogue/service.js'
import { toLanguagePath, listContentPages, readTermsText, toPagePath } from './language.js'
import { toShopView } from './catalogue/view.js'

type CountryView = ShopFrontReply['countries'][number]

export type ShopFrontReply = ShapeValue<typeof shopFrontShape>

type ConsentKind = 'privacy' | 'terms' | 'withdrawal'

const consentKinds: readonly ConsentKind[] = ['terms', 'withdrawal', 'privacy']

/** Number of recent order addresses to count, and of frequent countries to list first. */
const [counted, mostFrequent] = [500, 5]

/** The shop's own country, then the most frequent countries of recent order addresses. */
async function frequentCountries({ on }: ServiceContext, home: number | null): Promise<readonly number[]> {
  const last = `SELECT country_id FROM svc_order_address ORDER BY id DESC LIMIT ${counted}`
  const sql = `SELECT country_id FROM (${last}) AS last_addresses WHERE country_id IS NOT NULL
    GROUP BY country_id ORDER BY COUNT(*) DESC, country_id LIMIT ${mostFrequent}`
  const countryIds = (await on.query<{ country_id: number }>(sql)).map(({ country_id: id }) => Number(id))
  return [...new Set(home === null ? countryIds : [home, ...countryIds])].slice(0, mostFrequent)
}

/**
 * ValidationError on `language` and `currency`, with the existing ones.
 * @param toPageUrl builds the absolute URL of a shop page from its path
 */
export async function readShop(
  fresh: ServiceContext,
  options: CatalogueOptions,
  toPageUrl: (path: string) => string = (path) => path,
): Promise<ShopFrontReply> {
  const work = await fresh.at()
  const shop = await openCatalogueShop(work, options)
  const states = await work.records(state)
  const [own] = await work.records(store)
  const home = shop.settings.default_country_id ?? own?.country_id ?? null
  const frequent = await frequentCountries(work, home)
  const rank = (id: number): number => (frequent.includes(id) ? frequent.indexOf(id) : frequent.length)
  const open = (await work.records(country)).filter(({ published }) => published === true)
  const collator = new Intl.Collator(shop.language)
  const countries = open
    .map((record): CountryView => {
      const own = states.filter(({ country_id: id }) => id === record.id)
      return {
        id: record.id,
        name: getRecordText(record, 'name', shop.language) || getRecordText(record, 'name') || record.iso2,
        code: record.iso2,
        states: own.map(({ id, name, code }) => ({ id, name, code })).sort((a, b) => collator.compare(a.name, b.name)),
        uses_postal_code: usesPostalCode(record.iso2),
        requires_state: requiresState(record.iso2, own.length > 0),
      }
    })
    .sort((a, b) => rank(a.id) - rank(b.id) || collator.compare(a.name, b.name))
  const pages = await listContentPages(work, shop.language)
  return {
    shop: toShopView(shop),
    countries,
    country: countries.find(({ id }) => id === home)?.code ?? null,
    terms: await readTermsText(work, shop.language),
    legal_pages: consentKinds.flatMap((kind) =>
      pages
        .filter((page) => page.kind === kind)
        .map((page) => ({ kind, title: page.title, url: toPageUrl(toLanguagePath(work, shop.language, toPagePath(page))) })),
    ),
  }
}
