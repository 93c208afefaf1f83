// Step two of five: decides whether the record is new.
import type { Draft } from './draft.js'

export function isInsert(draft: Draft): boolean {
  return draft.existing === null
}
