// Texts of the workshop in the current language. Loaded together with its screen.
import { fillPlaceholders, currentLanguage } from '../../wording/text.js'
import { workshopDe } from './de.js'
import { workshopEn, type WorkshopWording } from './en.js'

type WorkshopTextKey = keyof WorkshopWording
type CountedTextKey = { [K in WorkshopTextKey]: K extends `${infer Base}_one` ? Base : never }[WorkshopTextKey]

/** A text of the workshop with its placeholders filled, like `t` for the whole admin. */
export function tWorkshop(key: WorkshopTextKey, places: Readonly<Record<string, string | number>> = {}): string {
  return fillPlaceholders((currentLanguage.get() === 'de' ? workshopDe : workshopEn)[key], places)
}

/** The singular or plural text for a count. */
export function tWorkshopCount(
  key: CountedTextKey,
  count: number,
  places: Readonly<Record<string, string | number>> = {},
): string {
  const isSingular = new Intl.PluralRules(currentLanguage.get()).select(count) === 'one'
  return tWorkshop(`${key}_${isSingular ? 'one' : 'other'}` as WorkshopTextKey, { count, ...places })
}
