// Reads server-sent events of an answer, piece by piece: headers go with the request, which the browser's own reader does not send.

export interface ServerEvent {
  /** '' for one that is told anew on every stream. */
  readonly id: string
  readonly event: string
  readonly data: string
}

function eventOf(block: string): ServerEvent | null {
  const found: Record<string, string> = {}
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) found[line.slice(0, colon)] = line.slice(colon + 1).trimStart()
  }
  const { id = '', event = '', data } = found
  return data === undefined ? null : { id, event, data }
}

/** Until the answer ends, or its connection breaks: that throws. Comments keep it alive and are passed as null. */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent | null> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      text += decoder.decode(value, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop()!
      for (const block of blocks) yield eventOf(block)
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
