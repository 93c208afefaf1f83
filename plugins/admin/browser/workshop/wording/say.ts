// Texts of the workshop in the current language. Loaded together with its screen.
import { filled, spoken } from '../../wording/text.js'
import { workshopDe } from './de.js'
import { workshopEn, type WorkshopWording } from './en.js'

type Key = keyof WorkshopWording
type Counted = { [K in Key]: K extends `${infer Base}_one` ? Base : never }[Key]

/** A text of the workshop with its placeholders filled, like `t` for the whole admin. */
export function w(key: Key, places: Readonly<Record<string, string | number>> = {}): string {
  return filled((spoken.get() === 'de' ? workshopDe : workshopEn)[key], places)
}

/** The singular or plural text for a count. */
export function wCounted(key: Counted, count: number, places: Readonly<Record<string, string | number>> = {}): string {
  const one = new Intl.PluralRules(spoken.get()).select(count) === 'one'
  return w(`${key}_${one ? 'one' : 'other'}` as Key, { count, ...places })
}
