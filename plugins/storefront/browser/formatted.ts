// An author's text as it is drawn: a plain one as it stands, a formatted one by the part that pages with such texts load.
import { isFormatted } from '../part-names.js'
import type { Parts } from './parts.js'

/** Nothing until the part has come. */
export function formatted(text: string, parts: Parts) {
  return isFormatted(text) ? parts.get('rich-text')?.richText(text) : text
}
