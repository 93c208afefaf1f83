// Serves one client over two streams through the SDK's stdio transport, until the input ends.
import { once } from 'node:events'
import { Readable, Transform, type Writable } from 'node:stream'
import type { JSONRPCMessage, JSONRPCNotification, RequestId } from '@modelcontextprotocol/server'
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { minute } from '#core/contract.js'
import { invalidRequest, parseMessage, createServer } from '../server.js'
import { escapeLineSeparators, type ToolProvider } from '../tool/tool-provider.js'

export interface ServeOptions {
  readonly input: Readable
  readonly output: Writable
  readonly tools: ToolProvider
  onFirstMessage(): void
  /** Writes a line to the error stream. */
  report(line: string): void
}

/** Characters. Longer lines are refused and not parsed. */
const longestLine = 8_388_608
const bytesPerCharacter = 4
/** Milliseconds that running requests have after the end of the input. */
const drainTime = minute

/** Resolves when the input has ended and every request has its response, or the drain time is over. */
export async function serveStreams({ input, output, tools, onFirstMessage, report }: ServeOptions): Promise<void> {
  const reportError = (error: unknown): void => report(error instanceof Error ? (error.stack ?? error.message) : String(error))
  const escaped = new Transform({
    decodeStrings: false,
    transform: (line: string, _encoding, done) => done(null, escapeLineSeparators(line)),
  })
  escaped.pipe(output, { end: false })
  const requests = new RunningRequests()
  const lines = acceptedLines(input, requests, onFirstMessage, (error) => void escaped.write(`${JSON.stringify(error)}\n`))
  const transport = new CountingTransport(Readable.from(lines), escaped, requests)
  const connection = serveStdio(() => createServer(() => tools, reportError), { transport, maxSubscriptions: 0 })
  await transport.closed
  await connection.close()
  escaped.end()
  await once(escaped, 'end')
}

/** The ids of the requests without a response. */
class RunningRequests {
  private readonly ids = new Set<RequestId>()
  private onEmpty = (): void => undefined

  has(id: RequestId): boolean {
    return this.ids.has(id)
  }

  add(id: RequestId): void {
    this.ids.add(id)
  }

  remove(id: unknown): void {
    this.ids.delete(id as RequestId)
    if (this.ids.size === 0) this.onEmpty()
  }

  /** Resolves when none is left, or after the drain time. */
  async drain(): Promise<void> {
    if (this.ids.size === 0) return
    await new Promise<void>((resolve) => {
      this.onEmpty = resolve
      setTimeout(resolve, drainTime).unref()
    })
  }
}

/** The SDK's transport; notes which requests have their response. */
class CountingTransport extends StdioServerTransport {
  private resolveClosed = (): void => undefined
  readonly closed = new Promise<void>((resolve) => (this.resolveClosed = resolve))

  constructor(
    input: Readable,
    output: Writable,
    private readonly requests: RunningRequests,
  ) {
    super(input, output, { maxBufferSize: longestLine * bytesPerCharacter })
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    await super.send(message)
    if (!('method' in message)) this.requests.remove(message.id)
  }

  override async close(): Promise<void> {
    await super.close()
    this.resolveClosed()
  }
}

function isCancellation(message: JSONRPCMessage): message is JSONRPCNotification {
  return 'method' in message && message.method === 'notifications/cancelled'
}

/** Passes valid messages to the SDK. Ends when the input has ended and no request is running. */
async function* acceptedLines(
  input: Readable,
  requests: RunningRequests,
  onFirstMessage: () => void,
  refuse: (error: object) => void,
): AsyncGenerator<Buffer> {
  let isFirst = true
  for await (const line of readLines(input)) {
    if (line === null) {
      refuse(invalidRequest(null, `A message has at most ${longestLine} characters.`))
      continue
    }
    if (line.trim() === '') continue
    const parsed = parseMessage(line)
    if ('error' in parsed) {
      refuse(parsed.error)
      continue
    }
    if ('request' in parsed) {
      const { request } = parsed
      if (requests.has(request.id)) {
        refuse(invalidRequest(request, 'A request with this id is still running.'))
        continue
      }
      requests.add(request.id)
    }
    if (isFirst) onFirstMessage()
    isFirst = false
    yield Buffer.from(`${line}\n`)
    // The SDK sends no response to a cancelled request.
    if ('message' in parsed && isCancellation(parsed.message)) requests.remove(parsed.message.params?.['requestId'])
  }
  await requests.drain()
}

/** Yields the lines of a stream, null for one that is too long. */
async function* readLines(input: Readable): AsyncGenerator<string | null> {
  input.setEncoding('utf8')
  let parts: string[] = []
  let length = 0
  for await (const chunk of input as AsyncIterable<string>) {
    const texts = chunk.split('\n')
    for (const [index, text] of texts.entries()) {
      length += text.length
      if (length <= longestLine) parts.push(text)
      else parts = []
      if (index === texts.length - 1) break
      yield length <= longestLine ? parts.join('') : null
      parts = []
      length = 0
    }
  }
  if (length > 0 && length <= longestLine) yield parts.join('')
}
