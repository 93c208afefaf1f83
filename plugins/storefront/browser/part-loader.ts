// Loads optional modules of an element on demand, and retries failed loads.
import type { ElementController, BaseElement } from './base-element.js'
import type { TextPart } from '../part-names.js'
import { RetryTimer } from './api-client.js'

export type PartLoaders = Readonly<Record<string, () => Promise<object>>>
type LoadedPart<Of extends PartLoaders, Name extends keyof Of> = Awaited<ReturnType<Of[Name]>>

/** The scripts with the texts of a catalog, one per language. The bundler compiles them from the catalogs. */
export type TextLoaders<Catalog extends string, Texts> = Readonly<
  Record<TextPart<Catalog>, () => Promise<{ readonly texts: Texts }>>
>

/** Milliseconds until a module counts as lost. */
const loadTimeout = 10_000
/** Maximum milliseconds that the first drawing waits for modules, so the layout does not shift shortly after. */
const firstDrawingTimeout = 1_500

const sleep = (milliseconds: number): Promise<void> => new Promise((resume) => setTimeout(resume, milliseconds))

export class PartLoader<Of extends PartLoaders> implements ElementController {
  private readonly loadedParts = new Map<keyof Of & string, object>()
  private readonly loadPromises = new Map<keyof Of & string, Promise<void>>()
  private readonly lostParts = new Set<keyof Of & string>()
  private attempts = 0
  private readonly retry = new RetryTimer(() => this.retryLostParts())

  constructor(
    private readonly host: BaseElement,
    /** A part without a loader is a script of its name, next to this one. */
    private readonly loaders: Partial<Of>,
  ) {
    host.addController(this)
  }

  hostDisconnected(): void {
    this.retry.stop()
  }

  /** The module, or null until it has loaded. Starts loading it. */
  get<Name extends keyof Of & string>(name: Name): LoadedPart<Of, Name> | null {
    void this.ensureLoading(name)
    return (this.loadedParts.get(name) as LoadedPart<Of, Name> | undefined) ?? null
  }

  has(name: keyof Of & string): boolean {
    return this.loadedParts.has(name)
  }

  isLost(name: keyof Of & string): boolean {
    return this.lostParts.has(name)
  }

  /** Resolves when the modules have loaded, or after `grace`. Later modules are drawn as they arrive. */
  async waitForParts(names: readonly (keyof Of & string)[]): Promise<void> {
    await Promise.race([Promise.all(names.map((name) => this.ensureLoading(name))), sleep(firstDrawingTimeout)])
  }

  /** Loads all lost modules again. They count as lost until they arrive. */
  retryLostParts(): void {
    this.attempts++
    const round = [...this.lostParts].map((name) => {
      const loading = this.load(name)
      this.loadPromises.set(name, loading)
      return loading
    })
    void Promise.all(round).then(() => this.lostParts.size > 0 && this.retry.schedule())
  }

  private ensureLoading(name: keyof Of & string): Promise<void> {
    const loadPromise = this.loadPromises.get(name) ?? this.load(name)
    this.loadPromises.set(name, loadPromise)
    return loadPromise
  }

  private async load(name: keyof Of & string): Promise<void> {
    try {
      const part = await Promise.race([this.request(name), sleep(loadTimeout)])
      if (part === undefined) throw new Error(`'${name}' did not come.`)
      this.addPart(name, part)
    } catch {
      if (this.loadedParts.has(name)) return
      if (this.lostParts.size === 0) this.retry.schedule()
      this.lostParts.add(name)
    }
    this.host.requestUpdate()
  }

  /** A browser may cache the failure of a URL, so a retry uses a different URL. */
  private request(name: keyof Of & string): Promise<object> {
    const loader = this.loaders[name]
    if (this.attempts === 0 && loader) return loader()
    const script = new URL(`${name}.js${this.attempts === 0 ? '' : `?again=${this.attempts}`}`, import.meta.url)
    return import(script.href) as Promise<object>
  }

  private addPart(name: keyof Of & string, part: { readonly style?: CSSStyleSheet }): void {
    if (this.loadedParts.has(name)) return
    this.loadedParts.set(name, part)
    if (this.lostParts.delete(name) && this.lostParts.size === 0) this.retry.reset()
    if (part.style) this.host.renderRoot.adoptedStyleSheets.push(part.style)
  }
}
