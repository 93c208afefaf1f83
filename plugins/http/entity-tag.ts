// Entity tags computed from reply bytes: an unchanged reply is not sent again.
import { sha256 } from '#core/foundation/digest.js'
import type { ServiceRequest } from './mount.js'

export function createEntityTag(body: string | Uint8Array): string {
  return `"${sha256(body).slice(0, 32)}"`
}

/** True if the client's cached copy has this tag. */
export function hasMatchingEntityTag(tag: string, { headers }: ServiceRequest): boolean {
  const entityTags = headers['if-none-match']?.split(',').map((entityTag) => entityTag.trim().replace(/^W\//, ''))
  return entityTags?.includes(tag) ?? false
}
