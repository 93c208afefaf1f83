// Maps the CMS's BCP 47 locales (`de-AT`) to active language tags by lookup (RFC 4647): removes subtags from the right.
import type { LanguageAdapter } from 'product-configurator-service'

export const languages: LanguageAdapter = {
  tagOf(locale, active) {
    let range = locale.trim().toLowerCase()
    while (range !== '') {
      const current = range
      const match =
        active.find((tag) => tag.toLowerCase() === current) ?? active.find((tag) => tag.toLowerCase().startsWith(`${current}-`))
      if (match !== undefined) return match
      range = range.includes('-') ? range.slice(0, range.lastIndexOf('-')) : ''
    }
    return null
  },
}
