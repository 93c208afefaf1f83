// Repeats a failed request with growing pauses, and at once when the browser is online again.

/** Milliseconds: the first pause, and the longest. */
const first = 1_000
const longest = 20_000

export class Retry {
  private timer: ReturnType<typeof setTimeout> | undefined
  private pause = first

  constructor(private readonly again: () => void) {}

  private readonly online = (): void => {
    this.stop()
    this.again()
  }

  /** Schedules the next attempt. The random factor spreads the retries of many clients. */
  later(): void {
    this.stop()
    this.timer = setTimeout(this.online, this.pause * (0.75 + Math.random() / 2))
    this.pause = Math.min(this.pause * 2, longest)
    addEventListener('online', this.online)
  }

  succeeded(): void {
    this.stop()
    this.pause = first
  }

  stop(): void {
    clearTimeout(this.timer)
    removeEventListener('online', this.online)
  }
}
