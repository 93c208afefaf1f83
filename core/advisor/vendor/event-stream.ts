// Reads server-sent events off a body as it arrives: one event per blank line, bounded in all.
import { VendorFailure } from './define.js'

export interface ServerEvent {
  /** '' where the event has no name. */
  readonly event: string
  readonly data: string
}

/** Characters of one line, and bytes of a whole reply; a model's longest reply is a tenth of it. */
const longestLine = 1_000_000
const mostBytes = 4_000_000

/** The events in order. VendorFailure `broken` beyond the bounds. */
export async function* serverEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder()
  let rest = ''
  let bytes = 0
  let event = ''
  let data: string[] = []
  for await (const chunk of body) {
    bytes += chunk.byteLength
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    if (bytes > mostBytes || rest.length > longestLine)
      throw new VendorFailure('broken', 'The vendor does not stop talking.', false)
    for (const sent of lines) {
      const line = sent.endsWith('\r') ? sent.slice(0, -1) : sent
      if (line === '') {
        if (data.length > 0) yield { event, data: data.join('\n') }
        event = ''
        data = []
      } else if (line.startsWith('data:')) data.push(line.slice(line.startsWith('data: ') ? 6 : 5))
      else if (line.startsWith('event:')) event = line.slice(6).trim()
    }
  }
}
