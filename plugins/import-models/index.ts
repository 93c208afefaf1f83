// Imports feature models, products of other shops and price lists as products.
import type { Plugin } from 'product-configurator-service'
import { importModelCommand, importModel, readModelJob } from './import-model.js'

export const importModels: Plugin = {
  name: 'import-models',
  core: '^0.1.0',
  contributes: { actions: [importModel], jobs: [readModelJob], commands: [importModelCommand] },
}
