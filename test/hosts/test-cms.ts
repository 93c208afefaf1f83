// A small CMS server for tests: users, cookie sessions, and the service behind the addresses of the bridge's nginx.conf.
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface TestCms {
  /** `http://127.0.0.1:<port>` */
  readonly url: string
  stop(): Promise<void>
}

export interface CmsDefinition {
  /** The addresses of the service: the pattern of nginx.conf's location. */
  readonly service: RegExp
  /** The assertion that the bridge mints for a user; '' if no user is signed in. */
  mint(user: string | null): string
  /** Pages at other addresses: embedding pages and published keys. */
  readonly pages: Readonly<Record<string, () => { readonly type: string; readonly body: string }>>
}

const cookieName = 'cms_session'

/** @param upstream the address of the service */
export async function startCms(definition: CmsDefinition, upstream: string): Promise<TestCms> {
  const sessions = new Map<string, string>()
  const userOf = (incoming: IncomingMessage): string | null => {
    const id = new RegExp(`${cookieName}=([\\w-]+)`).exec(incoming.headers.cookie ?? '')?.[1]
    return (id === undefined ? undefined : sessions.get(id)) ?? null
  }

  function signIn(incoming: IncomingMessage, response: ServerResponse): void {
    const id = randomUUID()
    sessions.set(id, new URL(incoming.url ?? '', upstream).searchParams.get('user') ?? '')
    // Without SameSite, as in many systems: browsers then send a new cookie with forms of other sites for a while.
    response.setHeader('set-cookie', `${cookieName}=${id}; HttpOnly; Path=/`).writeHead(204).end()
  }

  function signOut(incoming: IncomingMessage, response: ServerResponse): void {
    const id = new RegExp(`${cookieName}=([\\w-]+)`).exec(incoming.headers.cookie ?? '')?.[1] ?? ''
    sessions.delete(id)
    response.writeHead(204).end()
  }

  /** Implements auth_request, header rewriting, and proxy_pass. */
  function pass(incoming: IncomingMessage, response: ServerResponse): void {
    const { cookie: _cookie, 'x-svc-shopper': _token, ...headers } = incoming.headers
    const shopper = definition.mint(userOf(incoming))
    const forwarded = { ...headers, ...(shopper !== '' && { 'x-svc-shopper': shopper }), 'x-forwarded-for': '127.0.0.1' }
    const call = request(`${upstream}${incoming.url}`, { method: incoming.method, headers: forwarded }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    call.on('error', () => response.writeHead(502).end())
    incoming.pipe(call)
  }

  const server: Server = createServer((incoming, response) => {
    const path = (incoming.url ?? '/').split('?')[0]!
    const page = definition.pages[path]
    if (definition.service.test(path)) pass(incoming, response)
    else if (path === '/login') signIn(incoming, response)
    else if (path === '/logout') signOut(incoming, response)
    else if (page) response.setHeader('content-type', page().type).end(page().body)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
