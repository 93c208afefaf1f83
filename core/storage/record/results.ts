// What is asked of stored records and what they answer, the same on every surface.

import type { WireRecord } from '../../foundation/property/typing.js'

export type { WireRecord } from '../../foundation/property/typing.js'

export interface RecordResult<R = WireRecord> {
  readonly entity: string
  readonly id: number
  readonly record: R
  /** Bumped by every store of the record; the ETag is made of it. */
  readonly revision: number
}

export interface ListQuery {
  /** Filter name to value; names and values are judged by the entity's filters. */
  readonly filters?: ReadonlyMap<string, unknown>
  /** Default 50, clamped to 200; in-process callers may ask for more with `unbounded`. */
  readonly limit?: number
  readonly unbounded?: boolean
  readonly offset?: number
  /** `title,-id` over listing columns. */
  readonly sort?: string
  /** Language tag of the plain keys; the store default if left out. */
  readonly language?: string
}

export interface ListField {
  readonly name: string
  readonly label: string
  readonly type: string
}

export interface ListResult<R = WireRecord> {
  readonly entity: string
  /** `id` and the listing columns, plain keys only. */
  readonly records: readonly R[]
  readonly fields: readonly ListField[]
  /** `total` counts what matches the filters. */
  readonly meta: { readonly total: number; readonly offset: number; readonly limit: number; readonly returned: number }
}

/** What the prover says of a successful write (domain §3). */
export interface Finding {
  readonly kind: string
  readonly grade: 'blocker' | 'warning' | 'notice'
  readonly entity: string
  readonly id: number
  readonly field: string
  readonly message: string
}

export interface WriteResult {
  readonly entity: string
  readonly id: number
  readonly inserted: boolean
  /** Given by an app's own write where it is a unit of its own; absent where there are none. */
  readonly findings?: readonly Finding[]
  /** Wire values by property name as they stand now, rules and terms as they are stored. */
  readonly stored: Readonly<Record<string, unknown>>
  /** The record as a single read gives it, where it was asked for and needs no reading. */
  readonly written?: RecordResult
}
