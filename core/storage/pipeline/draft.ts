// The types of a write on its way through the five steps: its scope, its task and the draft of the record.
import type { Issue } from '../../foundation/errors.js'
import type { Entity } from '../../model/entity/define.js'
import type { Context, WriteOptions } from '../context.js'
import type { LoadedRecord } from '../record/load.js'
import type { EntityLayout } from '../record/present.js'
import type { Snapshot } from '../record/snapshot.js'
import type { Unit } from '../unit-of-work/transaction.js'

/** The context, transaction and snapshot of a write or a delete. */
export interface PipelineScope {
  /** True for a write of the service itself. Default: input of a caller. */
  readonly internal?: boolean | undefined
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
