// Shared state of the steps of an import, and the error for a record that is refused.
import { getMessage, messageFormat, storedValues, type recordGraphs } from '#core/surface.js'
import { type Issue, ValidationError, createMessage, type TransactionContext, type ServiceContext } from '#core/contract.js'
import type { ExistingRecords, RecordTargets } from './existing-records.js'
import type { ImportFields, ImportPlan } from './import-plan.js'

/** A record of the package was refused: its issues, each prefixed with the record's name. */
export class RecordRefusal extends ValidationError {
  constructor(
    readonly member: recordGraphs.GraphRecord,
    issues: readonly Issue[],
  ) {
    const { entity, record } = member
    super(
      issues.map((issue) => {
        const message = createMessage('transfer.atRecord', {
          record: storedValues.createDisplayName(entity, record.values),
          message: getMessage(issue),
        })
        return messageFormat.createIssue(issue.field, message, issue.code)
      }),
    )
  }
}

/** A new record, ready to be inserted. */
export interface PendingRecord {
  readonly member: recordGraphs.GraphRecord
  /** In core's form; all values were validated when the package was read. */
  readonly fields: ImportFields
  /** The id to use; null: the next free id. */
  readonly id: number | null
}

interface DeferredField {
  readonly member: recordGraphs.GraphRecord
  readonly property: string
}

export interface ImportState extends ImportPlan {
  readonly work: ServiceContext & TransactionContext
  /** Ids of the records stored so far. */
  readonly places: recordGraphs.RecordIdMap
  /** Ids after the import, as far as they are certain before the first write. */
  readonly known: recordGraphs.RecordIdMap
  readonly targets: RecordTargets
  readonly existingRecords: ExistingRecords
  /** References to records created later; written at the end. `named`: the references of records that were inserted in batches. */
  readonly deferredFields: DeferredField[]
  readonly batchReferences: DeferredField[]
  /** New values of fields that contain references inside a value. */
  readonly repointed: Map<recordGraphs.PropertyReferences, unknown>
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
export async function withMemberRefusal<T>(member: recordGraphs.GraphRecord, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    throw new RecordRefusal(
      member,
      error.issues.length > 0 ? error.issues : [messageFormat.createIssue('', getMessage(error), error.code)],
    )
  }
}
