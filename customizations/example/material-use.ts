// A screen of the admin: how many products each material has, and what replaces one that is no longer delivered.
import type { AdminScreen } from 'product-configurator-service'

export const materialUse: AdminScreen = {
  name: 'material-use',
  label: 'Use of materials',
  area: 'catalog',
  script: new URL('./browser/material-use.js', import.meta.url),
}
