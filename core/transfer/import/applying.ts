// What the steps of an import share: where it stands, and how a record that is refused is told.
import { type Issue, ValidationError } from '../../foundation/errors.js'
import { nameRecord } from '../../storage/record/naming.js'
import type { InUnit, Work } from '../../storage/work.js'
import type { Places } from '../copy/places.js'
import type { Naming } from '../copy/fields.js'
import type { Member } from '../graph.js'
import type { Standing } from './standing.js'
import type { Targets } from './targets.js'
import type { Fields, Import } from './wanted.js'

/** A record of the package was refused: the issues with the record's name in front. */
export class RecordRefused extends ValidationError {
  constructor(
    readonly member: Member,
    issues: readonly Issue[],
  ) {
    const { entity, record } = member
    super(issues.map((issue) => ({ ...issue, message: `${nameRecord(entity, record.values)}: ${issue.message}` })))
  }
}

/** A new record as it will be made. */
export interface Ready {
  readonly member: Member
  /** As core holds them: all of it was judged when the package was read. */
  readonly fields: Fields
  /** The id that it gets; null where it gets the next. */
  readonly id: number | null
}

export interface Later {
  readonly member: Member
  readonly property: string
}

export interface Applying extends Import {
  readonly work: Work & InUnit
  /** Of what stands by now. */
  readonly places: Places
  /** Of what will stand, as far as that is certain before anything is written. */
  readonly known: Places
  readonly targets: Targets
  readonly standing: Standing
  /** Fields that name what was not there yet, to be written once all are; `named` those of records that were made together. */
  readonly later: Later[]
  readonly named: Later[]
  /** What fields that name records inside of a value came to hold. */
  readonly repointed: Map<Naming, unknown>
  /** New records that wait to be made together, of one entity and in order. */
  readonly ready: Ready[]
  readonly count: {
    readonly created: Record<string, number>
    readonly updated: Record<string, number>
    unchanged: number
    files: number
  }
}

/** Runs what stores the member. */
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
