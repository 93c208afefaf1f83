// Holds the headers of a request against its body: since 2026-07-28 they say the same, and a proxy may go by either.
import type { IncomingHttpHeaders } from 'node:http'
import { claimedVersion, isServed, isStatelessVersion, unsupportedVersion } from '../protocol/era.js'
import { errorCodes, invalidParams, type Params, ProtocolError } from '../protocol/message.js'

function mismatch(message: string): ProtocolError {
  return new ProtocolError(errorCodes.headerMismatch, message)
}

function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name]
  return (Array.isArray(value) ? value[0] : value)?.trim()
}

/** The signs that fill up the last four; tried once, from where they begin. */
const padding = /(?<!=)=+$/

/** `=?base64?…?=` carries what a header cannot spell; null where it is broken. */
function decoded(value: string): string | null {
  const encoded = /^=\?base64\?(.*)\?=$/i.exec(value)?.[1]
  if (encoded === undefined) return value
  const bytes = Buffer.from(encoded, 'base64')
  return bytes.toString('base64').replace(padding, '') === encoded.replace(padding, '') ? bytes.toString('utf8') : null
}

function requireName(headers: IncomingHttpHeaders, { name }: Params): void {
  if (typeof name !== 'string') return
  const sent = headerOf(headers, 'mcp-name')
  if (sent === undefined) throw mismatch(`The header 'Mcp-Name' is missing; the body names '${name.slice(0, 100)}'.`)
  if (decoded(sent) !== name) throw mismatch("The header 'Mcp-Name' and the 'name' in the body disagree.")
}

/**
 * Throws ProtocolError where header and body disagree on the version, or only one of both names a stateless one. Which
 * versions are served is asked after it.
 */
export function assertVersionHeader(headers: IncomingHttpHeaders, method: string, params: Params): void {
  const version = headerOf(headers, 'mcp-protocol-version')
  const claim = claimedVersion(params)
  const opensSession = method === 'initialize' && (claim === undefined || !isStatelessVersion(String(claim)))
  if (opensSession) {
    const asked = params['protocolVersion']
    if (version !== undefined && (isStatelessVersion(version) || (!isServed(version) && version !== asked))) {
      throw mismatch("The header 'MCP-Protocol-Version' names another version than 'initialize' opens a session of.")
    }
  } else if (typeof claim === 'string') {
    if (version === undefined && isStatelessVersion(claim)) throw mismatch("The header 'MCP-Protocol-Version' is missing.")
    if (version !== undefined && version !== claim) {
      throw mismatch("The header 'MCP-Protocol-Version' and the version in the body disagree.")
    }
  } else if (claim === undefined && version !== undefined && isStatelessVersion(version)) {
    throw invalidParams(`The header names the protocol version ${version.slice(0, 40)}, but '_meta' in the params does not.`)
  }
  if (claim === undefined && version !== undefined && !isServed(version)) throw unsupportedVersion(version)
}

/** Throws ProtocolError where the headers that a proxy goes by are missing, or name another method or tool than the body. */
export function assertRoutingHeaders(headers: IncomingHttpHeaders, method: string, params: Params): void {
  const sentMethod = headerOf(headers, 'mcp-method')
  if (sentMethod === undefined) throw mismatch("The header 'Mcp-Method' is missing.")
  if (sentMethod !== method) throw mismatch("The header 'Mcp-Method' and the method in the body disagree.")
  if (method === 'tools/call') requireName(headers, params)
}
