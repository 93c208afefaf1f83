// Which active language a locale of the shop means: language and country in any case and with any sign between, `de`, `EN-us`.
import type { LanguageAdapter } from 'product-configurator-service'

export const languages: LanguageAdapter = {
  tagOf(locale, active) {
    const [language = '', country] = locale.trim().toLowerCase().split(/[-_]/)
    const speaking = active.filter((tag) => tag.toLowerCase().split('-')[0] === language)
    return speaking.find((tag) => tag.toLowerCase().split('-').at(-1) === country) ?? speaking[0] ?? null
  },
}
