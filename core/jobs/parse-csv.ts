// Parses CSV text in a worker, away from the serving thread.
import { type Issue } from '../ground/errors.js'
import { defineJob } from '../job/define.js'
import type { Csv } from '../transfer/table/csv.js'

export type ParseCsvOutput = { readonly csv: Csv } | { readonly issue: Issue }

/** Records of a table. */
const mostRecords = 100_000

export const parseCsvJob = defineJob<{ readonly text: string }, ParseCsvOutput>({
  name: 'parse-csv',
  async run(_scope, { text }) {
    const { parseCsv } = await import('../transfer/table/csv.js')
    const { ModelFault } = await import('../transfer/model/findings.js')
    let count = 0
    try {
      return {
        csv: parseCsv(text, ({ line }) => {
          if (++count > mostRecords) throw new ModelFault('too-large', `a table has at most ${mostRecords} lines.`, line)
        }),
      }
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error
      const message = error.message.charAt(0).toLowerCase() + error.message.slice(1)
      return { issue: { field: 'csv', code: 'INVALID_VALUE', message: `Line ${error.line}: ${message}` } }
    }
  },
})
