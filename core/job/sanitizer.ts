// The sanitiser: sanitises small markup directly, larger markup in worker jobs, one at a time.
import { inProcess } from '../foundation/access/caller.js'
import { ServiceError, ValidationError } from '../foundation/errors.js'
import { hasMarkup, isRichTextCached, cacheRichText } from '../foundation/rich-text.js'
import type { Sanitizer } from '../foundation/sanitizer.js'
import { sanitizeSvg } from '../foundation/svg.js'
import { type SanitizeInput, sanitizeJob } from '../jobs/sanitize.js'
import type { JobPool } from './job-pool.js'

export interface SanitizerOptions {
  /** Maximum length in characters of markup that is sanitised directly. */
  readonly small?: number
  /** Maximum number of waiting jobs. */
  readonly waiting?: number
  /** Maximum duration of a job in seconds. */
  readonly seconds?: number
}

export function createSanitizer(jobs: JobPool, { small = 8_192, waiting = 50, seconds = 10 }: SanitizerOptions = {}): Sanitizer {
  let last: Promise<unknown> = Promise.resolve()
  let count = 0
  let unfinished = 0

  async function runJob(input: SanitizeInput): Promise<readonly (string | null)[]> {
    try {
      const caller = { ...inProcess, name: `sanitizer ${++count}` }
      return await jobs.run(sanitizeJob, input, { caller, seconds, progress: () => undefined })
    } catch (error) {
      // The message of a job's deadline names an argument that the caller did not send.
      if (!(error instanceof ValidationError)) throw error
      throw new ServiceError(
        'NOT_READY',
        'The markup could not be checked in time. Make it shorter or simpler, or send it again later.',
      )
    }
  }

  async function queueJob(input: SanitizeInput): Promise<readonly (string | null)[]> {
    if (unfinished > waiting) {
      throw new ServiceError('NOT_READY', `${unfinished} texts are being checked, as many as may at once. Try again in a moment.`)
    }
    unfinished++
    const job = last.then(() => runJob(input))
    last = job.catch(() => undefined)
    try {
      return await job
    } finally {
      unfinished--
    }
  }

  return {
    async prepareRichTexts(texts) {
      const uncached = [...new Set(texts)].filter((text) => hasMarkup(text) && !isRichTextCached(text))
      if (uncached.reduce((sum, { length }) => sum + length, 0) <= small) return
      const results = await queueJob({ kind: 'rich-text', texts: uncached })
      for (const [index, text] of uncached.entries()) cacheRichText(text, results[index]!)
    },
    async svg(text) {
      if (text.length <= small) return sanitizeSvg(text)
      const [result = null] = await queueJob({ kind: 'svg', texts: [text] })
      return result
    },
  }
}
