// A small HTTP client for tests and benchmarks: keep-alive connections, JSON bodies, and a bearer token.
import { Agent, request, type IncomingHttpHeaders } from 'node:http'

export interface JsonReply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** The parsed body for any JSON media type, else its text. */
  readonly body: unknown
}

export interface JsonClient {
  send(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<JsonReply>
  /** Like `send`, and returns `data` of the reply. Throws with the reply's text unless the status is 2xx. */
  data<T>(method: string, path: string, body?: unknown): Promise<T>
  close(): void
}

/**
 * @param baseUrl address of the server, without a trailing slash
 * @param token a bearer token, or null for none
 * @param connections maximum number of open connections
 */
export function createJsonClient(baseUrl: string, token: string | null = null, connections = 8): JsonClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const bearer: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` }

  const send: JsonClient['send'] = (method, path, body, headers = {}) =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body)
      const content: Record<string, string | number> =
        text === null ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
      const call = request(baseUrl + path, { method, agent, headers: { ...bearer, ...content, ...headers } }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const answer = Buffer.concat(chunks).toString('utf8')
          const isJson = /json/.test(response.headers['content-type'] ?? '') && answer !== ''
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: isJson ? (JSON.parse(answer) as unknown) : answer,
          })
        })
      })
      call.on('error', (error: NodeJS.ErrnoException) => {
        // The server closed the idle connection while the request was in transit. Node's documentation recommends sending it again.
        if (call.reusedSocket && error.code === 'ECONNRESET') resolve(send(method, path, body, headers))
        else reject(error)
      })
      call.end(text ?? undefined)
    })

  return {
    send,
    async data<T>(method: string, path: string, body?: unknown): Promise<T> {
      const answer = await send(method, path, body)
      if (answer.status < 200 || answer.status > 299) {
        throw new Error(`${method} ${path} ${JSON.stringify(body)} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
      }
      return (answer.body as { readonly data: T }).data
    },
    close: () => agent.destroy(),
  }
}
