// Page URLs: the store's default language has no prefix, other languages have their own.
import { urlSegments, type UrlAdapter } from 'product-configurator-service'

export function urls(languageFilter: boolean): UrlAdapter {
  return {
    languageFilter,
    pageUrl(path, language, languages) {
      if (!languageFilter && language === languages[0]) return path
      const segment = [...urlSegments(languages)].find(([, tag]) => tag === language)?.[0]
      return segment === undefined ? path : `/${segment}${path}`
    },
  }
}
