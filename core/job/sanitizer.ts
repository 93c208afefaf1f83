// The sanitiser: sanitises small markup directly, larger markup in worker jobs, one at a time.
import { createMessage } from '../foundation/message.js'
import { cacheRichText, hasMarkup, isRichTextCached } from '../foundation/rich-text.js'
import type { Sanitizer } from '../foundation/sanitizer.js'
import { checkSvg } from '../foundation/svg.js'
import { checkSvgJob, sanitizeJob } from '../jobs/sanitize.js'
import type { JobPool } from './job-pool.js'
import { createJobQueue, type JobQueueOptions } from './job-queue.js'

export interface SanitizerOptions extends JobQueueOptions {
  /** Maximum length in characters of markup that is sanitised directly. */
  readonly small?: number
}

const tooSlow = createMessage('errors.markupTooSlow')

export function createSanitizer(jobs: JobPool, { small = 8_192, ...options }: SanitizerOptions = {}): Sanitizer {
  const queue = createJobQueue(jobs, options)
  return {
    async prepareRichTexts(texts) {
      const uncached = [...new Set(texts)].filter((text) => hasMarkup(text) && !isRichTextCached(text))
      if (uncached.reduce((sum, { length }) => sum + length, 0) <= small) return
      const results = await queue.run(sanitizeJob, uncached, tooSlow)
      for (const [index, text] of uncached.entries()) cacheRichText(text, results[index]!)
    },
    async svg(text) {
      return text.length <= small ? checkSvg(text) : queue.run(checkSvgJob, text, tooSlow)
    },
  }
}
