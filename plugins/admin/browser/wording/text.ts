// Texts of the admin in the language of the account. English is part of the first script, German is loaded when it is needed.
import { IntlMessageFormat } from 'intl-messageformat'
import adminEn from '../../../../messages/admin.en.json' with { type: 'json' }
import screensEn from '../../../../messages/admin-screens.en.json' with { type: 'json' }
import { createStore } from '../base/store.js'

type UiLanguage = 'en' | 'de'
type TextValues = Readonly<Record<string, string | number>>

const english = { ...adminEn, ...screensEn }
export type TextKey = keyof typeof english

let textCatalog: Readonly<Record<TextKey, string>> = english

/** The current language. The root component renders again when it changes. */
export const currentLanguage = createStore<UiLanguage>('en')

async function loadGerman(): Promise<Readonly<Record<TextKey, string>>> {
  const [admin, screens] = await Promise.all([
    import('../../../../messages/admin.de.json', { with: { type: 'json' } }),
    import('../../../../messages/admin-screens.de.json', { with: { type: 'json' } }),
  ])
  return { ...admin.default, ...screens.default }
}

/** Switches to another language. */
export async function switchLanguage(language: UiLanguage): Promise<void> {
  textCatalog = language === 'de' ? await loadGerman() : english
  parsedTexts.clear()
  document.documentElement.lang = language
  currentLanguage.set(language)
}

/** Parsed texts of the current language that have placeholders. */
const parsedTexts = new Map<string, IntlMessageFormat>()

function parseText(text: string): IntlMessageFormat {
  return new IntlMessageFormat(text, currentLanguage.get(), undefined, {
    ignoreTag: true,
    formatters: {
      getNumberFormat: () => ({ format: formatNumber }) as Intl.NumberFormat,
      getDateTimeFormat: (...options) => new Intl.DateTimeFormat(...options),
      getPluralRules: (...options) => new Intl.PluralRules(...options),
    },
  })
}

function formatText(text: string, values: TextValues): string {
  // Most texts have neither placeholders nor escaped apostrophes.
  if (!text.includes('{') && !text.includes("''")) return text
  let parsed = parsedTexts.get(text)
  if (!parsed) parsedTexts.set(text, (parsed = parseText(text)))
  return parsed.format<string>(values) as string
}

/** A text with its placeholders filled: `t('refused', { field: 'Title' })`. */
export const t = (key: TextKey, values: TextValues = {}): string => formatText(textCatalog[key], values)

/** `t` for the texts of a screen that is loaded on demand, together with its catalogs. */
export const createTextReader =
  <Key extends string>(catalogs: Readonly<Record<UiLanguage, Readonly<Record<Key, string>>>>) =>
  (key: Key, values: TextValues = {}): string =>
    formatText(catalogs[currentLanguage.get()][key], values)

/** The language tag with the reader's region, for numbers and times: `en-GB` formats dates differently than `en`. */
function getLocale(): string {
  const language = currentLanguage.get()
  return navigator.languages.find((tag) => tag === language || tag.startsWith(`${language}-`)) ?? language
}

/** A number in the language's notation. */
export function formatNumber(value: number): string {
  return value.toLocaleString(getLocale(), { maximumFractionDigits: 8 })
}

/** Formats amounts in the reader's language. An absent amount is an empty text. */
export type MoneyFormatter = (amount: number | null) => string

/** Formats amounts of a currency. An unknown currency code is appended to the number. */
export function createMoneyFormatter(code: string, decimals: number): MoneyFormatter {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  const write = (amount: number): string => {
    try {
      return amount.toLocaleString(currentLanguage.get(), { style: 'currency', currency: code, ...digits })
    } catch {
      return `${amount.toLocaleString(currentLanguage.get(), digits)} ${code}`
    }
  }
  return (amount) => (amount === null ? '' : write(amount))
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
