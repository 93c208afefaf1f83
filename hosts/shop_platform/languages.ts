// Maps the shop's locales (`de`, `EN-us`, `en_US`) to active language tags.
import type { LanguageAdapter } from 'product-configurator-service'

export const languages: LanguageAdapter = {
  tagOf(locale, active) {
    const [language = '', country] = locale.trim().toLowerCase().split(/[-_]/)
    const sameLanguage = active.filter((tag) => tag.toLowerCase().split('-')[0] === language)
    return sameLanguage.find((tag) => tag.toLowerCase().split('-').at(-1) === country) ?? sameLanguage[0] ?? null
  },
}
