// Parses server-sent events from a body as it arrives, with limits on line length and total size.
import { VendorFailure } from './define.js'

export interface ServerEvent {
  /** '' for an event without a name. */
  readonly event: string
  readonly data: string
}

/** Maximum characters of one line, and maximum bytes of a reply. The longest model replies have a tenth of that. */
const maxLineLength = 1_000_000
const maxReplyBytes = 4_000_000

/** The events in order. VendorFailure `broken` if a limit is exceeded. */
export async function* parseServerEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder()
  let rest = ''
  let bytes = 0
  let event = ''
  let data: string[] = []
  for await (const chunk of body) {
    bytes += chunk.byteLength
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    if (bytes > maxReplyBytes || rest.length > maxLineLength)
      throw new VendorFailure('broken', 'The vendor does not stop talking.', false)
    for (const rawLine of lines) {
      const line = rawLine.endsWith('\r') ? rawLine.slice(0, -1) : rawLine
      if (line === '') {
        if (data.length > 0) yield { event, data: data.join('\n') }
        event = ''
        data = []
      } else if (line.startsWith('data:')) data.push(line.slice(line.startsWith('data: ') ? 6 : 5))
      else if (line.startsWith('event:')) event = line.slice(6).trim()
    }
  }
}
