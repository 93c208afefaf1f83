// The enlarged picture of an answer on hover, touch or focus, and the character counter of text fields.
import type { ProductReply } from '#core/surface.js'
import { css, type BaseElement } from '../base-element.js'

/** The members of the session that this module uses. */
export interface PreviewSession {
  readonly catalogue: ProductReply | null
  picture(name: string): string
}

/** Remaining characters from which on the counter is announced to screen readers. */
const counterAnnounceLimit = 20

const style = css`
  .preview {
    position: fixed;
    z-index: 5;
    top: 0;
    left: 0;
    margin: 0;
    padding: 0.5rem;
    width: min(20rem, calc(100vw - 1rem));
    border: 1px solid var(--svc-edge);
    border-radius: var(--svc-radius);
    color: var(--svc-ink);
    background: var(--svc-ground);
    box-shadow: 0 8px 30px rgb(0 0 0 / 25%);
    pointer-events: none;
  }
  /* The translation names the edge that is next to the tile: the picture's height is known when it has come. */
  .preview.above {
    transform: translateY(-100%);
  }
  .preview img {
    display: block;
    width: 100%;
    object-fit: contain;
  }
`

export class FieldHints {
  private readonly preview = document.createElement('figure')
  private readonly picture = document.createElement('img')
  private readonly caption = document.createElement('figcaption')
  private readonly counter = document.createElement('span')
  private previewedElement: Element | null = null

  constructor(
    host: BaseElement,
    private readonly session: PreviewSession,
    /** Formats a number in the page's language. */
    private readonly number: (count: number) => string,
  ) {
    const { renderRoot } = host
    renderRoot.adoptedStyleSheets.push(style)
    this.preview.className = 'preview'
    this.preview.part.add('preview')
    this.preview.hidden = true
    // Screen readers already get this content from the tile.
    this.preview.setAttribute('aria-hidden', 'true')
    this.picture.alt = ''
    this.preview.append(this.picture, this.caption)
    this.counter.className = 'hint counter'
    this.counter.part.add('hint', 'counter')
    renderRoot.append(this.preview)
    renderRoot.addEventListener('pointerover', (event) => this.showPreview(event.target))
    // On touch screens, a tap shows the picture and a tap elsewhere hides it.
    renderRoot.addEventListener('pointerdown', (event) => this.showPreview(event.target))
    renderRoot.addEventListener('focusin', (event) => {
      this.showPreview(event.target)
      this.count(event.target)
    })
    renderRoot.addEventListener('input', (event) => this.count(event.target))
    renderRoot.addEventListener('focusout', () => {
      this.hide()
      this.counter.remove()
    })
    renderRoot.addEventListener('keydown', (event) => (event as KeyboardEvent).key === 'Escape' && this.hide())
    host.addEventListener('pointerleave', () => this.hide())
  }

  /** Repositions the picture after the page has scrolled or a message has appeared. */
  readonly reposition = (): void => {
    if (this.previewedElement !== null) this.place(this.previewedElement)
  }

  private hide(): void {
    removeEventListener('scroll', this.reposition)
    this.preview.hidden = true
    this.previewedElement = null
  }

  /** Shows the picture of the answer that contains the target; hides it if there is none. */
  private showPreview(target: EventTarget | null): void {
    const place = target instanceof Element ? target.closest('.tile, .choice') : null
    if (place === this.previewedElement && place !== null) return
    const title = place?.querySelector('.choice-title')
    const answerId = Number(/-(\d+)-title$/.exec(title?.id ?? '')?.[1])
    const questions = this.session.catalogue?.product.pages.flatMap((page) => page.questions) ?? []
    const answer = questions.flatMap(({ answers }) => answers).find(({ id }) => id === answerId)
    const name = answer?.image ?? answer?.picker_image
    if (!place || !answer || !name) return this.hide()
    this.previewedElement = place
    this.picture.src = this.session.picture(name)
    this.caption.textContent = answer.title
    this.reposition()
    addEventListener('scroll', this.reposition, { passive: true })
  }

  /** Places the picture above or below the answer, where more space is. It covers neither the answer nor a message below it. */
  private place(previewedElement: Element): void {
    const { preview, picture } = this
    const box = previewedElement.getBoundingClientRect()
    const messageElement = previewedElement.closest('.question')?.querySelector('.failure') ?? null
    const isAbove = messageElement !== null || box.top > innerHeight - box.bottom
    const room = (isAbove ? box.top : innerHeight - box.bottom) - 16
    preview.hidden = messageElement !== null && room < 110
    picture.style.maxHeight = `${Math.max(60, Math.min(room - 50, innerHeight * 0.45))}px`
    const x = Math.max(
      8,
      Math.min(box.left + (box.width - preview.offsetWidth) / 2, document.documentElement.clientWidth - preview.offsetWidth - 8),
    )
    preview.style.translate = `${x}px ${isAbove ? box.top - 8 : box.bottom + 8}px`
    preview.classList.toggle('above', isAbove)
  }

  /** Shows the counter next to the focused field. Announces it only if few characters are left. */
  private count(target: EventTarget | null): void {
    const isText = target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.inputMode === 'text')
    if (!isText || target.maxLength <= 0) return
    const rest = target.maxLength - target.value.length
    if (this.counter.previousElementSibling !== target) target.after(this.counter)
    this.counter.setAttribute('aria-live', rest <= counterAnnounceLimit ? 'polite' : 'off')
    this.counter.textContent = `${this.number(target.value.length)} / ${this.number(target.maxLength)}`
  }
}
