// Loads optional modules of an element on demand, and retries failed loads.
import type { Controller, DrawnElement } from './drawn-element.js'
import { Retry } from './retry.js'

export type Loaders = Readonly<Record<string, () => Promise<object>>>
type Part<Of extends Loaders, Name extends keyof Of> = Awaited<ReturnType<Of[Name]>>

/** Milliseconds until a module counts as lost. */
const patience = 10_000
/** Maximum milliseconds that the first drawing waits for modules, so the layout does not shift shortly after. */
const grace = 1_500

const pause = (milliseconds: number): Promise<void> => new Promise((resume) => setTimeout(resume, milliseconds))

export class PartLoader<Of extends Loaders> implements Controller {
  private readonly here = new Map<keyof Of & string, object>()
  private readonly asked = new Map<keyof Of & string, Promise<void>>()
  private readonly gone = new Set<keyof Of & string>()
  private attempts = 0
  private readonly retry = new Retry(() => this.again())

  constructor(
    private readonly host: DrawnElement,
    private readonly loaders: Of,
  ) {
    host.addController(this)
  }

  hostDisconnected(): void {
    this.retry.stop()
  }

  /** The module, or null until it has loaded. Starts loading it. */
  get<Name extends keyof Of & string>(name: Name): Part<Of, Name> | null {
    void this.ask(name)
    return (this.here.get(name) as Part<Of, Name> | undefined) ?? null
  }

  has(name: keyof Of & string): boolean {
    return this.here.has(name)
  }

  isLost(name: keyof Of & string): boolean {
    return this.gone.has(name)
  }

  /** Resolves when the modules have loaded, or after `grace`. Later modules are drawn as they arrive. */
  async prepared(names: readonly (keyof Of & string)[]): Promise<void> {
    await Promise.race([Promise.all(names.map((name) => this.ask(name))), pause(grace)])
  }

  /** Loads all lost modules again. They count as lost until they arrive. */
  again(): void {
    this.attempts++
    const round = [...this.gone].map((name) => {
      const loading = this.load(name)
      this.asked.set(name, loading)
      return loading
    })
    void Promise.all(round).then(() => this.gone.size > 0 && this.retry.later())
  }

  private ask(name: keyof Of & string): Promise<void> {
    const asked = this.asked.get(name) ?? this.load(name)
    this.asked.set(name, asked)
    return asked
  }

  private async load(name: keyof Of & string): Promise<void> {
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

  /** A browser may cache the failure of a URL, so a retry uses a different URL. */
  private request(name: keyof Of & string): Promise<object> {
    if (this.attempts === 0) return this.loaders[name]!()
    const address = new URL(`${name}.js?again=${this.attempts}`, import.meta.url)
    return import(address.href) as Promise<object>
  }

  private arrived(name: keyof Of & string, part: { readonly style?: CSSStyleSheet }): void {
    if (this.here.has(name)) return
    this.here.set(name, part)
    if (this.gone.delete(name) && this.gone.size === 0) this.retry.succeeded()
    if (part.style) this.host.renderRoot.adoptedStyleSheets.push(part.style)
  }
}
