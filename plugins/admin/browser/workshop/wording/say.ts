// What the workshop says, in the language that is spoken; loaded with its screen and not before.
import { filled, spoken } from '../../wording/text.js'
import { workshopDe } from './de.js'
import { workshopEn, type WorkshopWording } from './en.js'

type Key = keyof WorkshopWording
type Counted = { [K in Key]: K extends `${infer Base}_one` ? Base : never }[Key]

/** A text of the workshop with its places filled, as `t` gives those of the whole admin. */
export function w(key: Key, places: Readonly<Record<string, string | number>> = {}): string {
  return filled((spoken.get() === 'de' ? workshopDe : workshopEn)[key], places)
}

/** The text for so many. */
export function wCounted(key: Counted, count: number, places: Readonly<Record<string, string | number>> = {}): string {
  const one = new Intl.PluralRules(spoken.get()).select(count) === 'one'
  return w(`${key}_${one ? 'one' : 'other'}` as Key, { count, ...places })
}
