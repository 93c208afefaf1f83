// Declares the admin control for fields of the kind `ral`, which shows a colour sample next to the number.
import type { AdminWidget } from 'product-configurator-service'

export const ralControl: AdminWidget = {
  name: 'ral-control',
  draws: 'kind',
  of: 'ral',
  script: new URL('./browser/ral-control.js', import.meta.url),
}
