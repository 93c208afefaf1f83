// What the admin says, in the language of the account: one file a language, loaded when it is spoken.
import { createStore } from '../ground/store.js'
import { en, type Wording } from './en.js'

export type Language = 'en' | 'de'
export type TextKey = keyof Wording

let words: Wording = en

/** The language that is spoken; whoever draws the whole tree watches it. */
export const spoken = createStore<Language>('en')

/** Speaks another language from now on. */
export async function speak(language: Language): Promise<void> {
  words = language === 'de' ? (await import('./de.js')).de : en
  document.documentElement.lang = language
  spoken.set(language)
}

/** A text with its places in braces filled: `t('refused', { field: 'Title' })`. */
export function t(key: TextKey, places: Readonly<Record<string, string | number>> = {}): string {
  return filled(words[key], places)
}

/** A text with its places in braces filled; numbers as the language writes them. */
export function filled(text: string, places: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = places[name]
    return typeof value === 'number' ? number(value) : (value ?? whole)
  })
}

type Counted = { [K in TextKey]: K extends `${infer Base}_one` ? Base : never }[TextKey]

/** The text for so many: `counted('records', 3)`. */
export function counted(key: Counted, count: number, places: Readonly<Record<string, string | number>> = {}): string {
  const one = new Intl.PluralRules(spoken.get()).select(count) === 'one'
  return t(`${key}_${one ? 'one' : 'other'}` as TextKey, { count, ...places })
}

/** The language as the reader's region writes numbers and times in it: `en-GB` has other dates than `en`. */
function written(): string {
  const language = spoken.get()
  return navigator.languages.find((tag) => tag === language || tag.startsWith(`${language}-`)) ?? language
}

/** A number as the language writes it. */
export function number(value: number): string {
  return value.toLocaleString(written(), { maximumFractionDigits: 8 })
}

let shopTimeZone = 'UTC'

/** IANA name of the shop's time zone, in which all screens show and read days and times. */
export const timeZone = (): string => shopTimeZone

export function setTimeZone(name: string): void {
  shopTimeZone = name
}

/** A moment as the language writes it, in the shop's time zone. */
export function moment(iso: string): string {
  const time = new Date(iso)
  if (Number.isNaN(time.getTime())) return iso
  return time.toLocaleString(written(), { dateStyle: 'medium', timeStyle: 'short', timeZone: shopTimeZone })
}

/** A stored text as people read it: moments as `moment` writes them, all others as they are. */
export function storedText(text: string): string {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(text) ? moment(text) : text
}

/** A label as it begins a line: `product lists` → `Product lists`. */
export function heading(label: string): string {
  const [first = ''] = label
  return first.toLocaleUpperCase(spoken.get()) + label.slice(first.length)
}
