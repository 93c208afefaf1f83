// Waits for somebody else's work no longer than a signal says, whether that work heeds the signal or not: fetch does so until garbage is collected.

/** What the work gives; rejects with its failure, and with the signal's reason as soon as that is aborted. */
export async function inTime<T>(end: AbortSignal, work: () => Promise<T>): Promise<T> {
  end.throwIfAborted()
  let stop = (): void => undefined
  const late = new Promise<never>((_resolve, reject) => {
    stop = () => reject(end.reason as Error)
  })
  end.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([work(), late])
  } finally {
    end.removeEventListener('abort', stop)
  }
}
