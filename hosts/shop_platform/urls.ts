// Where the embedded pages lie: the shop asks for each with the locale of its own visitor.
import type { UrlAdapter } from 'product-configurator-service'

export const urls: UrlAdapter = {
  languageFilter: false,
  pageUrl: (path, language) => `${path}${path.includes('?') ? '&' : '?'}locale=${language}`,
}
