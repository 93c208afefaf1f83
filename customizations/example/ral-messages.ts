// Messages of the property kind `ral`, in English and German.
import { defineMessages } from 'product-configurator-service'

export const ralMessages = defineMessages('ral', {
  en: { numberRequired: 'Field {field} takes the number of a RAL classic colour, such as 5010.' },
  de: { numberRequired: 'Geben Sie im Feld „{field}“ die Nummer einer RAL-Classic-Farbe ein, zum Beispiel 5010.' },
})
