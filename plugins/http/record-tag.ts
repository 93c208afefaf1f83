// Entity tags: a record's revision as the ETag of its single read, and the If-Match of its writes (domain §7).
import { ServiceError, ValidationError } from '#core/foundation/errors.js'
import type { ServiceRequest } from './mount.js'

export function etagOf(revision: number): string {
  return `"${revision}"`
}

const strongTag = /^"([^"]*)"$/

/** What If-Match demands: nothing, any present record, or one of some revisions. */
export type Precondition = { readonly revisions: readonly number[] } | null

/** Weak and foreign tags match nothing, so that a list of only such ends as 412. */
export function precondition(request: ServiceRequest): Precondition {
  const header = request.headers['if-match']
  if (header === undefined || header.trim() === '*') return null
  if (header.length > 2000) throw ValidationError.of('If-Match', 'The header If-Match is longer than 2,000 characters.')
  const revisions = header.split(',').flatMap((tag) => {
    const text = strongTag.exec(tag.trim())?.[1] ?? ''
    return /^\d{1,15}$/.test(text) ? [Number(text)] : []
  })
  return { revisions }
}

/**
 * The revision that a write must find. Several tags are compared with the present one first: the write then holds it fast.
 * @param present reads the record's revision
 */
export async function expectedRevision(condition: Precondition, present: () => Promise<number>): Promise<number | undefined> {
  if (condition === null) return undefined
  if (condition.revisions.length === 1) return condition.revisions[0]
  const revision = await present()
  if (condition.revisions.includes(revision)) return revision
  throw new ServiceError(
    'PRECONDITION_FAILED',
    'The record has none of the entity tags in If-Match. Read it again and repeat the change.',
  )
}
