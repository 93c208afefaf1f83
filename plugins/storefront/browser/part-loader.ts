// Loads parts of an element when they are needed, and asks again for those that got lost.
import type { Controller, DrawnElement } from './drawn-element.js'
import { Retry } from './retry.js'

export type Loaders = Readonly<Record<string, () => Promise<object>>>
type Part<Of extends Loaders, Name extends keyof Of> = Awaited<ReturnType<Of[Name]>>

/** Milliseconds until a part counts as lost. */
const patience = 10_000
/** Milliseconds for which the first drawing waits, so that nothing moves when a part comes a moment later. */
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

  /** The part, or null until it has come; asks for it. */
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

  /** When they have come, or after a moment without them: they are drawn then as they come. */
  async prepared(names: readonly (keyof Of & string)[]): Promise<void> {
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

  /** A browser may remember of an address that it failed, so that it is asked under another one then. */
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
