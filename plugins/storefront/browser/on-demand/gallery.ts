// The gallery of a product: slides that are swiped, thumbnails, and keys. The first slide is the picture that follows the choices.
import { html, type TemplateResult } from 'lit/html.js'
import type { ProductView } from '#core/surface.js'
import type { DeferredTexts } from '../../text/types.js'
import { css, type BaseElement } from '../base-element.js'
import type { GalleryView } from './surroundings.js'

/** The members of the session that this module uses. */
interface PictureSource {
  picture(name: string): string
}

export class Gallery implements GalleryView {
  private product: ProductView | null = null
  private texts: DeferredTexts | null = null
  private current = 0

  constructor(
    private readonly host: BaseElement,
    private readonly session: PictureSource,
  ) {
    // A choice that changes the picture shows it.
    host.addEventListener('svc-picture', () => this.go(0))
  }

  update(product: ProductView, texts: DeferredTexts): void {
    this.product = product
    this.texts = texts
  }

  get label(): string {
    return this.texts?.pictures ?? ''
  }

  private get track(): HTMLElement | null {
    return this.host.renderRoot.querySelector<HTMLElement>('.slides')
  }

  /** The names of all pictures, the composed one or the product's own first. */
  private get names(): readonly string[] {
    const { visualization_image, image, gallery } = this.product!
    const first = visualization_image ?? image
    return first === null ? gallery : [first, ...gallery]
  }

  private go(index: number): void {
    const { track } = this
    if (track === null || index < 0 || index >= this.names.length) return
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    const direction = this.host.dir === 'rtl' ? -1 : 1
    track.scrollTo({ left: direction * index * track.clientWidth, behavior: isStill ? 'auto' : 'smooth' })
    this.show(index)
  }

  private show(index: number): void {
    if (index === this.current) return
    this.current = index
    this.host.requestUpdate()
  }

  readonly handleScroll = (): void => {
    const { track } = this
    if (track !== null && track.clientWidth > 0) this.show(Math.round(Math.abs(track.scrollLeft) / track.clientWidth))
  }

  readonly handleKey = (event: KeyboardEvent): void => {
    const forward = this.host.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const targets: Readonly<Record<string, number>> = {
      ArrowLeft: this.current - 1,
      ArrowRight: this.current - 1,
      Home: 0,
      End: this.names.length - 1,
      [forward]: this.current + 1,
    }
    const target = targets[event.key]
    if (target === undefined) return
    event.preventDefault()
    this.go(target)
  }

  private describe(index: number): string {
    return this.texts!.pictureOf({ number: index + 1, count: this.names.length })
  }

  slides(): TemplateResult {
    const { gallery, title } = this.product!
    const offset = this.names.length - gallery.length
    return html`${gallery.map(
      (name, index) =>
        html`<img class="slide" src=${this.session.picture(name)} alt=${`${title}. ${this.describe(index + offset)}`} loading="lazy" />`,
    )}`
  }

  thumbs(): TemplateResult {
    return html`${this.names.map(
      (name, index) => html`
        <button
          type="button"
          class="thumb"
          aria-label=${this.describe(index)}
          aria-current=${index === this.current ? 'true' : 'false'}
          @click=${() => this.go(index)}
        >
          <img src=${this.session.picture(name)} alt="" loading="lazy" />
        </button>
      `,
    )}`
  }
}

export const style = css`
  .slide {
    width: 100%;
    object-fit: contain;
    border-radius: var(--svc-radius);
  }
  .slides:focus-visible {
    outline-offset: -3px;
  }
  .thumb {
    width: 4.5rem;
    height: 4rem;
    padding: 2px;
    overflow: hidden;
  }
  .thumb[aria-current='true'] {
    border-color: var(--svc-accent);
    box-shadow: inset 0 0 0 1px var(--svc-accent);
  }
  .thumb img {
    display: block;
    width: 100%;
    height: 100%;
    object-fit: cover;
    border-radius: calc(var(--svc-radius) - 3px);
  }
`
