// Awaits an operation until a signal is aborted, even if the operation ignores the signal, as `fetch` can.

/** The result of the operation. Rejects with its error, or with the signal's reason when the signal is aborted. */
export async function runUntilAborted<T>(signal: AbortSignal, operation: () => Promise<T>): Promise<T> {
  signal.throwIfAborted()
  let stop = (): void => undefined
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason as Error)
  })
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([operation(), aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
