// Tile for the admin's start screen: materials that soon become unavailable. Visible to users who may read the catalogue.
import type { AdminWidget } from 'product-configurator-service'

export const endingMaterials: AdminWidget = {
  name: 'ending-materials',
  draws: 'tile',
  of: 'catalog',
  label: 'Materials that end soon',
  script: new URL('./browser/ending-materials.js', import.meta.url),
}
