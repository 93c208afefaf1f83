// Texts of the transfer screen in the current language. Loaded together with the screen.
import { fillPlaceholders, currentLanguage } from '../../wording/text.js'
import { transferDe } from './de.js'
import { transferEn } from './en.js'

/** A text of the screen with its placeholders filled. */
export function tTransfer(key: keyof typeof transferEn, places: Readonly<Record<string, string | number>> = {}): string {
  return fillPlaceholders((currentLanguage.get() === 'de' ? transferDe : transferEn)[key], places)
}
