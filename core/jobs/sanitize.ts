// Sanitises rich texts and drawings, which takes seconds for large ones.
import { sanitizeRichText } from '../ground/rich-text.js'
import { sanitizeSvg } from '../ground/svg.js'
import { defineJob } from '../job/define.js'

export interface SanitizeInput {
  readonly kind: 'rich-text' | 'svg'
  readonly texts: readonly string[]
}

/** null for a drawing of which nothing is left. */
export const sanitizeJob = defineJob<SanitizeInput, readonly (string | null)[]>({
  name: 'sanitize',
  async run(_scope, { kind, texts }) {
    return texts.map(kind === 'svg' ? sanitizeSvg : sanitizeRichText)
  },
})
