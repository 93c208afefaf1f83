// Waits before it is tried again: longer each time, and no longer where the browser comes back online.

/** Milliseconds: the first pause, and the longest. */
const first = 500
const longest = 10_000

export class Patience {
  private pause = first
  private stop: () => void = () => undefined

  /** A bit shorter or longer than others', so that not everybody comes back at once. */
  wait(): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer)
        removeEventListener('online', done)
        resolve()
      }
      const timer = setTimeout(done, this.pause * (0.75 + Math.random() / 2))
      addEventListener('online', done)
      this.pause = Math.min(this.pause * 2, longest)
      this.stop = done
    })
  }

  /** It went well: the next pause is the first again. */
  rest(): void {
    this.pause = first
  }

  /** Whoever waits goes on now. */
  end(): void {
    this.rest()
    this.stop()
  }
}
