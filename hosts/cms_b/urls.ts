// Where pages lie: one address for all languages, the language in the query; the store's default needs none.
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
