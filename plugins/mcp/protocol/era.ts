// The two eras of the protocol: sessions that begin with initialize, and since 2026-07-28 requests that carry everything themselves.
import { isObject } from '#core/ground/object.js'
import { errorCodes, invalidParams, type Params, ProtocolError } from './message.js'

export type Era = 'session' | 'stateless'

/** Newest first; a client that asks for another one is offered the first. */
const sessionVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const
const statelessVersions = ['2026-07-28'] as const
/** Every version that is served, newest first: what discovery and the refusal of another one name alike. */
export const servedVersions = [...statelessVersions, ...sessionVersions] as const
const firstStatelessVersion = statelessVersions.at(-1)!

const versionKey = 'io.modelcontextprotocol/protocolVersion'
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities'
export const serverInfoKey = 'io.modelcontextprotocol/serverInfo'

function includes(versions: readonly string[], version: string): boolean {
  return versions.includes(version)
}

export const isServed = (version: string): boolean => includes(servedVersions, version)

/** The version that a session is opened with. */
export function sessionVersion(asked: string): string {
  return includes(sessionVersions, asked) ? asked : sessionVersions[0]
}

export const isStatelessVersion = (version: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= firstStatelessVersion

export function unsupportedVersion(requested: string): ProtocolError {
  const message = `The protocol version '${requested.slice(0, 40)}' is not supported. Supported: ${servedVersions.join(', ')}.`
  return new ProtocolError(errorCodes.unsupportedVersion, message, {
    supported: servedVersions,
    requested: requested.slice(0, 40),
  })
}

/** The version that a request claims for itself; undefined where it claims none. */
export function claimedVersion(params: Params): unknown {
  const meta = params['_meta']
  return isObject(meta) && Object.hasOwn(meta, versionKey) ? meta[versionKey] : undefined
}

/**
 * The era of a request by what it carries. Throws ProtocolError where the claim is broken or names a version that is not
 * served. An `initialize` with a claim of an older version is a session's beginning all the same.
 */
export function eraOf(method: string, params: Params): Era {
  const claim = claimedVersion(params)
  if (claim === undefined) return 'session'
  if (typeof claim !== 'string') throw invalidParams(`'_meta' names the protocol version as text under '${versionKey}'.`)
  if (method === 'initialize' && !isStatelessVersion(claim)) return 'session'
  const capabilities = (params['_meta'] as Params)[capabilitiesKey]
  if (!isObject(capabilities))
    throw invalidParams(`'_meta' must carry the client's capabilities, an object, under '${capabilitiesKey}'.`)
  if (!includes(statelessVersions, claim)) throw unsupportedVersion(claim)
  return 'stateless'
}
