// A running service with REST and MCP for tests, and its clients: raw messages, and both generations of the SDK.
import { Client as NewClient, StreamableHTTPClientTransport as NewHttp } from '@modelcontextprotocol/client'
import { StdioClientTransport as NewStdio } from '@modelcontextprotocol/client/stdio'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OldStdio } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as OldHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Scope } from '../../../core/foundation/access.js'
import { quoteName } from '../../../core/storage/database/dialect.js'
import { mcp, type McpMountOptions } from '../../../plugins/mcp/index.js'
import { rest } from '../../../plugins/rest/index.js'
import { listenTestApp, type ListeningApp, type TestOverrides } from '../../support/test-app.js'
import { type JsonReply, createJsonClient, type JsonClient } from '../../support/json-client.js'

export const path = '/svc-api/mcp'
const info = { name: 'test', version: '1.0.0' }

export interface Content {
  readonly content: readonly { readonly type: string; readonly text: string }[]
  readonly structuredContent?: Readonly<Record<string, unknown>>
  readonly isError?: boolean
}

export interface ListedTool {
  readonly name: string
  readonly description?: string
  readonly inputSchema: Readonly<Record<string, unknown>>
  readonly outputSchema?: Readonly<Record<string, unknown>>
  readonly annotations?: Readonly<Record<string, unknown>>
}

/** The operations of every kind of client. */
export interface Assistant {
  tools(): Promise<readonly ListedTool[]>
  call(name: string, input?: Readonly<Record<string, unknown>>): Promise<Content>
  close(): Promise<void>
}

export interface McpService {
  readonly app: ListeningApp
  token(...scopes: readonly Scope[]): Promise<string>
  client(...scopes: readonly Scope[]): Promise<JsonClient>
  /** A client that sends raw messages of the 2025-11-25 revision. */
  assistant(...scopes: readonly Scope[]): Promise<Assistant>
  /** Every row of every table except tokens. */
  contents(): Promise<Readonly<Record<string, readonly object[]>>>
  stop(): Promise<void>
}

/** Sends one message. Returns the raw answer. */
export function post(client: JsonClient, message: unknown, headers: Readonly<Record<string, string>> = {}): Promise<JsonReply> {
  return client.send('POST', path, message, headers)
}

export function request(method: string, params: object = {}, id: string | number = 1): object {
  return { jsonrpc: '2.0', id, method, params }
}

export function rawAssistant(client: JsonClient): Assistant {
  const ask = async (method: string, params: object): Promise<unknown> => {
    const { status, body } = await post(client, request(method, params))
    const { result, error } = body as { readonly result?: unknown; readonly error?: { readonly message: string } }
    if (result === undefined) throw new Error(`${status}: ${error?.message ?? JSON.stringify(body)}`)
    return result
  }
  return {
    tools: async () => ((await ask('tools/list', {})) as { readonly tools: readonly ListedTool[] }).tools,
    call: async (name, input = {}) => (await ask('tools/call', { name, arguments: input })) as Content,
    close: () => Promise.resolve(client.close()),
  }
}

export async function startMcp(overrides: TestOverrides = {}, options: McpMountOptions = {}): Promise<McpService> {
  const app = await listenTestApp([rest(), mcp(options)], overrides)
  const tokens = new Map<string, string>()
  const clients: JsonClient[] = []
  const token = async (...scopes: readonly Scope[]): Promise<string> => {
    const key = [...scopes].sort((a, b) => (a < b ? -1 : 1)).join()
    const minted = tokens.get(key) ?? (await app.access.tokens.mint({ name: `test ${key}`, scopes })).token
    tokens.set(key, minted)
    return minted
  }
  const client = async (...scopes: readonly Scope[]): Promise<JsonClient> => {
    const created = createJsonClient(app.url, await token(...scopes))
    clients.push(created)
    return created
  }
  return {
    app,
    token,
    client,
    assistant: async (...scopes) => rawAssistant(await client(...scopes)),
    async contents() {
      const { database } = app.context
      const names = [...(await database.dialect.readTables(database)).keys()]
      const contents: Record<string, readonly object[]> = {}
      for (const name of names.filter((table) => table !== 'svc_tokens')) {
        contents[name] = await database.query(`SELECT * FROM ${quoteName(name)}`)
      }
      return contents
    },
    async stop() {
      for (const created of clients) created.close()
      await app.stop()
    },
  }
}

/** The first generation of the SDK over HTTP. */
export async function oldAssistant(url: string, token: string): Promise<Assistant> {
  const client = new OldClient(info)
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  await client.connect(new OldHttp(new URL(url + path), { requestInit }))
  return fromOld(client)
}

export function fromOld(client: OldClient): Assistant {
  return {
    tools: async () => (await client.listTools()).tools,
    call: async (name, input = {}) => (await client.callTool({ name, arguments: input })) as unknown as Content,
    close: () => client.close(),
  }
}

/** The program that a host starts on a database with a minimal environment. */
export interface Launch {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

const launched = ({ args, env }: Launch) => ({
  command: process.execPath,
  args: [...args],
  env: { ...env },
  stderr: 'ignore' as const,
})

/** The first generation over standard input and output. */
export async function oldAssistantOver(launch: Launch): Promise<Assistant> {
  const client = new OldClient(info)
  await client.connect(new OldStdio(launched(launch)))
  return fromOld(client)
}

/** The second generation over standard input and output. */
export async function newAssistantOver(launch: Launch, era: 'stateless' | 'session'): Promise<Assistant> {
  const client = newClient(era)
  await client.connect(new NewStdio(launched(launch)))
  return fromNew(client)
}

/** The second generation over HTTP. `stateless` is the 2026-07-28 revision. */
export async function newAssistant(url: string, token: string, era: 'stateless' | 'session'): Promise<Assistant> {
  const client = newClient(era)
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  await client.connect(new NewHttp(new URL(url + path), { requestInit }))
  return fromNew(client)
}

export function newClient(era: 'stateless' | 'session'): NewClient {
  return new NewClient(info, era === 'stateless' ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {})
}

export function fromNew(client: NewClient): Assistant {
  return {
    tools: async () => (await client.listTools()).tools,
    call: async (name, input = {}) => (await client.callTool({ name, arguments: input })) as unknown as Content,
    close: () => client.close(),
  }
}
