// Waits before a retry: longer each time, and no longer than until the browser is online again.

/** Milliseconds: the first pause, and the longest. */
const firstPause = 500
const longestPause = 10_000

export class RetryPause {
  private pause = firstPause
  private stop: () => void = () => undefined

  /** The random factor spreads the retries of many clients. */
  wait(): Promise<void> {
    return new Promise((resolve) => {
      const finish = (): void => {
        clearTimeout(timer)
        removeEventListener('online', finish)
        resolve()
      }
      const timer = setTimeout(finish, this.pause * (0.75 + Math.random() / 2))
      addEventListener('online', finish)
      this.pause = Math.min(this.pause * 2, longestPause)
      this.stop = finish
    })
  }

  /** Resets the pause after a success. */
  reset(): void {
    this.pause = firstPause
  }

  /** Ends the current wait. */
  end(): void {
    this.reset()
    this.stop()
  }
}
