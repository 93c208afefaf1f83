// Shared state of the steps of an import, and the error for a record that is refused.
import { createIssue, type Issue, ValidationError } from '../../foundation/errors.js'
import { createMessage, getMessage } from '../../foundation/message.js'
import { createDisplayName } from '../../storage/record/present.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import type { RecordIdMap, PropertyReferences } from '../copy/fields.js'
import type { GraphRecord } from '../graph.js'
import type { ExistingRecords, RecordTargets } from './existing-records.js'
import type { ImportFields, ImportPlan } from './import-plan.js'

/** A record of the package was refused: its issues, each prefixed with the record's name. */
export class RecordRefusal extends ValidationError {
  constructor(
    readonly member: GraphRecord,
    issues: readonly Issue[],
  ) {
    const { entity, record } = member
    super(
      issues.map((issue) => {
        const message = createMessage('transfer.atRecord', {
          record: createDisplayName(entity, record.values),
          message: getMessage(issue),
        })
        return createIssue(issue.field, message, issue.code)
      }),
    )
  }
}

/** A new record, ready to be inserted. */
export interface PendingRecord {
  readonly member: GraphRecord
  /** In core's form; all values were validated when the package was read. */
  readonly fields: ImportFields
  /** The id to use; null: the next free id. */
  readonly id: number | null
}

interface DeferredField {
  readonly member: GraphRecord
  readonly property: string
}

export interface ImportState extends ImportPlan {
  readonly work: ServiceContext & TransactionContext
  /** Ids of the records stored so far. */
  readonly places: RecordIdMap
  /** Ids after the import, as far as they are certain before the first write. */
  readonly known: RecordIdMap
  readonly targets: RecordTargets
  readonly existingRecords: ExistingRecords
  /** References to records created later; written at the end. `named`: the references of records that were inserted in batches. */
  readonly deferredFields: DeferredField[]
  readonly batchReferences: DeferredField[]
  /** New values of fields that contain references inside a value. */
  readonly repointed: Map<PropertyReferences, unknown>
  /** New records of one entity, in order, that wait for a batched insert. */
  readonly pendingRecords: PendingRecord[]
  readonly count: {
    readonly created: Record<string, number>
    readonly updated: Record<string, number>
    unchanged: number
    files: number
  }
}

/** Runs the write of a member; turns a ValidationError into RecordRefused. */
export async function withMemberRefusal<T>(member: GraphRecord, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    throw new RecordRefusal(member, error.issues.length > 0 ? error.issues : [createIssue('', getMessage(error), error.code)])
  }
}
