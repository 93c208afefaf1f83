// What the transfer screen says, in the language that is spoken; loaded with it and not before.
import { filled, spoken } from '../../wording/text.js'
import { transferDe } from './de.js'
import { transferEn } from './en.js'

/** A text of the screen with its places filled. */
export function say(key: keyof typeof transferEn, places: Readonly<Record<string, string | number>> = {}): string {
  return filled((spoken.get() === 'de' ? transferDe : transferEn)[key], places)
}
