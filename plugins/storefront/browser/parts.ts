// The parts of the configurator that not every page needs: each is loaded when it is, and asked for again where it got lost.
import type { Texts } from '../text.js'
import { languagePart, type PartName } from '../part-names.js'
import type { Controller, DrawnElement } from './drawn-element.js'
import { Retry } from './retry.js'

/** Of a language only what the configurator says: the bundler leaves out what is not taken. */
const loaders = {
  calendar: () => import('./later/calendar.js'),
  colorpicker: () => import('./later/colorpicker.js'),
  'de-de': async () => {
    const { texts } = await import('../texts/de-de.js')
    return { texts }
  },
  'en-gb': async () => {
    const { texts } = await import('../texts/en-gb.js')
    return { texts }
  },
  'page-tabs': () => import('./later/page-tabs.js'),
  slider: () => import('./later/slider.js'),
  surroundings: () => import('./later/surroundings.js'),
  told: () => import('./later/told.js'),
  upload: () => import('./later/upload.js'),
} satisfies Record<PartName, () => Promise<object>>
type Part<Name extends PartName> = Awaited<ReturnType<(typeof loaders)[Name]>>

/** Milliseconds until a part counts as lost. */
const patience = 10_000
/** Milliseconds for which the first drawing waits, so that nothing moves when a part comes a moment later. */
const grace = 1_500

const pause = (milliseconds: number): Promise<void> => new Promise((resume) => setTimeout(resume, milliseconds))

export class Parts implements Controller {
  private readonly here = new Map<PartName, object>()
  private readonly asked = new Map<PartName, Promise<void>>()
  private readonly gone = new Set<PartName>()
  private attempts = 0
  private readonly retry = new Retry(() => this.again())

  constructor(private readonly host: DrawnElement) {
    host.addController(this)
  }

  hostDisconnected(): void {
    this.retry.stop()
  }

  /** The part, or null until it has come; asks for it. */
  get<Name extends PartName>(name: Name): Part<Name> | null {
    void this.ask(name)
    return (this.here.get(name) as Part<Name> | undefined) ?? null
  }

  texts(language: string): Texts | null {
    return this.get(languagePart(language))?.texts ?? null
  }

  has(name: PartName): boolean {
    return this.here.has(name)
  }

  isLost(name: PartName): boolean {
    return this.gone.has(name)
  }

  /** When they have come, or after a moment without them: they are drawn then as they come. */
  async prepared(names: readonly PartName[]): Promise<void> {
    await Promise.race([Promise.all(names.map((name) => this.ask(name))), pause(grace)])
  }

  /** Asks once more for all that got lost; until they come it is said that they are. */
  again(): void {
    this.attempts++
    const round = [...this.gone].map((name) => {
      const loading = this.load(name)
      this.asked.set(name, loading)
      return loading
    })
    void Promise.all(round).then(() => this.gone.size > 0 && this.retry.later())
  }

  private ask(name: PartName): Promise<void> {
    const asked = this.asked.get(name) ?? this.load(name)
    this.asked.set(name, asked)
    return asked
  }

  private async load(name: PartName): Promise<void> {
    try {
      const part = await Promise.race([this.request(name), pause(patience)])
      if (part === undefined) throw new Error(`'${name}' did not come.`)
      this.arrived(name, part)
    } catch {
      if (this.here.has(name)) return
      if (this.gone.size === 0) this.retry.later()
      this.gone.add(name)
    }
    this.host.requestUpdate()
  }

  /** A browser may remember of an address that it failed, so that it is asked under another one then. */
  private request(name: PartName): Promise<object> {
    if (this.attempts === 0) return loaders[name]()
    const address = new URL(`${name}.js?again=${this.attempts}`, import.meta.url)
    return import(address.href) as Promise<object>
  }

  private arrived(name: PartName, part: { readonly style?: CSSStyleSheet }): void {
    if (this.here.has(name)) return
    this.here.set(name, part)
    if (this.gone.delete(name) && this.gone.size === 0) this.retry.succeeded()
    if (part.style) this.host.renderRoot.adoptedStyleSheets.push(part.style)
  }
}
