// A scripted vendor without a model: a local server that speaks both vendor protocols over HTTP, deterministic.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { isObject } from '#core/surface.js'
import type { JsonMap } from '../define.js'
import { createNextAnswer } from './script.js'
import {
  encodeChatReply,
  encodeMessagesReply,
  parseChatRequest,
  parseMessagesRequest,
  type ScriptAnswer,
  type ScriptRequest,
} from './script-protocols.js'

/** How a reply fails, for tests of the service with failing vendors. */
export interface ScriptFailure {
  /** An HTTP error instead of the reply. */
  readonly refusal?: { readonly status: number; readonly message: string }
  /** Another reply. */
  readonly answer?: ScriptAnswer
  /** The text of all tool arguments, in pieces. */
  readonly argumentPieces?: readonly string[]
  /** After half of the reply the connection is closed, or nothing more is sent. */
  readonly breaksOff?: 'disconnect' | 'silence'
}

export interface ScriptOptions {
  /** Milliseconds between two words. Default 0. */
  readonly pause?: number
  /** The required API key. Default: none. */
  readonly key?: string
  /** Called with each request body. */
  readonly onBody?: (body: JsonMap) => void
  /** Called after each reply. */
  readonly onAnswered?: () => void
  /** Chooses the failure of a reply. Default: none fails. */
  readonly fail?: (request: ScriptRequest, answer: ScriptAnswer) => ScriptFailure | null
}

export interface ScriptServer {
  /** Base URL of both protocols: `http://127.0.0.1:<port>/v1`. */
  readonly url: string
  stop(): void
}

/** Maximum bytes of a request. */
const maxRequestBytes = 4_000_000

async function readJsonBody(request: IncomingMessage): Promise<JsonMap | null> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of request) {
    bytes += (piece as Buffer).byteLength
    if (bytes > maxRequestBytes) return null
    pieces.push(piece as Buffer)
  }
  try {
    const body: unknown = JSON.parse(Buffer.concat(pieces).toString())
    return isObject(body) ? body : null
  } catch {
    return null
  }
}

function refuse(response: ServerResponse, status: number, message: string): void {
  const headers = { 'content-type': 'application/json', ...(status === 429 && { 'retry-after': '0' }) }
  response.writeHead(status, headers).end(JSON.stringify({ error: { type: 'error', message } }))
}

async function sendPieces(
  response: ServerResponse,
  pieces: readonly string[],
  pause: number,
  breaksOff: ScriptFailure['breaksOff'],
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const whole = breaksOff ? Math.max(2, Math.floor(pieces.length / 2)) : pieces.length
  for (const piece of pieces.slice(0, whole)) {
    if (response.destroyed) return
    response.write(piece)
    if (pause > 0) await sleep(pause, undefined, { ref: false })
  }
  if (breaksOff === 'disconnect') {
    // Let the written data arrive first.
    await sleep(10, undefined, { ref: false })
    response.destroy()
  }
  if (breaksOff !== 'silence') response.end()
}

/** Listens on a free port of the loopback interface only. */
export async function startScriptServer({ pause = 0, key, onBody, onAnswered, fail }: ScriptOptions = {}): Promise<ScriptServer> {
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readJsonBody(request)
    const messages = request.url?.endsWith('/messages') === true
    if (body === null || request.method !== 'POST') return refuse(response, 400, 'A JSON body is needed.')
    if (!messages && request.url?.endsWith('/chat/completions') !== true)
      return refuse(response, 404, 'There is no such address.')
    const requestKey = messages ? request.headers['x-api-key'] : request.headers.authorization?.replace(/^Bearer /, '')
    if (key !== undefined && requestKey !== key) return refuse(response, 401, 'The key is wrong.')
    onBody?.(body)
    const scriptRequest = messages ? parseMessagesRequest(body) : parseChatRequest(body)
    const scriptAnswer = createNextAnswer(scriptRequest)
    const { refusal, answer: other, argumentPieces, breaksOff } = fail?.(scriptRequest, scriptAnswer) ?? {}
    if (refusal) return refuse(response, refusal.status, refusal.message)
    const encode = messages ? encodeMessagesReply : encodeChatReply
    await sendPieces(response, encode(other ?? scriptAnswer, JSON.stringify(body), argumentPieces), pause, breaksOff)
    onAnswered?.()
  }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  server.unref()
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
