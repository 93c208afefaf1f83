// Reads the parts of a storefront that every page shows: the shop's details, navigation, content pages, payment and shipping methods.
import { findById } from '../../foundation/find-by-id.js'
import { NotFoundError } from '../../foundation/errors.js'
import { getRecordText } from '../../foundation/language.js'
import { createMessage } from '../../foundation/message.js'
import { productList } from '../../model/entities/catalog/product-list.js'
import { country } from '../../model/entities/store/country.js'
import { paymentMethod } from '../../model/entities/store/payment-method.js'
import { settings } from '../../model/entities/store/settings.js'
import { shippingMethod } from '../../model/entities/store/shipping-method.js'
import { store } from '../../model/entities/store/store.js'
import { isLibraryPicture } from '../../storage/files/media-library.js'
import { toStorefrontCopyName } from '../../storage/pipeline/file-release.js'
import type { ServiceContext } from '../../storage/service-context.js'
import { resolveLanguage } from '../language.js'
import { listContentPages } from './content-pages.js'
import type { ShopContact, ShopFrame } from './define.js'
import { listNavigation } from './lists.js'

interface PublishableRecord extends Readonly<Record<string, unknown>> {
  readonly published: boolean | null
}

const translateField = (record: Readonly<Record<string, unknown>>, field: string, language: string): string =>
  getRecordText(record, field, language) || getRecordText(record, field)

/** The titles of published records in their order, without repetitions. */
function listTitles(records: readonly PublishableRecord[], language: string): readonly string[] {
  const open = records.filter(({ published }) => published === true)
  return [...new Set(open.map((record) => translateField(record, 'title', language)))].filter((title) => title !== '')
}

async function readContact(work: ServiceContext, language: string): Promise<ShopContact> {
  const [own] = await work.records(store)
  const home = findById(await work.records(country), own?.country_id ?? null)
  return {
    name: own?.name ?? '',
    street: [own?.line1, own?.line2].filter(Boolean).join(', '),
    city: [own?.zip, own?.city].filter(Boolean).join(' '),
    country: home ? translateField(home, 'name', language) : '',
    phone: own?.phone ?? '',
    email: own?.email_support || (own?.email_sales ?? ''),
  }
}

/** ValidationError on `language`, with the active languages. */
export async function readShopFrame(fresh: ServiceContext, languageTag: string | undefined): Promise<ShopFrame> {
  const work = await fresh.at()
  const language = resolveLanguage(work, languageTag)
  const [own] = await work.records(settings)
  return {
    logo: (await work.records(store))[0]?.logo || null,
    favicon: own?.theme_favicon || null,
    hero_image: own?.theme_hero || null,
    theme: own?.theme ?? {},
    contact: await readContact(work, language),
    navigation: await listNavigation(work, language),
    pages: await listContentPages(work, language),
    payment_methods: listTitles(await work.records(paymentMethod), language),
    shipping_methods: own?.disable_delivery === true ? [] : listTitles(await work.records(shippingMethod), language),
  }
}

/** The bytes of a picture of the shop itself, of a published list, or of the library. NotFoundError for any other name. */
export async function readShopPicture(fresh: ServiceContext, name: string): Promise<Uint8Array> {
  const work = await fresh.at()
  const [own] = await work.records(store)
  const [shopSettings] = await work.records(settings)
  const lists = (await work.records(productList)).filter(({ published }) => published === true)
  const names = [own?.logo, shopSettings?.theme_favicon, shopSettings?.theme_hero, ...lists.map((list) => list.image)]
  const { files } = work.context
  const isShown = name !== '' && (names.includes(name) || (await isLibraryPicture(work.context, name)))
  // Prefer the smaller copy, if there is one.
  const bytes = isShown ? ((await files.get(toStorefrontCopyName(name))) ?? (await files.get(name))) : null
  if (bytes === null) throw new NotFoundError(createMessage('shop.pictureUnknown', { name: name.slice(0, 100) }))
  return bytes
}
