// Texts of the advisor's screens in the current language. Loaded together with the screens.
import { filled, spoken } from '../../wording/text.js'
import { advisorDe } from './de.js'
import { advisorEn } from './en.js'

type Key = keyof typeof advisorEn
type Counted = { [K in Key]: K extends `${infer Base}_one` ? Base : never }[Key]

/** A text of the screens with its placeholders filled. */
export function say(key: Key, places: Readonly<Record<string, string | number>> = {}): string {
  return filled((spoken.get() === 'de' ? advisorDe : advisorEn)[key], places)
}

/** The singular or plural text for a count. */
export function many(key: Counted, count: number): string {
  const one = new Intl.PluralRules(spoken.get()).select(count) === 'one'
  return say(`${key}_${one ? 'one' : 'other'}` as Key, { count })
}
