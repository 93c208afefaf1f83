// The product's picture: stacked layers, decoded before they are swapped, preloaded, and described in a text.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { AnswerView, ProductReply, QuestionView } from '#core/surface.js'
import { css } from '../base-element.js'

/** The detail of `svc-picture`, for a viewer that the page puts in the slot `viewer`. */
export interface PictureState {
  readonly product: number
  /** URLs of the pictures, the lowest layer first. */
  readonly layers: readonly string[]
  /** Consists of catalog texts. Contains no text that the shopper typed. */
  readonly description: string
  /** The selected answers that the picture shows. */
  readonly answers: readonly { readonly question_id: number; readonly answer_id: number; readonly sku: string | null }[]
}

/** The members of the session that this module uses. */
export interface PictureSession {
  readonly questions: ReadonlyMap<number, { readonly selection: string | null; readonly applies: boolean }>
  picture(name: string): string
}

/** Maximum number of preloaded pictures. */
const maxPreloads = 24

const affectsPicture = ({ answers }: QuestionView): boolean => answers.some((answer) => answer.visualization_image !== null)

/** The selected answers of the questions that the picture shows, in page order. */
function listPictureAnswers(
  { product }: ProductReply,
  session: PictureSession,
): readonly (readonly [QuestionView, AnswerView])[] {
  const pictureQuestions = product.pages.flatMap((page) => page.questions.filter(affectsPicture))
  return pictureQuestions.flatMap((question) => {
    const chosen = session.questions.get(question.id)?.selection?.split(',') ?? []
    return question.answers.filter((answer) => chosen.includes(String(answer.id))).map((answer) => [question, answer] as const)
  })
}

/** Pictures of the shopper's possible next choices: layers of applicable questions that are not shown yet. */
function listPreloads({ product }: ProductReply, session: PictureSession, currentLayers: readonly string[]): readonly string[] {
  const questions = product.pages.flatMap((page) => page.questions).filter(({ id }) => session.questions.get(id)?.applies)
  const names = questions.flatMap(({ answers }) => answers.flatMap((answer) => answer.visualization_image ?? []))
  return [...new Set(names.map((name) => session.picture(name)))]
    .filter((address) => !currentLayers.includes(address))
    .slice(0, maxPreloads)
}

function createPictureState(catalogue: ProductReply, session: PictureSession): PictureState {
  const { product, shop } = catalogue
  const layered = product.visualization_image !== null
  const chosen = layered ? listPictureAnswers(catalogue, session) : []
  const layers = chosen
    .map(([, answer]) => answer)
    .filter((answer) => answer.visualization_image !== null)
    .toSorted((a, b) => a.visualization_stacking - b.visualization_stacking)
    .map((answer) => answer.visualization_image!)
  const words = new Intl.ListFormat(shop.language, { type: 'unit', style: 'short' })
  const selectionTexts = chosen.map(([question, answer]) => `${question.title}: ${answer.title}`)
  return {
    product: product.id,
    layers: [(product.visualization_image ?? product.image)!, ...layers].map((name) => session.picture(name)),
    description: [product.title, ...(selectionTexts.length > 0 ? [words.format(selectionTexts)] : [])].join('. '),
    answers: chosen.map(([question, { id, sku }]) => ({ question_id: question.id, answer_id: id, sku })),
  }
}

/** False if the picture cannot be loaded. Its layer stays empty and is requested again with the next change. */
async function decodeImage(image: HTMLImageElement): Promise<boolean> {
  try {
    if (!image.isConnected) await image.decode()
    return true
  } catch {
    return false
  }
}

/** Shows layers as `<img>` elements, in which SVG files run no scripts and load nothing from other hosts. */
class SvcPicture extends HTMLElement {
  private requestedLayers = ''
  private description = ''
  private readonly preloadedUrls = new Set<string>()

  set given({ shown: { layers, description }, ahead }: { readonly shown: PictureState; readonly ahead: readonly string[] }) {
    this.description = description
    this.describe()
    const layerKey = layers.join('\n')
    if (layerKey === this.requestedLayers) return
    this.requestedLayers = layerKey
    void this.swap(layers, layerKey).then(() => this.fetch(ahead))
  }

  /** Reuses the elements of unchanged layers. A newer request wins over one whose pictures arrive late. */
  private async swap(layers: readonly string[], requestedLayers: string): Promise<void> {
    const present = new Map([...this.querySelectorAll('img')].map((image) => [image.getAttribute('src'), image]))
    const images = layers.map((address) => present.get(address) ?? Object.assign(new Image(), { src: address, alt: '' }))
    const here = await Promise.all(images.map(decodeImage))
    if (requestedLayers !== this.requestedLayers) return
    const loadedImages = images.filter((_, index) => here[index])
    if (loadedImages.length < images.length) this.requestedLayers = ''
    this.replaceChildren(...loadedImages)
    this.describe()
  }

  /** The lowest layer has the description of the whole picture. */
  private describe(): void {
    for (const [index, image] of this.querySelectorAll('img').entries()) image.alt = index === 0 ? this.description : ''
  }

  /** Preloads nothing for users who want to save data. */
  private fetch(ahead: readonly string[]): void {
    if (matchMedia('(prefers-reduced-data: reduce)').matches) return
    for (const address of ahead) {
      if (this.preloadedUrls.has(address)) continue
      this.preloadedUrls.add(address)
      Object.assign(new Image(), { fetchPriority: 'low', src: address })
    }
  }
}

if (!customElements.get('svc-picture')) customElements.define('svc-picture', SvcPicture)

/** The content of the last `svc-picture` event, by element. */
const lastEventDetails = new WeakMap<HTMLElement, string>()

/** The current picture. Dispatches `svc-picture` on changes. A viewer in the slot replaces the drawing. */
export function renderProductPicture(host: HTMLElement, session: PictureSession, catalogue: ProductReply): TemplateResult {
  const pictureState = createPictureState(catalogue, session)
  const text = JSON.stringify(pictureState)
  if (lastEventDetails.get(host) !== text) {
    lastEventDetails.set(host, text)
    queueMicrotask(() =>
      host.dispatchEvent(new CustomEvent<PictureState>('svc-picture', { detail: pictureState, bubbles: true, composed: true })),
    )
  }
  if (host.querySelector(':scope > [slot=viewer]') !== null) return html``
  const pictureInput = { shown: pictureState, ahead: listPreloads(catalogue, session, pictureState.layers) }
  return html`<svc-picture part="picture" .given=${pictureInput}></svc-picture>`
}

interface PictureHost extends HTMLElement {
  readonly renderRoot: ShadowRoot
  requestUpdate(): void
}

/** Hosts whose picture has scrolled out of sight. */
const scrolledHosts = new WeakSet<HTMLElement>()
const observedAreas = new WeakSet<Element>()

/** Watches the picture at the top of the page. */
function observeArea(host: PictureHost): void {
  const area = host.renderRoot.querySelector('.visualization')
  if (area === null || observedAreas.has(area)) return
  observedAreas.add(area)
  new IntersectionObserver(
    ([entry]) => {
      const isAbove = entry !== undefined && !entry.isIntersecting && entry.boundingClientRect.bottom < innerHeight / 2
      if (isAbove === scrolledHosts.has(host)) return
      if (isAbove) scrolledHosts.add(host)
      else scrolledHosts.delete(host)
      host.requestUpdate()
    },
    { threshold: 0.15 },
  ).observe(area)
}

/** The same picture, small at the top edge of the window, while the large one is above it. Screen readers use the large one. */
export function renderSmallPicture(
  host: PictureHost,
  session: PictureSession,
  catalogue: ProductReply,
): TemplateResult | typeof nothing {
  queueMicrotask(() => observeArea(host))
  if (!scrolledHosts.has(host) || host.querySelector(':scope > [slot=viewer]') !== null) return nothing
  const shown = { ...createPictureState(catalogue, session), description: '' }
  return html`<div class="mini" aria-hidden="true"><svc-picture .given=${{ shown, ahead: [] }}></svc-picture></div>`
}

export const style = css`
  svc-picture {
    display: grid;
    height: 100%;
  }
  svc-picture img {
    grid-area: 1 / 1;
    width: 100%;
    height: 100%;
    min-height: 0;
    object-fit: contain;
    border-radius: var(--svc-radius);
  }
`
