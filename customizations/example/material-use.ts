// Admin screen: the number of products per material, and the replacement of a material that is no longer available.
import type { AdminScreen } from 'product-configurator-service'

export const materialUse: AdminScreen = {
  name: 'material-use',
  label: 'Use of materials',
  area: 'catalog',
  script: new URL('./browser/material-use.js', import.meta.url),
}
