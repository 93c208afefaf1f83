// The sanitiser of the service: small markup is sanitised at once, larger markup in a worker job, one job after another.
import { inProcess } from '../ground/access/caller.js'
import { ServiceError, ValidationError } from '../ground/errors.js'
import { hasMarkup, isRichTextKnown, rememberRichText } from '../ground/rich-text.js'
import type { Sanitizer } from '../ground/sanitizer.js'
import { sanitizeSvg } from '../ground/svg.js'
import { type SanitizeInput, sanitizeJob } from '../jobs/sanitize.js'
import type { Jobs } from './runner.js'

export interface SanitizerBounds {
  /** Characters up to which markup is sanitised at once. */
  readonly small?: number
  /** Jobs that wait for their turn. */
  readonly waiting?: number
  /** Seconds that one job has. */
  readonly seconds?: number
}

export function createSanitizer(jobs: Jobs, { small = 8_192, waiting = 50, seconds = 10 }: SanitizerBounds = {}): Sanitizer {
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
      const unknown = [...new Set(texts)].filter((text) => hasMarkup(text) && !isRichTextKnown(text))
      if (unknown.reduce((sum, { length }) => sum + length, 0) <= small) return
      const results = await queueJob({ kind: 'rich-text', texts: unknown })
      for (const [index, text] of unknown.entries()) rememberRichText(text, results[index]!)
    },
    async svg(text) {
      if (text.length <= small) return sanitizeSvg(text)
      const [result = null] = await queueJob({ kind: 'svg', texts: [text] })
      return result
    },
  }
}
