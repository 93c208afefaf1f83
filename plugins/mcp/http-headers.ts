// The headers that the 2026-07-28 revision requires. The SDK checks them in its HTTP handler only and does not export the check.
import type { IncomingHttpHeaders } from 'node:http'
import type { JSONRPCRequest } from '@modelcontextprotocol/server'

export interface RoutingHeaders {
  readonly protocolVersionHeader?: string
  readonly mcpMethodHeader?: string
  readonly mcpNameHeader?: string
}

function readHeader(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name]
  return (Array.isArray(value) ? value[0] : value)?.trim()
}

/** The headers under the names of the SDK's classifyInboundRequest. */
export function readRoutingHeaders(headers: IncomingHttpHeaders): RoutingHeaders {
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
export function checkRequiredHeaders(headers: RoutingHeaders, { method, params }: JSONRPCRequest): string | null {
  if (headers.protocolVersionHeader === undefined) return "The header 'MCP-Protocol-Version' is missing."
  if (headers.mcpMethodHeader === undefined) return "The header 'Mcp-Method' is missing."
  const name = method === 'tools/call' ? params?.['name'] : undefined
  if (typeof name !== 'string') return null
  if (headers.mcpNameHeader === undefined) return "The header 'Mcp-Name' is missing."
  return decodeName(headers.mcpNameHeader) === name ? null : "The header 'Mcp-Name' and the 'name' in the body are different."
}
