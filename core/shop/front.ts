// What a shop front says and asks beside the goods: currencies, the countries it sells to with their states, and its terms.
import { textIn } from '../ground/language/tags.js'
import { country } from '../model/entities/store/country.js'
import { state } from '../model/entities/store/state.js'
import { store } from '../model/entities/store/store.js'
import type { Work } from '../storage/work.js'
import type { CatalogueOptions, ShopView } from './catalogue/define.js'
import { shopOf } from './catalogue/service.js'
import { shopView } from './catalogue/view.js'

export interface StateView {
  readonly id: number
  readonly name: string
  /** '' where it has none. */
  readonly code: string
}

export interface CountryView {
  readonly id: number
  readonly name: string
  /** ISO 3166-1 alpha-2. */
  readonly code: string
  readonly states: readonly StateView[]
}

export interface ShopFrontReply {
  readonly shop: ShopView
  /** Those that it sells to, by name. */
  readonly countries: readonly CountryView[]
  /** The code of the shop's own, where it sells to it: what a form begins with. */
  readonly country: string | null
  /** Rich text; '' where there are none. */
  readonly terms: string
}

/** ValidationError on `language` and `currency`, naming what exists. */
export async function readShop(fresh: Work, options: CatalogueOptions): Promise<ShopFrontReply> {
  const work = await fresh.at()
  const shop = await shopOf(work, options)
  const states = await work.records(state)
  const open = (await work.records(country)).filter(({ published }) => published === true)
  const collator = new Intl.Collator(shop.language)
  const countries = open
    .map((one): CountryView & { readonly id: number } => ({
      id: one.id,
      name: textIn(one, 'name', shop.language) || textIn(one, 'name') || one.iso2,
      code: one.iso2,
      states: states
        .filter(({ country_id: id }) => id === one.id)
        .map(({ id, name, code }) => ({ id, name, code }))
        .sort((a, b) => collator.compare(a.name, b.name)),
    }))
    .sort((a, b) => collator.compare(a.name, b.name))
  const [own] = await work.records(store)
  const home = shop.settings.default_country_id ?? own?.country_id
  return {
    shop: shopView(shop),
    countries,
    country: countries.find(({ id }) => id === home)?.code ?? null,
    terms: own ? textIn(own, 'terms', shop.language) || textIn(own, 'terms') : '',
  }
}
