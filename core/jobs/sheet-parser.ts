// Parses and formats the texts of product sheets: small ones directly, larger ones in worker jobs, one at a time.
import { serviceJobsToken } from '../boot/tokens.js'
import { createMessage } from '../foundation/message.js'
import { ValidationError } from '../foundation/errors.js'
import { inject, injectable } from '../foundation/injection.js'
import type { ParsedSheetText, SheetDocument, SheetParser } from '../foundation/sheet-text.js'
import { formatSheetYaml, formatSheetJob, parseSheetYaml, parseSheetJob } from './parse-sheet.js'
import type { JobPool } from './define-worker-job.js'
import { createJobQueue, type JobQueue } from './job-queue.js'

/** Maximum length in characters of a text that is parsed directly, and of JSON that is formatted directly: about 10 ms. */
const smallText = 65_536

const tooSlow = createMessage('errors.sheetTooSlow')
const formattingTooSlow = createMessage('errors.sheetFormatTooSlow')

@injectable()
export class QueuedSheetParser implements SheetParser {
  private readonly queue: JobQueue

  constructor(@inject(serviceJobsToken) jobs: JobPool) {
    this.queue = createJobQueue(jobs)
  }

  async parse(text: string): Promise<ParsedSheetText> {
    const result = text.length <= smallText ? await parseSheetYaml(text) : await this.queue.run(parseSheetJob, { text }, tooSlow)
    if ('issues' in result) throw new ValidationError(result.issues)
    return result.parsed
  }

  async format({ value, open }: SheetDocument): Promise<string> {
    const json = JSON.stringify(value)
    return json.length <= smallText
      ? formatSheetYaml(json, open)
      : this.queue.run(formatSheetJob, { json, open }, formattingTooSlow)
  }
}
