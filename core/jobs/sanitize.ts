// Sanitises large rich texts and SVG files, which can take seconds.
import { sanitizeRichText } from '../foundation/rich-text.js'
import { sanitizeSvg } from '../foundation/svg.js'
import { defineWorkerJob } from '../job/define.js'

export interface SanitizeInput {
  readonly kind: 'rich-text' | 'svg'
  readonly texts: readonly string[]
}

/** Null for an SVG file that has no content left. */
export const sanitizeJob = defineWorkerJob<SanitizeInput, readonly (string | null)[]>({
  name: 'sanitize',
  async run(_scope, { kind, texts }) {
    return texts.map(kind === 'svg' ? sanitizeSvg : sanitizeRichText)
  },
})
