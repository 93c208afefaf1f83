// Declares the storefront script for RalColour questions. Without it, the question is a text field.
import type { StorefrontModule } from 'product-configurator-service'

export const ralColourModule: StorefrontModule = {
  name: 'RalColour',
  script: new URL('./browser/ral-colour.js', import.meta.url),
}
