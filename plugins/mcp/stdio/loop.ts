// Messages by the line: reads until the input ends, answers concurrently, kills what is cancelled, and ends when all is answered.
import type { Readable, Writable } from 'node:stream'
import { minute } from '#core/ground/clock.js'
import { admit, answer, malformed, type ToolServer } from '../protocol/dispatch.js'
import { errorText, invalidRequest, type Params, type RequestId } from '../protocol/message.js'

export interface LoopOptions {
  readonly input: Readable
  readonly output: Writable
  readonly tools: ToolServer
  /** Told once, with the first message. */
  begin(): void
  tell(line: string): void
}

/** Characters of one line; what is longer is refused without being read. */
const longestLine = 8_388_608
/** Milliseconds that calls in flight have after the input ended. */
const grace = minute

/** Resolves when the input has ended and every request is answered, or the grace is over. */
export async function serveLines({ input, output, tools, begin, tell }: LoopOptions): Promise<void> {
  const running = new Map<RequestId, AbortController>()
  const answers = new Set<Promise<void>>()
  let begun = false
  const write = (text: string): void => void output.write(`${text}\n`)
  const failed = (error: unknown): void => tell(error instanceof Error ? (error.stack ?? error.message) : String(error))

  function cancel({ requestId }: Params): void {
    running.get(requestId as RequestId)?.abort()
  }

  function take(line: string): void {
    if (line.trim() === '') return
    let value: unknown
    try {
      value = JSON.parse(line)
    } catch {
      return write(malformed())
    }
    const message = admit(value)
    if (message.kind === 'refused') return write(message.text)
    if (!begun) {
      begun = true
      begin()
    }
    if (message.kind === 'notification' && message.method === 'notifications/cancelled') return cancel(message.params)
    if (message.kind !== 'request') return
    const { id } = message
    if (running.has(id)) return write(errorText(id, invalidRequest('A request with this id is still running.')))
    const controller = new AbortController()
    running.set(id, controller)
    const answering = async (): Promise<void> => {
      const { text } = await answer(message, tools, controller.signal, failed)
      running.delete(id)
      if (!controller.signal.aborted) write(text)
    }
    const answered = answering()
    answers.add(answered)
    void answered.finally(() => answers.delete(answered))
  }

  await readLines(input, take, () => write(errorText(null, invalidRequest(`A message has at most ${longestLine} characters.`))))
  await Promise.race([Promise.all(answers), new Promise((resolve) => setTimeout(resolve, grace).unref())])
}

/** Calls back for every line; one that is too long is skipped and told. */
async function readLines(input: Readable, take: (line: string) => void, tooLong: () => void): Promise<void> {
  input.setEncoding('utf8')
  let parts: string[] = []
  let length = 0
  for await (const chunk of input as AsyncIterable<string>) {
    const lines = chunk.split('\n')
    for (const [index, text] of lines.entries()) {
      length += text.length
      if (length <= longestLine) parts.push(text)
      else parts = []
      if (index === lines.length - 1) break
      if (length <= longestLine) take(parts.join(''))
      else tooLong()
      parts = []
      length = 0
    }
  }
  if (length > 0 && length <= longestLine) take(parts.join(''))
}
