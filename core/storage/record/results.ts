// Query and result types for stored records, shared by all interfaces (REST, MCP, in-process).

import type { MessageFields } from '../../foundation/message.js'
import type { WireRecord } from '../../foundation/property/typing.js'
import type { SqlFragment } from './list-query.js'

export type { WireRecord } from '../../foundation/property/typing.js'

export interface RecordResult<R = WireRecord> {
  readonly entity: string
  readonly id: number
  readonly record: R
  /** Raised by each write of the record. The ETag contains it. */
  readonly revision: number
}

export interface ListQuery {
  /** Filter values by filter name. The entity's filters validate both. */
  readonly filters?: ReadonlyMap<string, unknown>
  /** A further condition on the rows `r`. Only for in-process callers. */
  readonly where?: SqlFragment
  /** Default 50, clamped to 200. In-process callers can request more with `unbounded`. */
  readonly limit?: number
  readonly unbounded?: boolean
  readonly offset?: number
  /** For example `title,-id`, over listing columns. */
  readonly sort?: string
  /** Language tag of the plain keys. Default: the store default. */
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
  /** `total` is the number of records that match the filters. */
  readonly meta: { readonly total: number; readonly offset: number; readonly limit: number; readonly returned: number }
}

/** A finding of the prover about a successful write. */
export interface Finding extends MessageFields {
  readonly kind: string
  readonly grade: 'blocker' | 'warning' | 'notice'
  readonly entity: string
  readonly id: number
  readonly field: string
}

export interface WriteResult {
  readonly entity: string
  readonly id: number
  readonly inserted: boolean
  /** Set for an app's own write if it has its own transaction. Absent if there are none. */
  readonly findings?: readonly Finding[]
  /** Current wire values by property name, with rules and terms as stored. */
  readonly stored: Readonly<Record<string, unknown>>
  /** The record as a single read would return it, if requested and available without a query. */
  readonly written?: RecordResult
}
