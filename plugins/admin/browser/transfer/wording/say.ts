// Texts of the transfer screen in the current language. Loaded together with the screen.
import { filled, spoken } from '../../wording/text.js'
import { transferDe } from './de.js'
import { transferEn } from './en.js'

/** A text of the screen with its placeholders filled. */
export function say(key: keyof typeof transferEn, places: Readonly<Record<string, string | number>> = {}): string {
  return filled((spoken.get() === 'de' ? transferDe : transferEn)[key], places)
}
