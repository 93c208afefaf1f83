// Bounds how many units are open at a time.

/** Lets so many in at a time, the others in order of arrival. */
export class Turnstile {
  private readonly waiting: (() => void)[] = []
  constructor(private free: number) {}

  get queued(): number {
    return this.waiting.length
  }

  async take(): Promise<void> {
    if (this.free > 0) this.free--
    else await new Promise<void>((resolve) => this.waiting.push(resolve))
  }

  give(): void {
    const next = this.waiting.shift()
    if (next) next()
    else this.free++
  }
}
