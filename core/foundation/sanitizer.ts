// The sanitiser interface: small texts are sanitised directly, large ones in a worker.
import type { SvgResult } from './svg.js'

export interface Sanitizer {
  /**
   * Sanitises large rich texts in a worker, so `sanitizeRichText` finds their results in its cache. Ignores small texts.
   * Throws NOT_READY if too many texts are waiting or sanitising takes too long.
   */
  prepareRichTexts(texts: readonly string[]): Promise<void>
  /** As `checkSvg`. Throws NOT_READY as above. */
  svg(text: string): Promise<SvgResult>
}
