// What the advisor's screens say, in the language that is spoken; loaded with them and not before.
import { filled, spoken } from '../../wording/text.js'
import { advisorDe } from './de.js'
import { advisorEn } from './en.js'

type Key = keyof typeof advisorEn
type Counted = { [K in Key]: K extends `${infer Base}_one` ? Base : never }[Key]

/** A text of the screens with its places filled. */
export function say(key: Key, places: Readonly<Record<string, string | number>> = {}): string {
  return filled((spoken.get() === 'de' ? advisorDe : advisorEn)[key], places)
}

/** The text for so many. */
export function many(key: Counted, count: number): string {
  const one = new Intl.PluralRules(spoken.get()).select(count) === 'one'
  return say(`${key}_${one ? 'one' : 'other'}` as Key, { count })
}
