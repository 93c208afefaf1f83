// Sanitises large rich texts and SVG files, which can take seconds.
import { sanitizeRichText, checkSvg, type SvgResult } from '../foundation/rich-text.js'
import { defineWorkerJob } from './define-worker-job.js'

export const sanitizeJob = defineWorkerJob<readonly string[], readonly string[]>({
  name: 'sanitize',
  async run(_scope, texts) {
    return texts.map(sanitizeRichText)
  },
})

export const checkSvgJob = defineWorkerJob<string, SvgResult>({
  name: 'check-svg',
  async run(_scope, text) {
    return checkSvg(text)
  },
})
