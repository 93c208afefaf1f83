// A tile of the admin's start screen: materials that are no longer delivered soon, for whoever reads the catalogue.
import type { AdminWidget } from 'product-configurator-service'

export const endingMaterials: AdminWidget = {
  name: 'ending-materials',
  draws: 'tile',
  of: 'catalog',
  label: 'Materials that end soon',
  script: new URL('./browser/ending-materials.js', import.meta.url),
}
