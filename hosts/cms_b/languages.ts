// Which active language a locale of the CMS means: it writes BCP 47 tags, `de-AT`, and falls back by cutting them from the right.
import type { LanguageAdapter } from 'product-configurator-service'

export const languages: LanguageAdapter = {
  tagOf(locale, active) {
    let wanted = locale.trim().toLowerCase()
    while (wanted !== '') {
      const range = wanted
      const found =
        active.find((tag) => tag.toLowerCase() === range) ?? active.find((tag) => tag.toLowerCase().startsWith(`${range}-`))
      if (found !== undefined) return found
      wanted = range.includes('-') ? range.slice(0, range.lastIndexOf('-')) : ''
    }
    return null
  },
}
