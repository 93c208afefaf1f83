// Sanitises markup without blocking those who are served: small texts at once, larger ones in a worker.

export interface Sanitizer {
  /**
   * Sanitises large rich texts in a worker, after which `sanitizeRichText` returns their results at once. Small texts are left to it.
   * NOT_READY where too many texts wait, or these take too long.
   */
  prepareRichTexts(texts: readonly string[]): Promise<void>
  /** As `sanitizeSvg`. NOT_READY as above. */
  svg(text: string): Promise<string | null>
}
