// The records of an app: reads and writes them, and proves each write.
import { prepareProof, findWriteFindings } from './findings.js'
import { contextToken } from '../../boot/tokens.js'
import { inject, injectable } from '../../foundation/injection.js'
import type { Context, WriteOptions } from '../../storage/context.js'
import { PipelineRecords } from '../../storage/pipeline-records.js'
import { writeEntityRecord } from '../../storage/pipeline/write.js'
import { unit } from '../../storage/unit-of-work/transaction.js'
import type { Finding, WriteResult } from '../../storage/record/results.js'
import { createRecordTexts, type RecordTexts } from '../../storage/record/record-texts.js'
import type { AppRecords } from '../../storage/records.js'

/** A write with its own transaction also returns its findings. */
@injectable()
export class CheckedRecords extends PipelineRecords implements AppRecords {
  readonly texts: RecordTexts

  constructor(@inject(contextToken) context: Context) {
    super(context)
    this.texts = createRecordTexts(context)
  }

  /** Within an open transaction, the owner of the transaction must ask for the findings. */
  override async write(
    entity: string,
    input: Readonly<Record<string, unknown>>,
    options: WriteOptions = {},
  ): Promise<WriteResult> {
    const { context } = this
    if (options.unit) return writeEntityRecord(context, entity, input, options)
    if (!options.dryRun) {
      const written = await writeEntityRecord(context, entity, input, options)
      return addFindings(written, await findWriteFindings(context, written))
    }
    const { written, prove } = await unit(
      context.database,
      async (u) => {
        const trial = await writeEntityRecord(context, entity, input, { ...options, unit: u })
        return { written: trial, prove: await prepareProof(context, trial, u) }
      },
      { dryRun: true },
    )
    return addFindings(written, await prove())
  }

  findings(writeResult: WriteResult): Promise<readonly Finding[]> {
    return findWriteFindings(this.context, writeResult)
  }
}

const addFindings = (written: WriteResult, findings: readonly Finding[]): WriteResult =>
  findings.length > 0 ? { ...written, findings } : written
