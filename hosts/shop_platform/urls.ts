// Page URLs: the shop requests each embedded page with its visitor's locale in the query.
import type { UrlAdapter } from 'product-configurator-service'

export const urls: UrlAdapter = {
  languageFilter: false,
  pageUrl: (path, language) => `${path}${path.includes('?') ? '&' : '?'}locale=${language}`,
}
