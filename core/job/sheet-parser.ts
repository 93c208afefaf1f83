// Parses the texts of product sheets: small ones directly, larger ones in worker jobs, one at a time.
import { createMessage } from '../foundation/message.js'
import { ValidationError } from '../foundation/errors.js'
import type { SheetParser } from '../foundation/sheet-text.js'
import { parseSheet, parseSheetJob } from '../jobs/parse-sheet.js'
import type { JobPool } from './job-pool.js'
import { createJobQueue } from './job-queue.js'

/** Maximum length in characters of a text that is parsed directly: about 10 ms. */
const smallText = 65_536

const tooSlow = createMessage('errors.sheetTooSlow')

export function createSheetParser(jobs: JobPool): SheetParser {
  const queue = createJobQueue(jobs)
  return {
    async parse(text) {
      const result = text.length <= smallText ? await parseSheet(text) : await queue.run(parseSheetJob, { text }, tooSlow)
      if ('issues' in result) throw new ValidationError(result.issues)
      return result.parsed
    },
  }
}
