// Names of languages and time zones in the reader's language, for screens that would otherwise show `de-DE` or `Europe/Berlin`.
// Without imports of code, because browsers load it.
import type { AdminLanguage } from '#core/contract.js'

/** The languages of the admin, each by its own name. */
export const adminLanguageNames: Readonly<Record<AdminLanguage, string>> = { en: 'English', de: 'Deutsch', he: 'עברית' }

/** A text between others of a right-to-left language, in its own direction: names such as `Width` stay in their place. */
export const isolateText = (text: string, language: string): string =>
  language === 'he' && /\p{L}/u.test(text) ? `\u2068${text}\u2069` : text

/** `de-DE` → `German (Germany)`, or `German` if no other of the shop's languages is German. */
export function formatLanguageName(tag: string, reader: string, shopLanguages?: readonly string[]): string {
  const names = new Intl.DisplayNames(reader, { type: 'language', languageDisplay: 'standard' })
  const { language } = new Intl.Locale(tag)
  const unique = shopLanguages?.every((other) => other === tag || new Intl.Locale(other).language !== language) ?? false
  return names.of(unique ? language : tag) ?? tag
}

/** Regions of IANA areas as UN M49 or ISO 3166 codes. Islands of the other areas are known by their own name. */
const areaRegions: Readonly<Record<string, string>> = {
  Africa: '002',
  America: '019',
  Antarctica: 'AQ',
  Asia: '142',
  Australia: 'AU',
  Europe: '150',
  Pacific: '009',
}

/** `Europe/Berlin` → `Berlin`, `America/Argentina/Salta` → `Salta, Argentina`. */
export function formatTimeZonePlace(name: string): string {
  const places = name.split('/').slice(1).toReversed()
  return places.length === 0 ? name : places.join(', ').replaceAll('_', ' ')
}

/**
 * `Europe/Berlin` → `Berlin (Europe)`. For the server only, because browsers have no names of continents. Names of the zones
 * themselves would need 4 ms each, because each one loads its rules.
 */
export function formatTimeZoneName(name: string, reader: string): string {
  const area = name.slice(0, name.indexOf('/'))
  const code = areaRegions[area]
  const place = formatTimeZonePlace(name)
  return code === undefined ? place : `${place} (${new Intl.DisplayNames(reader, { type: 'region' }).of(code) ?? area})`
}

/** Languages that a shop can add in the admin: European and other common languages. */
const commonLanguages =
  'ar-SA bg-BG ca-ES cs-CZ da-DK de-AT de-CH de-DE el-GR en-AU en-CA en-GB en-IE en-US es-ES es-MX et-EE fi-FI fr-BE fr-CA fr-CH ' +
  'fr-FR ga-IE he-IL hi-IN hr-HR hu-HU is-IS it-CH it-IT ja-JP ko-KR lb-LU lt-LT lv-LV mt-MT nb-NO nl-BE nl-NL pl-PL pt-BR pt-PT ' +
  'ro-RO sk-SK sl-SI sr-RS sv-SE tr-TR uk-UA zh-CN'

/** The common languages, sorted by their names. */
export function listFurtherLanguages(reader: string): readonly { readonly value: string; readonly label: string }[] {
  const choices = commonLanguages.split(' ').map((tag) => ({ value: tag, label: formatLanguageName(tag, reader) }))
  const { compare } = new Intl.Collator(reader)
  return choices.toSorted((a, b) => compare(a.label, b.label))
}
