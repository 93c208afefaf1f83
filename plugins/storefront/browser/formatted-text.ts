// Draws an author's text: plain text directly, formatted text by a module that is loaded on demand.
import { containsMarkup } from '../part-names.js'
import type { ConfiguratorParts } from './parts.js'

/** Draws nothing until the module has loaded. */
export function renderFormattedText(text: string, parts: ConfiguratorParts) {
  return containsMarkup(text) ? parts.get('rich-text')?.renderRichText(text) : text
}
