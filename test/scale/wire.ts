// Repeats a request through the proxy with the same key until it has a response, and logs each failed attempt.
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { count, type Diary } from './diary.js'

/** Milliseconds after which a caller gives up. Longer than the key of a killed process is blocked. */
const patience = 120_000

export interface Answer {
  /** 0 if the connection broke. */
  readonly status: number
  readonly retryAfter: string | undefined
  readonly etag: string | undefined
  readonly text: string
}

export interface Sent {
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
  /** Error responses that the caller handles. */
  readonly taken?: (answer: Answer) => boolean
  /** Send it once. The caller checks the result or repeats it with its own key. */
  readonly once?: boolean
  /** The Idempotency-Key; null for none. Default: a new key for each call. */
  readonly key?: string | null
}

export interface Told<T> {
  readonly status: number
  readonly etag: string | undefined
  /** The `data` of the response, or the whole response if it has none. */
  readonly data: T
  /** The times of the first attempt and of the last response. */
  readonly sent: number
  readonly answered: number
  readonly attempts: number
}

/** An attempt with an unknown result. */
export class Unknown extends Error {}

/** Errors that are allowed during a failure and lead to a retry: the process or its proxy cannot serve, or the key is in use. */
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
   * @param port the port of the proxy
   * @param caller the kind of caller, for the statistics
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

  /** Throws if the request is rejected or has no response for a long time. Throws Unknown if it is sent once and fails. */
  async call<T>(method: string, path: string, options: Sent = {}): Promise<Told<T>> {
    const key = options.key === undefined ? randomUUID() : options.key
    const started = performance.now()
    for (let attempts = 1; ; attempts++) {
      const answer = await this.send(method, path, key, options)
      const answered = performance.now()
      const { status, etag, text } = answer
      if ((status >= 200 && status < 300) || options.taken?.(answer)) {
        if (status < 300) count(this.diary.answered, this.caller)
        if (attempts > 1) this.diary.waits.push(answered - started)
        return { status, etag, data: parsed(text) as T, sent: started, answered, attempts }
      }
      const failure = mayFail(answer)
      const description = `${method} ${path.replace(/[\w-]{20,}/, '…')} answered ${status} at attempt ${attempts}: ${text.slice(0, 400)}`
      if (failure === null) throw new Error(description)
      count(this.diary.failed, failure)
      if (answered - started > patience) throw new Error(`Given up: ${description}`)
      if (options.once) throw new Unknown(description)
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
      const fail = (): void => resolve({ status: 0, retryAfter: undefined, etag: undefined, text: '' })
      const call = request({ host: '127.0.0.1', port: this.port, path, method, headers, agent: this.agent }, (response) => {
        const { 'retry-after': retryAfter, etag } = response.headers
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (piece: string) => (text += piece))
        response.once('end', () => resolve({ status: response.statusCode ?? 0, retryAfter, etag, text }))
        response.once('error', fail)
        response.once('aborted', fail)
      })
      call.once('error', fail)
      call.end(content)
    })
  }
}
