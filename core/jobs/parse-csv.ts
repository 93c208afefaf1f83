// Parses CSV text without blocking the main thread.
import type { Issue } from '../foundation/errors.js'
import { defineWorkerJob } from './define-worker-job.js'
import type { Csv } from '../transfer/table/csv.js'

export type ParseCsvOutput = { readonly csv: Csv } | { readonly issue: Issue }

/** Maximum number of records in a table. */
const maximumRecords = 100_000

export const parseCsvJob = defineWorkerJob<{ readonly text: string }, ParseCsvOutput>({
  name: 'parse-csv',
  async run(_scope, { text }) {
    const { parseCsv } = await import('../transfer/table/csv.js')
    const { FileFault } = await import('../transfer/file-findings.js')
    let count = 0
    try {
      return {
        csv: parseCsv(text, ({ line }) => {
          if (++count > maximumRecords) throw new FileFault('too-large', `a table has at most ${maximumRecords} lines.`, line)
        }),
      }
    } catch (error) {
      if (!(error instanceof FileFault)) throw error
      const message = error.message.charAt(0).toLowerCase() + error.message.slice(1)
      return { issue: { field: 'csv', code: 'INVALID_VALUE', message: `Line ${error.line}: ${message}` } }
    }
  },
})
