// Shared state of the steps of an import, and the error for a record that is refused.
import { type Issue, ValidationError } from '../../foundation/errors.js'
import { nameRecord } from '../../storage/record/naming.js'
import type { InUnit, Work } from '../../storage/work.js'
import type { Places } from '../copy/places.js'
import type { Naming } from '../copy/fields.js'
import type { Member } from '../graph.js'
import type { Standing } from './standing.js'
import type { Targets } from './targets.js'
import type { Fields, Import } from './wanted.js'

/** A record of the package was refused: its issues, each prefixed with the record's name. */
export class RecordRefused extends ValidationError {
  constructor(
    readonly member: Member,
    issues: readonly Issue[],
  ) {
    const { entity, record } = member
    super(issues.map((issue) => ({ ...issue, message: `${nameRecord(entity, record.values)}: ${issue.message}` })))
  }
}

/** A new record, ready to be inserted. */
export interface Ready {
  readonly member: Member
  /** In core's form; all values were validated when the package was read. */
  readonly fields: Fields
  /** The id to use; null: the next free id. */
  readonly id: number | null
}

export interface Later {
  readonly member: Member
  readonly property: string
}

export interface Applying extends Import {
  readonly work: Work & InUnit
  /** Ids of the records stored so far. */
  readonly places: Places
  /** Ids after the import, as far as they are certain before the first write. */
  readonly known: Places
  readonly targets: Targets
  readonly standing: Standing
  /** References to records created later; written at the end. `named`: the references of records that were inserted in batches. */
  readonly later: Later[]
  readonly named: Later[]
  /** New values of fields that contain references inside a value. */
  readonly repointed: Map<Naming, unknown>
  /** New records of one entity, in order, that wait for a batched insert. */
  readonly ready: Ready[]
  readonly count: {
    readonly created: Record<string, number>
    readonly updated: Record<string, number>
    unchanged: number
    files: number
  }
}

/** Runs the write of a member; turns a ValidationError into RecordRefused. */
export async function refusedBy<T>(member: Member, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    throw new RecordRefused(
      member,
      error.issues.length > 0 ? error.issues : [{ field: '', code: error.code, message: error.message }],
    )
  }
}
