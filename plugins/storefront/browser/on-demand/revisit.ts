// Offers an unfinished configuration again and lists recently viewed products. Both are stored in this browser only.
import type { ConfiguratorState } from './configurator-api.js'
import { loadSessionToken, loadShopperValue } from '../shopper-storage.js'
import { storeShopperValue } from '../shopper-storage-writer.js'
import { loadTabConfiguration, saveTabConfiguration } from '../tab-configuration.js'

interface UnfinishedConfiguration {
  readonly product: number
  readonly token: string
  readonly title: string
}

interface ViewedProduct {
  readonly id: number
  /** By the language of the page. */
  readonly titles: Readonly<Record<string, string>>
  /** A URL; '' without a picture. */
  readonly image: string
}

const maximumUnfinished = 5
const maximumViewed = 12
const shownProducts = 6

function loadList<Entry>(name: 'unfinished' | 'viewed'): readonly Entry[] {
  try {
    const list = JSON.parse(loadShopperValue(name) ?? '[]') as unknown
    return Array.isArray(list) ? (list as readonly Entry[]) : []
  } catch {
    return []
  }
}

const storeList = (name: 'unfinished' | 'viewed', list: readonly object[]): void =>
  storeShopperValue(name, list.length === 0 ? null : JSON.stringify(list))

/** The banner and the section have the URLs and texts of the page in their `data-` attributes. */
interface PageParts {
  readonly banner: HTMLElement
  readonly recent: HTMLElement
  /** null on pages without a configurator. */
  readonly configurator: HTMLElement | null
}

const toProductUrl = ({ recent }: PageParts, product: number): string =>
  recent.dataset['url']!.replace('*', encodeURIComponent(String(product)))

/** A configuration that the service still has. */
interface AvailableConfiguration {
  /** The name of its picture; null if there is none or it is unknown. */
  readonly image: string | null
}

/** null if the configuration has expired. An account takes over the configuration that was started before the sign-in. */
async function loadAvailable(token: string, api: string): Promise<AvailableConfiguration | null> {
  const session = loadSessionToken()
  const path = `${api}/configurations/${encodeURIComponent(token)}`
  const headers = { 'content-type': 'application/json', ...(session !== null && { 'x-svc-shopper': session }) }
  try {
    const claim = session === null ? null : await fetch(`${path}/claim`, { method: 'POST', headers, body: '{}' })
    const response = claim?.ok === false ? claim : await fetch(`${path}?picture=1`, { headers })
    // Only a definite answer removes the offer.
    if (response.status === 404 || response.status === 422) return null
    return response.ok ? ((await response.json()) as { readonly data: AvailableConfiguration }).data : { image: null }
  } catch {
    return { image: null }
  }
}

/** The product is no longer sold. */
class MissingProduct extends Error {}

async function readTitle(address: string): Promise<string> {
  const response = await fetch(address)
  if (response.status === 404) throw new MissingProduct()
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  return page.querySelector<HTMLElement>('.recent')?.dataset['title'] ?? ''
}

/** Titles that this page has requested, by product. */
const requestedTitles = new Map<number, Promise<string>>()

/**
 * The title in the language of the page. If a product was viewed in another language, its page is requested once.
 * '' if the title cannot be read now. Throws MissingProduct.
 */
async function loadTitle(parts: PageParts, product: number): Promise<string> {
  const { lang } = document.documentElement
  const stored = loadList<ViewedProduct>('viewed').find(({ id }) => id === product)?.titles[lang]
  if (stored !== undefined) return stored
  const request = requestedTitles.get(product) ?? readTitle(toProductUrl(parts, product))
  requestedTitles.set(product, request)
  try {
    const title = await request
    const addTitle = (entry: ViewedProduct): ViewedProduct =>
      entry.id === product && title !== '' ? { ...entry, titles: { ...entry.titles, [lang]: title } } : entry
    storeList('viewed', loadList<ViewedProduct>('viewed').map(addTitle))
    return title
  } catch (error) {
    if (error instanceof MissingProduct) throw error
    return ''
  }
}

const forget = (token: string): void =>
  storeList(
    'unfinished',
    loadList<UnfinishedConfiguration>('unfinished').filter((entry) => entry.token !== token),
  )

/** Offers the latest unfinished configuration, on a product page that of the product. */
function connectBanner(parts: PageParts): void {
  const { banner, recent, configurator } = parts
  if (configurator?.hasAttribute('configuration')) return
  const product = configurator === null ? null : Number(configurator.getAttribute('product'))
  const place = configurator?.id ?? ''
  const own = product === null ? null : loadTabConfiguration({ product, configuration: null, place })
  const [resume, discard] = [banner.querySelector('a')!, banner.querySelector('button')!]
  const picture = banner.querySelector('img')!
  let offered: UnfinishedConfiguration | undefined

  function showPicture(address: string): void {
    picture.hidden = address === ''
    if (address !== '') picture.src = address
  }
  picture.addEventListener('error', () => showPicture(''))

  function offer(): void {
    offered = loadList<UnfinishedConfiguration>('unfinished').find(
      (entry) => (product === null || entry.product === product) && entry.token !== own?.token,
    )
    banner.hidden = offered === undefined
    if (offered === undefined) return
    const { product: id, title, token } = offered
    const viewed = loadList<ViewedProduct>('viewed').find((product) => product.id === id)
    const showTitle = (text: string): void => {
      banner.querySelector('p')!.textContent = banner.dataset['text']!.replace('{title}', () => text)
    }
    showTitle(viewed?.titles[document.documentElement.lang] ?? title)
    loadTitle(parts, id).then(
      (translated) => translated !== '' && offered?.token === token && showTitle(translated),
      // The service reports an expired configuration itself.
      () => undefined,
    )
    resume.href = toProductUrl(parts, id)
    // The picture of the product takes the place of the configured one, which follows.
    showPicture(viewed?.image ?? '')
    void update(id, token)
  }

  function withdraw(token: string): void {
    forget(token)
    offer()
  }

  /** Shows the picture of the configuration, or withdraws an expired one. */
  async function update(id: number, token: string): Promise<void> {
    const api = recent.dataset['api']!
    const available = await loadAvailable(token, api)
    if (available === null) return withdraw(token)
    if (available.image !== null) showPicture(`${api}/products/${id}/pictures/${encodeURIComponent(available.image)}`)
  }

  resume.addEventListener('click', (event) => {
    const { product: id, token } = offered!
    saveTabConfiguration({ product: id, configuration: null, place }, { token, selections: [], waiting: [] })
    if (configurator === null) return
    event.preventDefault()
    location.reload()
  })
  discard.addEventListener('click', () => {
    withdraw(offered!.token)
    // The focused button may be hidden now.
    const heading = document.querySelector('h1')!
    heading.tabIndex = -1
    heading.focus()
  })
  offer()
}

/** Stores the configuration after each change, until it is in a cart. */
function recordChanges({ recent }: PageParts, configurator: HTMLElement): void {
  /** The state that was put into a cart. */
  let bought = ''
  const withoutProduct = (product: number): readonly UnfinishedConfiguration[] =>
    loadList<UnfinishedConfiguration>('unfinished').filter((entry) => entry.product !== product)
  const toKey = ({ configuration, revision }: ConfiguratorState): string => `${configuration} ${revision}`
  configurator.addEventListener('svc-change', (event) => {
    const { detail } = event as CustomEvent<ConfiguratorState>
    const { configuration: token, product, revision } = detail
    // The first revision has the initial values only.
    if (token === null || revision < 2 || toKey(detail) === bought || configurator.hasAttribute('configuration')) return
    const entry = { product, token, title: recent.dataset['title']! }
    storeList('unfinished', [entry, ...withoutProduct(product)].slice(0, maximumUnfinished))
  })
  configurator.addEventListener('svc-add-to-cart', (event) => {
    const { detail } = event as CustomEvent<ConfiguratorState>
    bought = toKey(detail)
    storeList('unfinished', withoutProduct(detail.product))
  })
}

function showViewed(parts: PageParts, viewed: readonly ViewedProduct[]): void {
  const { recent } = parts
  const { lang } = document.documentElement
  function withdraw(product: number, item: HTMLElement): void {
    storeList(
      'viewed',
      loadList<ViewedProduct>('viewed').filter(({ id }) => id !== product),
    )
    item.remove()
    recent.hidden = recent.querySelector('li') === null
  }
  const tiles = viewed.slice(0, shownProducts).map(({ id, titles, image }) => {
    const link = document.createElement('a')
    link.href = toProductUrl(parts, id)
    if (image !== '') {
      const picture = Object.assign(new Image(480, 360), { src: image, alt: '', loading: 'lazy' })
      picture.addEventListener('error', () => picture.remove())
      link.append(picture)
    }
    const title = document.createElement('span')
    title.textContent = titles[lang] ?? Object.values(titles)[0] ?? ''
    link.append(title)
    const item = document.createElement('li')
    item.append(link)
    loadTitle(parts, id).then(
      (translated) => void (title.textContent = translated || title.textContent),
      () => withdraw(id, item),
    )
    return item
  })
  recent.querySelector('ul')!.replaceChildren(...tiles)
  recent.hidden = tiles.length === 0
}

/** Connects the banner and the section of recently viewed products. A product page adds itself to them. */
export function connectRevisit(): void {
  const banner = document.querySelector<HTMLElement>('.resume')!
  const recent = document.querySelector<HTMLElement>('.recent')!
  const configurator = document.querySelector<HTMLElement>('svc-configurator')
  const parts = { banner, recent, configurator }
  connectBanner(parts)
  const { product, title = '', image = '' } = recent.dataset
  const viewed = loadList<ViewedProduct>('viewed')
  const others = viewed.filter(({ id }) => String(id) !== product)
  showViewed(parts, others)
  if (configurator === null || product === undefined) return
  recordChanges(parts, configurator)
  const titles = { ...viewed.find(({ id }) => String(id) === product)?.titles, [document.documentElement.lang]: title }
  storeList('viewed', [{ id: Number(product), titles, image }, ...others].slice(0, maximumViewed))
}
