// Where pages lie: every language under its own prefix, the store's default one too.
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
