// The sanitiser: sanitises small markup directly, larger markup in worker jobs, one at a time.
import { serviceJobsToken } from '../boot/tokens.js'
import { inject, injectable } from '../foundation/injection.js'
import { createMessage } from '../foundation/message.js'
import {
  cacheRichText,
  needsSanitizing,
  isRichTextCached,
  type Sanitizer,
  checkSvg,
  type SvgResult,
} from '../foundation/rich-text.js'
import { checkSvgJob, sanitizeJob } from './sanitize.js'
import type { JobPool } from './define-worker-job.js'
import type { JobQueue } from '../storage/context.js'
import { createJobQueue, type JobQueueOptions } from './job-queue.js'

interface SanitizerOptions extends JobQueueOptions {
  /** Maximum length in characters of markup that is sanitised directly. */
  readonly small?: number
}

const tooSlow = createMessage('errors.markupTooSlow')

@injectable()
export class QueuedSanitizer implements Sanitizer {
  private readonly queue: JobQueue
  private readonly small: number

  constructor(@inject(serviceJobsToken) jobs: JobPool, { small = 8_192, ...options }: SanitizerOptions = {}) {
    this.small = small
    this.queue = createJobQueue(jobs, options)
  }

  async prepareRichTexts(texts: readonly string[]): Promise<void> {
    const uncached = [...new Set(texts)].filter((text) => needsSanitizing(text) && !isRichTextCached(text))
    if (uncached.reduce((sum, { length }) => sum + length, 0) <= this.small) return
    const results = await this.queue.run(sanitizeJob, uncached, tooSlow)
    for (const [index, text] of uncached.entries()) cacheRichText(text, results[index]!)
  }

  async svg(text: string): Promise<SvgResult> {
    return text.length <= this.small ? checkSvg(text) : this.queue.run(checkSvgJob, text, tooSlow)
  }
}
