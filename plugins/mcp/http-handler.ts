// Answers POST /svc-api/mcp: one JSON-RPC message in, one JSON response out, for the grant of the token.
import { findErrorLanguage } from '../http/error-language.js'
import type { IncomingHttpHeaders } from 'node:http'
import { type App, createMessage, ServiceError } from '#core/contract.js'
import { messageText } from '#core/surface.js'
import { isUtf8 } from 'node:buffer'
import {
  classifyInboundRequest,
  isJsonContentType,
  type JSONRPCRequest,
  METHOD_NOT_FOUND,
  SUPPORTED_PROTOCOL_VERSIONS,
  UnsupportedProtocolVersionError,
  type JSONRPCMessage,
  type JSONRPCResponse,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { parseIdempotencyKey, replayedHeaders } from '../http/idempotent-reply.js'
import { createAuthenticationRequiredError } from '../http/bearer-token.js'
import { findJsonOverload } from '../http/body/json-body.js'
import { defaultBodyLimit } from '../http/body/body-reader.js'
import type { Route } from '../http/mount.js'
import { createReply, createEmptyReply, mediaTypes, type Reply } from '../http/reply.js'
import { errorResponse, invalidRequest, parseMessage, createServer } from './server.js'
import { escapeLineSeparators, type ToolProvider } from './tool/tool-provider.js'
import { createToolService } from './tool/tool-service.js'

interface PendingExchange {
  readonly tools: ToolProvider
  resolve(response: JSONRPCResponse): void
}

/**
 * Replaces the SDK's HTTP transports. They create a server, a Request and a Response for each call, which takes about three times
 * the CPU of the whole call and 60 MB more.
 */
class HttpConnection implements Transport {
  onmessage?: NonNullable<Transport['onmessage']>
  onclose?: () => void
  onerror?: (error: Error) => void
  private lastId = 0
  private readonly exchanges = new Map<RequestId, PendingExchange>()

  start(): Promise<void> {
    return Promise.resolve()
  }

  close(): Promise<void> {
    this.onclose?.()
    return Promise.resolve()
  }

  /** Called by the SDK. There is no stream for anything but responses. */
  send(message: JSONRPCMessage): Promise<void> {
    if (!('method' in message) && message.id !== undefined) this.exchanges.get(message.id)?.resolve(message)
    return Promise.resolve()
  }

  /** The tools of the caller whose request the server is answering. */
  readonly toolsFor = (id: RequestId): ToolProvider => {
    const exchange = this.exchanges.get(id)
    if (!exchange) throw new Error(`No request with the id ${id} is running`)
    return exchange.tools
  }

  /** The server sees an id of its own for each request: two callers may use the same one. */
  async exchange(request: JSONRPCRequest, tools: ToolProvider): Promise<JSONRPCResponse> {
    const id = ++this.lastId
    try {
      const response = await new Promise<JSONRPCResponse>((resolve) => {
        this.exchanges.set(id, { tools, resolve })
        this.onmessage?.({ ...request, id })
      })
      return { ...response, id: request.id }
    } finally {
      this.exchanges.delete(id)
    }
  }
}

/** Levels of nesting that are parsed. Tool arguments may have 64, and the error of the tool says so. */
const maxDepth = 5_000

const modernVersions = ['2026-07-28']
/** The SDK exports no names for these two. */
const headerMismatch = -32_020
const badRequest = -32_000

// The headers that the 2026-07-28 revision requires. The SDK checks them in its HTTP handler only and does not export the check.

interface RoutingHeaders {
  readonly protocolVersionHeader?: string
  readonly mcpMethodHeader?: string
  readonly mcpNameHeader?: string
}

function readHeader(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name]
  return (Array.isArray(value) ? value[0] : value)?.trim()
}

/** The headers under the names of the SDK's classifyInboundRequest. */
function readRoutingHeaders(headers: IncomingHttpHeaders): RoutingHeaders {
  const version = readHeader(headers, 'mcp-protocol-version')
  const method = readHeader(headers, 'mcp-method')
  const name = readHeader(headers, 'mcp-name')
  return {
    ...(version !== undefined && { protocolVersionHeader: version }),
    ...(method !== undefined && { mcpMethodHeader: method }),
    ...(name !== undefined && { mcpNameHeader: name }),
  }
}

/** Padding at the end, matched once from its first character. */
const padding = /(?<!=)=+$/

/** Decodes `=?base64?…?=`. Null if it is malformed. */
function decodeName(value: string): string | null {
  const encoded = /^=\?base64\?(.*)\?=$/i.exec(value)?.[1]
  if (encoded === undefined) return value
  const bytes = Buffer.from(encoded, 'base64')
  return bytes.toString('base64').replace(padding, '') === encoded.replace(padding, '') ? bytes.toString('utf8') : null
}

/** The error text if a required header is missing or contradicts the body, otherwise null. */
function checkRequiredHeaders(headers: RoutingHeaders, { method, params }: JSONRPCRequest): string | null {
  if (headers.protocolVersionHeader === undefined) return "The header 'MCP-Protocol-Version' is missing."
  if (headers.mcpMethodHeader === undefined) return "The header 'Mcp-Method' is missing."
  const name = method === 'tools/call' ? params?.['name'] : undefined
  if (typeof name !== 'string') return null
  if (headers.mcpNameHeader === undefined) return "The header 'Mcp-Name' is missing."
  return decodeName(headers.mcpNameHeader) === name ? null : "The header 'Mcp-Name' and the 'name' in the body are different."
}

type Exchange = (request: JSONRPCRequest, headers: RoutingHeaders, tools: ToolProvider) => Promise<Reply>

function jsonReply(message: object, status: number): Reply {
  return createReply(escapeLineSeparators(JSON.stringify(message)), mediaTypes.json, undefined, status)
}

/** Two connections, because an SDK server speaks one era: 2025-11-25 and older, or 2026-07-28. */
async function createExchange(reportError: (error: unknown) => void): Promise<Exchange> {
  const legacy = new HttpConnection()
  await createServer(legacy.toolsFor, reportError).connect(legacy)
  const modern = new HttpConnection()
  serveStdio(() => createServer(modern.toolsFor, reportError), { transport: modern, legacy: 'reject', maxSubscriptions: 0 })

  return async (request, headers, tools) => {
    const { id, method } = request
    const reject = (code: number, text: string, data?: unknown): Reply => jsonReply(errorResponse(id, code, text, data), 400)
    const route = classifyInboundRequest({ httpMethod: 'POST', ...headers, body: request })
    if (route.kind === 'reject') return reject(route.code, route.message, route.data)
    if (route.kind === 'legacy') {
      const version = headers.protocolVersionHeader
      if (version !== undefined && method !== 'initialize' && !SUPPORTED_PROTOCOL_VERSIONS.includes(version)) {
        const supported = SUPPORTED_PROTOCOL_VERSIONS.join(', ')
        return reject(badRequest, `Bad Request: Unsupported protocol version: ${version} (supported versions: ${supported})`)
      }
      return jsonReply(await legacy.exchange(request, tools), 200)
    }
    const { revision = 'unknown' } = route.classification
    if (!modernVersions.includes(revision)) {
      const error = new UnsupportedProtocolVersionError({ supported: modernVersions, requested: revision })
      return reject(error.code, error.message, error.data)
    }
    const mismatch = checkRequiredHeaders(headers, request)
    if (mismatch !== null) return reject(headerMismatch, mismatch)
    const response = await modern.exchange(request, tools)
    // Older clients would take 404 for the end of their session.
    const isUnknownMethod = 'error' in response && response.error.code === METHOD_NOT_FOUND
    return jsonReply(response, isUnknownMethod ? 404 : 200)
  }
}

/** @param timeout milliseconds per tool call */
export async function createHttpHandler(app: App, timeout: number): Promise<Route['handle']> {
  const tools = createToolService(app, { timeout })
  const exchange = await createExchange((error) => app.context.log.error({ err: error }, 'An MCP request failed'))

  return async (request) => {
    const { caller, headers, bytes } = request
    if (caller === null) throw createAuthenticationRequiredError()
    if (!isJsonContentType(headers['content-type'])) {
      throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', createMessage('errors.messageNotJson'))
    }
    const overload = findJsonOverload(bytes, defaultBodyLimit, maxDepth)
    if (overload !== null) return jsonReply(invalidRequest(null, messageText(overload)), 400)
    const parsed = parseMessage(isUtf8(bytes) ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString() : '')
    if ('error' in parsed) return jsonReply(parsed.error, 400)
    if (!('request' in parsed)) return createEmptyReply(202)
    const key = parseIdempotencyKey(request)
    let replayHeaders: Reply['headers']
    const session = {
      language: findErrorLanguage(request, app.context.registry) ?? undefined,
      idempotency: key === null ? undefined : { key, onReplay: () => (replayHeaders = replayedHeaders) },
    }
    const reply = await exchange(parsed.request, readRoutingHeaders(headers), tools.forCaller(caller, session))
    return { ...reply, headers: replayHeaders }
  }
}
