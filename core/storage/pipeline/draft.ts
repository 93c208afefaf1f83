// Types of a write: its scope, its task and its draft, which is the record on its way through the five steps.
import { createIssue, type Issue } from '../../foundation/errors.js'
import { getMessage } from '../../foundation/message.js'
import type { Refusal } from '../../foundation/property/kind.js'
import type { Entity } from '../../model/entity/define.js'
import { findOwnerJoins } from '../../model/entity/ownership.js'
import type { Context, WriteOptions } from '../context.js'
import type { Unit } from '../unit-of-work/transaction.js'
import type { LoadedRecord } from '../record/load.js'
import type { EntityLayout } from '../record/layout.js'
import type { Snapshot } from '../record/snapshot.js'

/** The context, transaction and snapshot of a write or a delete. */
export interface PipelineScope {
  readonly context: Context
  readonly u: Unit
  readonly snapshot: Snapshot
  /** Owners that this write has looked up, by lookup key. The lock and the version counter need the same owner. */
  readonly owners?: Map<string, number>
  /** The keys of `owners` that this write has locked. */
  readonly locked?: Set<string>
}

export interface WriteTask extends PipelineScope {
  readonly entity: Entity
  readonly shape: EntityLayout
  readonly options: WriteOptions
  /** The language of the plain keys of translatable fields. */
  readonly language: string
  /** True if nothing is stored. Referenced records then need no lock. */
  readonly isTrial?: boolean
}

export interface Draft {
  /** null on insert. */
  readonly existing: LoadedRecord | null
  /** Wire values by property name, texts by flat key: existing values, sent values and defaults. */
  readonly record: Record<string, unknown>
  /** The keys that the caller sent. Plain keys of translatable fields appear as flat keys. */
  readonly sent: Pick<ReadonlySet<string>, 'has'>
  /** Keys with new values, which need validation: sent, derived or default. */
  readonly changed: Set<string>
  /** Keys of `changed` that have a declared default. */
  readonly defaulted: Set<string>
  /** For imports: the id of a new record. */
  readonly newId: number | undefined
  /** The sent child lists, by property name. */
  readonly children: ReadonlyMap<string, unknown>
  readonly issues: Issue[]
}

/** Turns a kind's refusal into an issue of the record. Appends the path inside a structured value to the field's name. */
export function toIssue(field: string, refusal: Refusal): Issue {
  const { path = '', code } = refusal
  const rest = path === '' || path.startsWith('[') ? path : `.${path}`
  return createIssue(field + rest, getMessage(refusal), code)
}

/** True if an existing record gets another owner. */
export function hasNewOwner(entity: Entity, { existing, record, changed }: Draft): boolean {
  if (existing === null) return false
  return findOwnerJoins(entity).some(({ property }) => changed.has(property) && record[property] !== existing.values[property])
}

/** Step two of five: decides whether the record is new. */
export function isInsert(draft: Draft): boolean {
  return draft.existing === null
}
