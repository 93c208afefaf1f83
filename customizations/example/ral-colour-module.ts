// The script with which the storefront draws RalColour; without it the question would be a line of text.
import type { StorefrontModule } from 'product-configurator-service'

export const ralColourModule: StorefrontModule = {
  name: 'RalColour',
  script: new URL('./browser/ral-colour.js', import.meta.url),
}
