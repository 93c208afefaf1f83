// Reads server-sent events from a fetch response, because the browser's EventSource cannot send request headers.

export interface ServerSentEvent {
  /** '' for an event that every stream repeats. */
  readonly id: string
  readonly event: string
  readonly data: string
}

function parseEvent(block: string): ServerSentEvent | null {
  const fields: Record<string, string> = {}
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) fields[line.slice(0, colon)] = line.slice(colon + 1).trimStart()
  }
  const { id = '', event = '', data } = fields
  return data === undefined ? null : { id, event, data }
}

/** Yields events until the response ends. Throws if the connection breaks. Keep-alive comments are yielded as null. */
export async function* readEventStream(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent | null> {
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
      for (const block of blocks) yield parseEvent(block)
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
