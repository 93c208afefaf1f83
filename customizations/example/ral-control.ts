// A control of the admin: fields of the kind `ral` show a sample of the colour beside its number.
import type { AdminWidget } from 'product-configurator-service'

export const ralControl: AdminWidget = {
  name: 'ral-control',
  draws: 'kind',
  of: 'ral',
  script: new URL('./browser/ral-control.js', import.meta.url),
}
