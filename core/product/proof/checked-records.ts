// The records of an app: reads and writes them, and proves each write.
import { contextToken, recordsToken } from '../../boot/tokens.js'
import { inject, injectable } from '../../foundation/injection.js'
import type { Context, ListOptions, ReadOptions, RemoveOptions, WriteOptions } from '../../storage/context.js'
import type { UnitOptions } from '../../storage/unit-of-work/transaction.js'
import type { Finding, ListQuery, ListResult, RecordResult, WriteResult } from '../../storage/record/results.js'
import type { AppRecords, Records, UnitRecords } from '../../storage/records.js'
import { findWriteFindings, prepareProof } from './findings.js'

/** A write with its own transaction also returns its findings. */
@injectable()
export class CheckedRecords implements AppRecords {
  constructor(
    @inject(contextToken) private readonly context: Context,
    @inject(recordsToken) private readonly records: Records,
  ) {}

  read(entity: string, id: number, options?: ReadOptions): Promise<RecordResult> {
    return this.records.read(entity, id, options)
  }

  list(entity: string, query?: ListQuery, options?: ListOptions): Promise<ListResult> {
    return this.records.list(entity, query, options)
  }

  /** Within an open transaction, the owner of the transaction must ask for the findings. */
  async write(entity: string, input: Readonly<Record<string, unknown>>, options: WriteOptions = {}): Promise<WriteResult> {
    const { unit, ...own } = options
    if (unit) return this.records.write(entity, input, options)
    const addFindings = (writeResult: WriteResult, findings: readonly Finding[]): WriteResult =>
      findings.length > 0 ? { ...writeResult, findings } : writeResult
    if (!own.dryRun) {
      const finalResult = await this.records.write(entity, input, own)
      return addFindings(finalResult, await this.findings(finalResult))
    }
    const rehearsed = await this.records.unit(
      async (open) => {
        const trialResult = await open.write(entity, input, own)
        return { written: trialResult, prove: await prepareProof(this.context, trialResult, open.unitOfWork) }
      },
      { dryRun: true },
    )
    return addFindings(rehearsed.written, await rehearsed.prove())
  }

  remove(entity: string, id: number, options?: RemoveOptions): Promise<void> {
    return this.records.remove(entity, id, options)
  }

  unit<T>(work: (records: UnitRecords) => Promise<T>, options?: UnitOptions): Promise<T> {
    return this.records.unit(work, options)
  }

  findings(writeResult: WriteResult): Promise<readonly Finding[]> {
    return findWriteFindings(this.context, writeResult)
  }
}
