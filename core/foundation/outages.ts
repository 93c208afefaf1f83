// The external services that this process cannot use at the moment. Plugins report them; readiness and svc:doctor show them.

/** A failing external service that the process calls only now and then. */
export interface Outage {
  /** One word, the name of the check in the readiness report: `vendor`. */
  readonly service: string
  /** The service in a sentence: `the advisor's vendor`. Without semicolons. */
  readonly label: string
  /** Failures in a row. */
  readonly failures: number
  /** One word: the reason of the last failure. */
  readonly reason: string
}

export class Outages {
  private readonly byService = new Map<string, Outage>()
  private readonly listeners = new Set<() => void>()

  get list(): readonly Outage[] {
    return [...this.byService.values()]
  }

  /** Starts or updates the outage of a service. */
  report(outage: Outage): void {
    this.byService.set(outage.service, outage)
    this.notify()
  }

  end(service: string): void {
    if (this.byService.delete(service)) this.notify()
  }

  /** Calls `listener` after each change. Returns the function that unsubscribes. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  private notify(): void {
    for (const listener of this.listeners) listener()
  }
}
