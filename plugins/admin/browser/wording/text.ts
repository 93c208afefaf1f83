// Texts of the admin in the language of the account. Each language is one file, loaded on demand.
import { createStore } from '../base/store.js'
import { adminEn, type AdminWording } from './en.js'

export type UiLanguage = 'en' | 'de'
export type TextKey = keyof AdminWording

let textCatalog: AdminWording = adminEn

/** The current language. The root component renders again when it changes. */
export const currentLanguage = createStore<UiLanguage>('en')

/** Switches to another language. */
export async function switchLanguage(language: UiLanguage): Promise<void> {
  textCatalog = language === 'de' ? (await import('./de.js')).adminDe : adminEn
  document.documentElement.lang = language
  currentLanguage.set(language)
}

/** A text with its placeholders filled: `t('refused', { field: 'Title' })`. */
export function t(key: TextKey, places: Readonly<Record<string, string | number>> = {}): string {
  return fillPlaceholders(textCatalog[key], places)
}

/** Fills the placeholders of a text. Numbers use the language's notation. */
export function fillPlaceholders(text: string, places: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = places[name]
    return typeof value === 'number' ? formatNumber(value) : (value ?? whole)
  })
}

type CountedTextKey = { [K in TextKey]: K extends `${infer Base}_one` ? Base : never }[TextKey]

/** The singular or plural text for a count: `counted('records', 3)`. */
export function tCount(key: CountedTextKey, count: number, places: Readonly<Record<string, string | number>> = {}): string {
  const isSingular = new Intl.PluralRules(currentLanguage.get()).select(count) === 'one'
  return t(`${key}_${isSingular ? 'one' : 'other'}` as TextKey, { count, ...places })
}

/** The language tag with the reader's region, for numbers and times: `en-GB` formats dates differently than `en`. */
function getLocale(): string {
  const language = currentLanguage.get()
  return navigator.languages.find((tag) => tag === language || tag.startsWith(`${language}-`)) ?? language
}

/** A number in the language's notation. */
export function formatNumber(value: number): string {
  return value.toLocaleString(getLocale(), { maximumFractionDigits: 8 })
}

let shopTimeZone = 'UTC'

/** IANA name of the shop's time zone. All screens show and read days and times in it. */
export const getTimeZone = (): string => shopTimeZone

export function setTimeZone(name: string): void {
  shopTimeZone = name
}

/** A time in the language's notation, in the shop's time zone. */
export function formatTime(iso: string): string {
  const time = new Date(iso)
  if (Number.isNaN(time.getTime())) return iso
  return time.toLocaleString(getLocale(), { dateStyle: 'medium', timeStyle: 'short', timeZone: shopTimeZone })
}

/** A stored text for display: ISO times are formatted, other texts stay unchanged. */
export function formatStoredText(text: string): string {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(text) ? formatTime(text) : text
}

/** A label with a capital letter: `product lists` → `Product lists`. */
export function formatHeading(label: string): string {
  const [first = ''] = label
  return first.toLocaleUpperCase(currentLanguage.get()) + label.slice(first.length)
}
