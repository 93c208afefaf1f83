// Page URLs: one path for all languages, with the language in the query except for the store's default.
import type { UrlAdapter } from 'product-configurator-service'

export function urls(parameter: string): UrlAdapter {
  return {
    languageFilter: false,
    pageUrl(path, language, languages) {
      if (language === languages[0] || !languages.includes(language)) return path
      return `${path}${path.includes('?') ? '&' : '?'}${parameter}=${language}`
    },
  }
}
