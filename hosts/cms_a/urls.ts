// Page URLs: every language has its own prefix, including the store's default language.
import { urlSegments, type UrlAdapter } from 'product-configurator-service'

export function urls(languageFilter: boolean): UrlAdapter {
  return {
    languageFilter,
    pageUrl(path, language, languages) {
      const segment = [...urlSegments(languages)].find(([, tag]) => tag === language)?.[0]
      const isDefault = !languageFilter && language === languages[0]
      return segment === undefined || isDefault ? path : `/${segment}${path}`
    },
  }
}
