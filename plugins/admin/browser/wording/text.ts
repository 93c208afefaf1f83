// Texts of the admin in the language of the account. English is part of the scripts, other languages are loaded when they are needed.
import { IntlMessageFormat } from 'intl-messageformat'
import { getTextDirection, type AdminLanguage } from '#core/contract.js'
import adminEn from '../../../../messages/admin.en.json' with { type: 'json' }
import screensEn from '../../../../messages/admin-screens.en.json' with { type: 'json' }
import { adminLanguageNames, isolateText } from '../../wording/display-name.js'
import { createStore } from '../base/store.js'

type TextValues = Readonly<Record<string, string | number>>
type Catalog<Key extends string> = Readonly<Record<Key, string>>
type CatalogLoader<Key extends string> = () => Promise<{ readonly default: Catalog<Key> }>
type CatalogLoaders<Key extends string> = Readonly<Record<Exclude<AdminLanguage, 'en'>, CatalogLoader<Key>>>

const english = { ...adminEn, ...screensEn }
export type TextKey = keyof typeof english

/** The current language. The root component renders again when it changes. */
export const currentLanguage = createStore<AdminLanguage>('en')

export const languages = Object.keys(adminLanguageNames) as readonly AdminLanguage[]

const choiceKey = 'svc-admin-language'

/** The language that the visitor has chosen in this browser. Accounts of the service have their own, which precedes it. */
export function findChosenLanguage(): AdminLanguage | null {
  try {
    return languages.find((language) => language === localStorage.getItem(choiceKey)) ?? null
  } catch {
    return null
  }
}

export function storeLanguageChoice(language: AdminLanguage): void {
  try {
    localStorage.setItem(choiceKey, language)
  } catch {
    // Without browser storage the choice lasts until the page closes.
  }
}

/** The language for visitors without an account: their choice, or the first language of the browser that the admin has. */
export function guessLanguage(): AdminLanguage {
  const accepted = navigator.languages.flatMap((tag) => languages.find((language) => language === tag.split('-')[0]) ?? [])
  return findChosenLanguage() ?? accepted[0] ?? 'en'
}

/** Load the texts of all loaded screens. Each returns a function that puts them into use. */
const catalogLoaders: ((language: AdminLanguage) => Promise<() => void>)[] = []
/** The language that is current, or will be when its texts are loaded. */
let requestedLanguage: AdminLanguage = 'en'

async function loadBaseTexts(
  ...catalogs: [Promise<{ readonly default: typeof adminEn }>, Promise<{ readonly default: typeof screensEn }>]
): Promise<{ readonly default: Catalog<TextKey> }> {
  const [base, screens] = await Promise.all(catalogs)
  return { default: { ...base.default, ...screens.default } }
}

/** Loads the texts of a language for all loaded screens. Screens that load later use the same language. */
export async function loadLanguage(language: AdminLanguage): Promise<void> {
  requestedLanguage = language
  const uses = await Promise.all(catalogLoaders.map((load) => load(language)))
  // A language that was requested in the meantime wins.
  if (language !== requestedLanguage) return
  for (const use of uses) use()
  parsedTexts.clear()
}

/** Switches to another language. */
export async function switchLanguage(language: AdminLanguage): Promise<void> {
  await loadLanguage(language)
  if (language !== requestedLanguage) return
  document.documentElement.lang = language
  document.documentElement.dir = getTextDirection(language)
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

/** Names in a right-to-left text keep their place. A value that chooses between texts stays as it is. */
function isolateValues(text: string, values: TextValues): TextValues {
  const language = currentLanguage.get()
  if (getTextDirection(language) === 'ltr') return values
  const isolated = Object.entries(values).map(([name, value]) =>
    typeof value === 'string' && !text.includes(`{${name},`) ? [name, isolateText(value, language)] : [name, value],
  )
  return Object.fromEntries(isolated) as TextValues
}

function formatText(text: string, values: TextValues): string {
  // Most texts have neither placeholders nor escaped apostrophes.
  if (!text.includes('{') && !text.includes("''")) return text
  let parsed = parsedTexts.get(text)
  if (!parsed) parsedTexts.set(text, (parsed = parseText(text)))
  return parsed.format<string>(isolateValues(text, values)) as string
}

/**
 * `t` for the texts of a screen that is loaded on demand. Call it at the top level of a module, which then waits for the texts of the
 * current language.
 */
export async function createTextReader<Key extends string>(
  englishCatalog: Catalog<Key>,
  loaders: CatalogLoaders<Key>,
): Promise<(key: Key, values?: TextValues) => string> {
  let catalog = englishCatalog
  const load = async (language: AdminLanguage): Promise<() => void> => {
    const loaded = language === 'en' ? englishCatalog : (await loaders[language]()).default
    return () => {
      catalog = loaded
    }
  }
  catalogLoaders.push(load)
  if (requestedLanguage !== 'en') (await load(requestedLanguage))()
  return (key, values = {}) => formatText(catalog[key], values)
}

/** A text with its placeholders filled: `t('refused', { field: 'Title' })`. */
export const t = await createTextReader<TextKey>(english, {
  de: () =>
    loadBaseTexts(
      import('../../../../messages/admin.de.json', { with: { type: 'json' } }),
      import('../../../../messages/admin-screens.de.json', { with: { type: 'json' } }),
    ),
  he: () =>
    loadBaseTexts(
      import('../../../../messages/admin.he.json', { with: { type: 'json' } }),
      import('../../../../messages/admin-screens.he.json', { with: { type: 'json' } }),
    ),
})

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
