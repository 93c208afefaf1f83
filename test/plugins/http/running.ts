// Starts a server with the routes of a test on a free port, and sends requests over real sockets.
import { createCoreRegistry } from '../../support/core-registry.js'
import { connect } from 'node:net'
import { request as httpRequest } from 'node:http'
import type { App } from '#core/app.js'
import { type Caller, type Grant, grantOf } from '#core/foundation/access.js'
import type { Log } from '#core/foundation/log.js'
import type { Route } from '../../../plugins/http/mount.js'
import { startServer, type RunningServer, type ServerOptions } from '../../../plugins/http/server.js'
import type { Service } from '../../../plugins/http/service.js'

export interface Running extends RunningServer {
  readonly logged: { fields: object; message: string }[]
  readonly port: number
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  readonly body: Record<string, unknown>
}

const started: RunningServer[] = []

/** Stops all servers that a test started. For `afterEach`. */
export async function stopAll(): Promise<void> {
  for (const server of started.splice(0)) await server.stop(100)
}

/** Only two tokens are valid: `good` has store:read, `reader` also has system:read. */
export async function running(
  routes: readonly Route[],
  options: Partial<ServerOptions> & { service?: Partial<Service>; languages?: readonly string[] } = {},
): Promise<Running> {
  const logged: Running['logged'] = []
  const note = (fields: object, message: string): void => void logged.push({ fields, message })
  const log: Log = { debug: note, info: note, warn: note, error: note, child: () => log }
  const caller = (name: string, grant: Grant): Caller => ({ name, grant, id: 1 })
  const languages = options.languages ?? ['en-GB', 'de-DE']
  const snapshot = {
    languages,
    defaultLanguage: languages[0]!,
    settings: {},
    records: async () => [],
    knows: () => false,
    read: () => [],
  }
  const service: Service = {
    // The server reads the catalogs of messages to write errors in the language of the request.
    app: { context: { registry: createCoreRegistry() } } as unknown as App,
    audited: false,
    log,
    versionedSnapshot: async () => ({ versions: new Map(), snapshot }),
    verify: async (token) => {
      if (token === 'good') return caller('test', grantOf([]))
      return token === 'reader' ? caller('reader', grantOf(['system:read'])) : null
    },
    ready: async () => ({ ready: true, checks: { database: 'ok' } }),
    ...options.service,
  }
  const server = await startServer(service, {
    mounts: [{ name: 'test', routes: () => routes }],
    host: '127.0.0.1',
    port: 0,
    baseUrl: null,
    errorTypeBase: null,
    trustProxy: false,
    languageFilter: false,
    ...options,
  })
  started.push(server)
  return { ...server, logged, port: server.port }
}

export interface Sent {
  readonly method?: string
  readonly headers?: Record<string, string | string[]>
  readonly body?: string | Buffer
}

/** Sends one request unchanged: no normalization, redirects or retries. */
export function ask(server: { port: number }, path: string, options: Sent = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: '127.0.0.1', port: server.port, path, method: options.method ?? 'GET', headers: options.headers, agent: false },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8')
          const type = response.headers['content-type'] ?? ''
          const body = /json/.test(type) && text !== '' ? (JSON.parse(text) as Record<string, unknown>) : {}
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, body })
        })
      },
    )
    request.on('error', reject)
    request.end(options.body)
  })
}

/** Writes bytes to the server's socket and returns everything received until the connection closes. */
export function talk(server: { port: number }, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = ''
    const socket = connect(server.port, '127.0.0.1', () => socket.write(bytes))
    socket.setEncoding('utf8')
    socket.on('data', (text: string) => (heard += text))
    socket.on('close', () => resolve(heard))
    socket.on('error', reject)
  })
}
