// Parses CSV text without blocking the main thread.
import { createIssue, type Issue } from '../foundation/errors.js'
import { createMessage } from '../foundation/message.js'
import { defineWorkerJob } from './define-worker-job.js'
import type { Csv } from '../transfer/table/csv.js'

type ParseCsvOutput = { readonly csv: Csv } | { readonly issue: Issue }

/** Maximum number of records in a table. */
const maximumRecords = 100_000

export const parseCsvJob = defineWorkerJob<{ readonly text: string }, ParseCsvOutput>({
  name: 'parse-csv',
  async run(_scope, { text }) {
    const { parseCsv } = await import('../transfer/table/csv.js')
    const { FileFault } = await import('../transfer/findings.js')
    let count = 0
    try {
      return {
        csv: parseCsv(text, ({ line }) => {
          if (++count > maximumRecords)
            throw new FileFault('too-large', createMessage('files.tooManyRows', { most: maximumRecords }), line)
        }),
      }
    } catch (error) {
      if (!(error instanceof FileFault)) throw error
      return { issue: createIssue('csv', error.located) }
    }
  },
})
