// A write on its way through the five steps: where it happens, and the record as it will be stored.
import type { Issue } from '../../foundation/errors.js'
import type { Refusal } from '../../foundation/property/kind.js'
import type { Entity } from '../../model/entity/define.js'
import { findOwnerJoins } from '../../model/entity/ownership.js'
import type { Context, WriteOptions } from '../context.js'
import type { Unit } from '../database/unit.js'
import type { LoadedRecord } from '../record/load.js'
import type { EntityLayout } from '../record/layout.js'
import type { Snapshot } from '../record/snapshot.js'

/** Where a write or a removal happens. */
export interface PipelineScope {
  readonly context: Context
  readonly u: Unit
  readonly snapshot: Snapshot
  /** Owners that one write has looked up: it asks for the same one to lock it and to raise its version. */
  readonly owners?: Map<string, number>
  /** Those among them that this write has locked. */
  readonly locked?: Set<string>
}

export interface WriteTask extends PipelineScope {
  readonly entity: Entity
  readonly shape: EntityLayout
  readonly options: WriteOptions
  /** Tag that plain keys of translatable fields are written in. */
  readonly language: string
  /** True where nothing is stored: what the record would refer to need not stay. */
  readonly isTrial?: boolean
}

export interface Draft {
  /** null on insert. */
  readonly existing: LoadedRecord | null
  /** Wire values by property name, texts by flat key: what stands already, what was sent, and defaults. */
  readonly record: Record<string, unknown>
  /** The keys that the caller gave; plain keys of translatable fields as flat keys. */
  readonly sent: Pick<ReadonlySet<string>, 'has'>
  /** Keys whose values are new and must be judged: sent, derived or defaulted. */
  readonly changed: Set<string>
  /** Those among them that hold a declared default. */
  readonly defaulted: Set<string>
  /** Of one that was judged before: what it holds where nothing was sent, its defaults among that, of which `changed` says nothing then. */
  readonly started?: Readonly<Record<string, unknown>>
  /** What was sent for child lists, by property name. */
  readonly children: ReadonlyMap<string, unknown>
  readonly issues: Issue[]
}

/** A kind's refusal as an issue of the record; a path inside a structured value is appended to the field's name. */
export function issueOf(field: string, refusal: Refusal): Issue {
  const { path = '', code, message } = refusal
  const rest = path === '' || path.startsWith('[') ? path : `.${path}`
  return { field: field + rest, code, message }
}

/** True where a standing record is given another owner. */
export function changesOwner(entity: Entity, { existing, record, changed }: Draft): boolean {
  if (existing === null) return false
  return findOwnerJoins(entity).some(({ property }) => changed.has(property) && record[property] !== existing.values[property])
}
