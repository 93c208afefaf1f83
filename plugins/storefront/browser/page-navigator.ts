// Navigation between a product's pages: the open page, a URL for each, and the scroll position after a reload or language change.
import type { ProductView } from '#core/surface.js'
import { findPagingPart } from '../part-names.js'
import type { BaseElement } from './base-element.js'

/** The name of the URL parameter. */
const pageParameter = 'page'

interface PagePosition {
  readonly page: string
  /** The path, which includes the language. */
  readonly address: string
  readonly top: number
}

interface NavigatorHost extends BaseElement {
  readonly product: number
  goTo(questionId: number): Promise<void>
}

/** The page parameter, which is the same in every language. The storage key contains the product. */
const readPageParameter = (): string => new URLSearchParams(location.search).getAll(pageParameter).join()

export class PageNavigator {
  /** The id of the open page. */
  open = 0
  private product: ProductView | null = null
  private pending: 'place' | 'heading' | 'return' | null = 'place'

  constructor(readonly host: NavigatorHost) {
    host.addController({
      hostConnected: () => {
        addEventListener('popstate', this.handlePopState)
        addEventListener('pagehide', this.storePosition)
      },
      hostDisconnected: () => {
        removeEventListener('popstate', this.handlePopState)
        removeEventListener('pagehide', this.storePosition)
      },
    })
  }

  /** The product is loaded: opens the page that the URL names, or else the first. */
  begin(product: ProductView): void {
    if (this.product === product) return
    this.product = product
    this.open = this.findPageInUrl()
  }

  /** Opens a page and pushes its URL to the browser history. */
  go(pageId: number): void {
    if (pageId === this.open || this.product === null || findPagingPart(this.product) === null) return
    const address = new URL(location.href)
    const { searchParams } = address
    for (const { id } of this.product.pages) searchParams.delete(pageParameter, String(id))
    searchParams.append(pageParameter, String(pageId))
    history.pushState(null, '', address)
    this.open = pageId
    this.pending = 'heading'
    this.host.requestUpdate()
  }

  /** The open page is on the screen. */
  handleRender(): void {
    const { pending } = this
    this.pending = null
    if (pending === 'place') this.restore()
    if (pending === 'return') this.host.renderRoot.querySelector<HTMLElement>('h2#page')?.focus({ preventScroll: true })
    if (pending !== 'heading') return
    const page = this.host.renderRoot.querySelector<HTMLElement>('#page')
    const tab = this.host.renderRoot.activeElement?.getAttribute('role') === 'tab'
    if (!tab) page?.focus({ preventScroll: true })
    if (page && page.getBoundingClientRect().top < Number.parseFloat(getComputedStyle(page).scrollMarginTop))
      page.scrollIntoView({ block: 'start' })
  }

  /** Several products on one shop page each have their own page id in the URL. */
  private findPageInUrl(): number {
    const pageIds = new URLSearchParams(location.search).getAll(pageParameter)
    const pages = this.product?.pages ?? []
    return (pages.find(({ id }) => pageIds.includes(String(id))) ?? pages[0])?.id ?? 0
  }

  private readonly handlePopState = (): void => {
    const page = this.findPageInUrl()
    if (page !== this.open) this.pending = 'return'
    this.open = page
    this.host.requestUpdate()
  }

  private get key(): string {
    return `svc-place-${this.host.product}`
  }

  private readonly storePosition = (): void => {
    try {
      sessionStorage.setItem(
        this.key,
        JSON.stringify({ page: readPageParameter(), address: location.pathname, top: scrollY } satisfies PagePosition),
      )
    } catch {
      // Storage is not available: the scroll position is not restored.
    }
  }

  /** The browser restores the scroll position only if the page has its former height. This page reaches it only now. */
  private restore(): void {
    try {
      const place = JSON.parse(sessionStorage.getItem(this.key) ?? 'null') as PagePosition | null
      sessionStorage.removeItem(this.key)
      const [navigation] = performance.getEntriesByType('navigation')
      const isNewNavigation = navigation instanceof PerformanceNavigationTiming && navigation.type === 'navigate'
      const returns = !isNewNavigation || place?.address !== location.pathname
      if (place?.page === readPageParameter() && returns && location.hash === '' && scrollY < place.top)
        scrollTo({ top: place.top, behavior: 'instant' })
    } catch {
      // Storage is not available: the scroll position is not restored.
    }
  }
}
