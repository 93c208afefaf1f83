// Sends a request through the proxy until it is answered, always under the same key, and notes each attempt that failed.
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { count, type Diary } from './diary.js'

/** Milliseconds after which a caller gives up what he wants: longer than a key of a process that was killed stays taken. */
const patience = 120_000

export interface Answer {
  /** 0 where the connection broke off. */
  readonly status: number
  readonly retryAfter: string | undefined
  readonly etag: string | undefined
  readonly text: string
}

export interface Sent {
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
  /** A refusal that is an answer to who sent it. */
  readonly taken?: (answer: Answer) => boolean
  /** Only once: whoever cannot repeat it looks what came of it, or sends it again under the key that he has given it. */
  readonly once?: boolean
  /** Its Idempotency-Key; null where it has none. One of its own for each call if left out. */
  readonly key?: string | null
}

export interface Told<T> {
  readonly status: number
  readonly etag: string | undefined
  /** What stands in `data`, or all that was answered where there is none. */
  readonly data: T
  /** When the first attempt was sent, and when the last one was answered. */
  readonly sent: number
  readonly answered: number
  readonly attempts: number
}

/** An attempt of which nobody knows what came of it. */
export class Unknown extends Error {}

/** A request may be told so while something is being killed, and sent again: the process or its proxy cannot serve, or the key is taken. */
function mayFail({ status, retryAfter, text }: Answer): string | null {
  if (status === 0) return 'connection broke off'
  if (status === 503 && text.includes('"NOT_READY"')) return retryAfter === undefined ? null : '503 of the service'
  if (status === 502 || status === 503 || status === 504) return text.startsWith('<html>') ? `${status} of the proxy` : null
  if (status === 409 && text.includes('IDEMPOTENCY_IN_PROGRESS')) return '409 in progress'
  return null
}

function parsed(text: string): unknown {
  if (text === '') return null
  const body = JSON.parse(text) as { readonly data?: unknown }
  return body.data ?? body
}

export class Wire {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false })

  /**
   * @param port of the proxy
   * @param caller the kind of caller, for the counts
   */
  constructor(
    private readonly port: number,
    readonly diary: Diary,
    private readonly caller: string,
    private readonly token: string | null = null,
  ) {}

  close(): void {
    this.agent.destroy()
  }

  /** Throws where it is refused, or not answered for long; Unknown where it is sent once and fails. */
  async call<T>(method: string, path: string, sent: Sent = {}): Promise<Told<T>> {
    const key = sent.key === undefined ? randomUUID() : sent.key
    const begun = performance.now()
    for (let attempts = 1; ; attempts++) {
      const answer = await this.send(method, path, key, sent)
      const answered = performance.now()
      const { status, etag, text } = answer
      if ((status >= 200 && status < 300) || sent.taken?.(answer)) {
        if (status < 300) count(this.diary.answered, this.caller)
        if (attempts > 1) this.diary.waits.push(answered - begun)
        return { status, etag, data: parsed(text) as T, sent: begun, answered, attempts }
      }
      const failure = mayFail(answer)
      const shown = `${method} ${path.replace(/[\w-]{20,}/, '…')} answered ${status} at attempt ${attempts}: ${text.slice(0, 400)}`
      if (failure === null) throw new Error(shown)
      count(this.diary.failed, failure)
      if (answered - begun > patience) throw new Error(`Given up: ${shown}`)
      if (sent.once) throw new Unknown(shown)
      await sleep(Math.min(2_000, 100 * attempts) * (0.5 + Math.random()))
    }
  }

  private send(method: string, path: string, key: string | null, { body, headers: own }: Sent): Promise<Answer> {
    const content = body === undefined ? '' : JSON.stringify(body)
    const headers = {
      ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) }),
      ...(method !== 'GET' && key !== null && { 'idempotency-key': key }),
      ...(this.token !== null && { authorization: `Bearer ${this.token}` }),
      ...own,
    }
    return new Promise((resolve) => {
      const broken = (): void => resolve({ status: 0, retryAfter: undefined, etag: undefined, text: '' })
      const call = request({ host: '127.0.0.1', port: this.port, path, method, headers, agent: this.agent }, (response) => {
        const { 'retry-after': retryAfter, etag } = response.headers
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (piece: string) => (text += piece))
        response.once('end', () => resolve({ status: response.statusCode ?? 0, retryAfter, etag, text }))
        response.once('error', broken)
        response.once('aborted', broken)
      })
      call.once('error', broken)
      call.end(content)
    })
  }
}
