// Example customization of a joinery shop. It uses each contribution point once, one per file.
import { type Customization, join } from 'product-configurator-service'
import { deliveryDays } from './delivery-days.js'
import { createDiary } from './diary.js'
import { discontinuedMaterials } from './discontinued-materials.js'
import { exchangeRate } from './exchange-rate.js'
import { fullLengths, fullLengthsModule } from './full-lengths.js'
import { german } from './german.js'
import { material } from './material.js'
import { endingMaterials } from './ending-materials.js'
import { materialUse } from './material-use.js'
import { migrations } from './migrations/index.js'
import { packingList } from './packing-list.js'
import { payAtWorkshop } from './pay-at-workshop.js'
import { planParcels } from './plan-parcels.js'
import { ralMessages } from './ral-messages.js'
import { ralControl } from './ral-control.js'
import { ralColour, ralClientModule } from './ral-colour.js'
import { ralKind } from './ral-kind.js'
import { ralColourModule } from './ral-colour-module.js'
import { replaceMaterial } from './replace-material.js'
import { seedMaterials } from './seed-materials.js'
import { showMaterials } from './show-materials.js'
import { stockList } from './stock-list.js'
import { swissVatId } from './swiss-vat-id.js'
import { withdrawProducts } from './withdraw-products.js'
import { workshopMail } from './workshop-mail.js'

/** A function, because a process may run several apps and each has its own diary. */
export function example(): Customization {
  const diary = createDiary()
  return {
    kind: 'customization',
    name: 'example',
    core: '^0.1.0',
    version: '1.0.0',
    contributes: {
      propertyKinds: [ralKind],
      entities: [material],
      properties: { product: { material_id: join('Material', 'material') } },
      areas: { review: 'catalog' },
      questionTypes: [ralColour],
      conditionTypes: [deliveryDays],
      termTypes: [exchangeRate],
      functions: [fullLengths],
      actions: [replaceMaterial],
      verbs: [showMaterials],
      commands: [seedMaterials],
      tasks: [withdrawProducts],
      healthChecks: [discontinuedMaterials],
      paymentProviders: [payAtWorkshop],
      printedDocuments: [packingList],
      vatIdFormats: [swissVatId],
      jobs: [planParcels],
      effects: [workshopMail],
      observers: diary.observers,
      generators: [stockList],
      translations: { de: german },
      messages: ralMessages.contribution,
      storefrontModules: [ralColourModule],
      clientModules: [fullLengthsModule, ralClientModule],
      adminScreens: [materialUse],
      adminWidgets: [ralControl, endingMaterials],
    },
    migrations,
    start: (app) => diary.open(app),
  }
}
