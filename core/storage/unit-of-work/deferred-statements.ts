// Statements of a transaction whose result its function does not await. Only the COMMIT waits for them.

export class DeferredStatements {
  /** These promises never reject. */
  private readonly pending = new Set<Promise<void>>()
  private failure: { readonly error: unknown } | null = null

  add(statements: Promise<unknown>): void {
    const arrival = statements.then(
      () => void this.pending.delete(arrival),
      (error: unknown) => {
        this.failure ??= { error }
        this.pending.delete(arrival)
      },
    )
    this.pending.add(arrival)
  }

  /** The error of the first statement that failed; undefined if none has failed. */
  get error(): unknown {
    return this.failure?.error
  }

  /** True if no statement is pending and none has failed. */
  get isComplete(): boolean {
    return this.pending.size === 0 && this.failure === null
  }

  /** Waits until no statement is pending. Never rejects. */
  async settle(): Promise<void> {
    await Promise.all(this.pending)
  }

  /** Waits for the pending statements. Throws the first error among them. */
  async complete(): Promise<void> {
    await this.settle()
    if (this.failure !== null) throw this.failure.error
  }

  clearFailure(): void {
    this.failure = null
  }
}
