// Checks the VAT ids of customers and parties against a VAT register, by default VIES of the European Commission.
import { defineTask, type Plugin } from 'product-configurator-service'
import { type VatRegister, vies } from './vies.js'

export { type VatAnswer, type VatRegister, vies, type ViesOptions } from './vies.js'

export interface VatOptions {
  /** Default: `vies()`. */
  readonly register?: VatRegister
}

export function vat({ register = vies() }: VatOptions = {}): Plugin {
  return {
    name: 'vat',
    core: '^0.1.0',
    contributes: {
      tasks: [
        defineTask({
          name: 'check-vat-ids',
          description: 'Checks new VAT ids, and those checked long ago, against a VAT register and stores the results.',
          every: 300,
          run: async (scope) => (await import('./check.js')).checkVatIds(scope, register),
        }),
      ],
    },
  }
}
