// Texts of the advisor's screens in the current language. Loaded together with the screens.
import { fillPlaceholders, currentLanguage } from '../../wording/text.js'
import { advisorScreensDe } from './de.js'
import { advisorScreensEn } from './en.js'

type AdvisorTextKey = keyof typeof advisorScreensEn
type CountedTextKey = { [K in AdvisorTextKey]: K extends `${infer Base}_one` ? Base : never }[AdvisorTextKey]

/** A text of the screens with its placeholders filled. */
export function tAdvisor(key: AdvisorTextKey, places: Readonly<Record<string, string | number>> = {}): string {
  return fillPlaceholders((currentLanguage.get() === 'de' ? advisorScreensDe : advisorScreensEn)[key], places)
}

/** The singular or plural text for a count. */
export function tAdvisorCount(key: CountedTextKey, count: number): string {
  const isSingular = new Intl.PluralRules(currentLanguage.get()).select(count) === 'one'
  return tAdvisor(`${key}_${isSingular ? 'one' : 'other'}` as AdvisorTextKey, { count })
}
