// Step two of five: whether the record is new.
import type { Draft } from './draft.js'

export function isInsert(draft: Draft): boolean {
  return draft.existing === null
}
