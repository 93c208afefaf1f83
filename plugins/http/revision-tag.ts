// Uses record revisions as entity tags: the ETag of single reads and the If-Match of writes.
import { createMessage, ServiceError, ValidationError } from '#core/contract.js'
import type { ServiceRequest } from './mount.js'

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
