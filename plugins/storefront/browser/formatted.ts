// Draws an author's text: plain text directly, formatted text by a module that is loaded on demand.
import { isFormatted } from '../part-names.js'
import type { Parts } from './parts.js'

/** Draws nothing until the module has loaded. */
export function formatted(text: string, parts: Parts) {
  return isFormatted(text) ? parts.get('rich-text')?.richText(text) : text
}
