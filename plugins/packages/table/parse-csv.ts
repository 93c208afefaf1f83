// Parses CSV text without blocking the main thread.
import { messageFormat, type fileTransfers } from '#core/surface.js'
import { type Issue, createMessage, defineWorkerJob, FileFault, readCsv } from '#core/contract.js'

type ParseCsvOutput = { readonly csv: fileTransfers.Csv } | { readonly issue: Issue }

/** Maximum number of records in a table. */
const maximumRecords = 100_000

export const parseCsvJob = defineWorkerJob<{ readonly text: string }, ParseCsvOutput>({
  name: 'parse-csv',
  async run(_scope, { text }) {
    let count = 0
    try {
      return {
        csv: await readCsv(text, ({ line }) => {
          if (++count > maximumRecords)
            throw new FileFault('too-large', createMessage('files.tooManyRows', { most: maximumRecords }), line)
        }),
      }
    } catch (error) {
      if (!(error instanceof FileFault)) throw error
      return { issue: messageFormat.createIssue('csv', error.located) }
    }
  },
})
