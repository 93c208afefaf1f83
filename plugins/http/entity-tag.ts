// Entity tags of replies: computed from the bytes, or from the revision of a record.
import { sha256, createMessage, ServiceError, ValidationError } from '#core/contract.js'
import type { ServiceRequest } from './mount.js'
import { createEmptyReply, type Reply, type TextReply } from './reply.js'

export function createEntityTag(body: string | Uint8Array): string {
  return `"${sha256(body).slice(0, 32)}"`
}

/** True if the client's cached copy has this tag, or any tag does (`*`). */
export function hasMatchingEntityTag(tag: string, { headers }: ServiceRequest): boolean {
  const entityTags = headers['if-none-match']?.split(',').map((entityTag) => entityTag.trim().replace(/^W\//, '')) ?? []
  return entityTags.includes(tag) || entityTags.includes('*')
}

/**
 * Adds an entity tag to a shopper's page, and replies 304 if the client already has the same bytes. The browser caches the reply and
 * revalidates it at each request.
 */
export function createTaggedReply(reply: TextReply, request: ServiceRequest): Reply {
  const etag = createEntityTag(reply.body)
  const headers = { ...reply.headers, etag, 'cache-control': 'private, no-cache', vary: 'X-Svc-Shopper' }
  return hasMatchingEntityTag(etag, request) ? createEmptyReply(304, headers) : { ...reply, headers }
}

export function formatRevisionTag(revision: number): string {
  return `"${revision}"`
}

const strongTagPattern = /^"([^"]*)"$/

/** Parsed If-Match: null without a condition or for any existing record, else the accepted revisions. */
export type Precondition = { readonly revisions: readonly number[] } | null

/** Weak and foreign tags match nothing. A list of only such tags ends as 412. */
export function parsePrecondition(request: ServiceRequest): Precondition {
  const header = request.headers['if-match']
  if (header === undefined || header.trim() === '*') return null
  if (header.length > 2000) throw ValidationError.of('If-Match', createMessage('errors.ifMatchTooLong'))
  const revisions = header.split(',').flatMap((tag) => {
    const text = strongTagPattern.exec(tag.trim())?.[1] ?? ''
    return /^\d{1,15}$/.test(text) ? [Number(text)] : []
  })
  return { revisions }
}

/**
 * The revision that a write requires. With several tags, the current revision is compared first, and the write then requires that one.
 * @param present reads the record's current revision
 */
export async function resolveExpectedRevision(
  condition: Precondition,
  present: () => Promise<number>,
): Promise<number | undefined> {
  if (condition === null) return undefined
  if (condition.revisions.length === 1) return condition.revisions[0]
  const revision = await present()
  if (condition.revisions.includes(revision)) return revision
  throw new ServiceError('PRECONDITION_FAILED', createMessage('errors.revisionOutdated'))
}
