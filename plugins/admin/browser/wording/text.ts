// Texts of the admin in the language of the account. Each language is one file, loaded on demand.
import { createStore } from '../ground/store.js'
import { en, type Wording } from './en.js'

export type Language = 'en' | 'de'
export type TextKey = keyof Wording

let words: Wording = en

/** The current language. The root component renders again when it changes. */
export const spoken = createStore<Language>('en')

/** Switches to another language. */
export async function speak(language: Language): Promise<void> {
  words = language === 'de' ? (await import('./de.js')).de : en
  document.documentElement.lang = language
  spoken.set(language)
}

/** A text with its placeholders filled: `t('refused', { field: 'Title' })`. */
export function t(key: TextKey, places: Readonly<Record<string, string | number>> = {}): string {
  return filled(words[key], places)
}

/** Fills the placeholders of a text. Numbers use the language's notation. */
export function filled(text: string, places: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = places[name]
    return typeof value === 'number' ? number(value) : (value ?? whole)
  })
}

type Counted = { [K in TextKey]: K extends `${infer Base}_one` ? Base : never }[TextKey]

/** The singular or plural text for a count: `counted('records', 3)`. */
export function counted(key: Counted, count: number, places: Readonly<Record<string, string | number>> = {}): string {
  const one = new Intl.PluralRules(spoken.get()).select(count) === 'one'
  return t(`${key}_${one ? 'one' : 'other'}` as TextKey, { count, ...places })
}

/** The language tag with the reader's region, for numbers and times: `en-GB` formats dates differently than `en`. */
function written(): string {
  const language = spoken.get()
  return navigator.languages.find((tag) => tag === language || tag.startsWith(`${language}-`)) ?? language
}

/** A number in the language's notation. */
export function number(value: number): string {
  return value.toLocaleString(written(), { maximumFractionDigits: 8 })
}

let shopTimeZone = 'UTC'

/** IANA name of the shop's time zone. All screens show and read days and times in it. */
export const timeZone = (): string => shopTimeZone

export function setTimeZone(name: string): void {
  shopTimeZone = name
}

/** A time in the language's notation, in the shop's time zone. */
export function moment(iso: string): string {
  const time = new Date(iso)
  if (Number.isNaN(time.getTime())) return iso
  return time.toLocaleString(written(), { dateStyle: 'medium', timeStyle: 'short', timeZone: shopTimeZone })
}

/** A stored text for display: ISO times are formatted, other texts stay unchanged. */
export function storedText(text: string): string {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(text) ? moment(text) : text
}

/** A label with a capital letter: `product lists` → `Product lists`. */
export function heading(label: string): string {
  const [first = ''] = label
  return first.toLocaleUpperCase(spoken.get()) + label.slice(first.length)
}
