// Repeats a failed request with growing pauses, and at once when the browser is online again.

/** Milliseconds: the first pause, and the longest. */
const firstPause = 1_000
const longestPause = 20_000

export class RetryTimer {
  private timer: ReturnType<typeof setTimeout> | undefined
  private pause = firstPause

  constructor(private readonly again: () => void) {}

  private readonly runNow = (): void => {
    this.stop()
    this.again()
  }

  /** Schedules the next attempt. The random factor spreads the retries of many clients. */
  schedule(): void {
    this.stop()
    this.timer = setTimeout(this.runNow, this.pause * (0.75 + Math.random() / 2))
    this.pause = Math.min(this.pause * 2, longestPause)
    addEventListener('online', this.runNow)
  }

  reset(): void {
    this.stop()
    this.pause = firstPause
  }

  stop(): void {
    clearTimeout(this.timer)
    removeEventListener('online', this.runNow)
  }
}
