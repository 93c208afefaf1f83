// Checks VAT ids of the EU and of Northern Ireland: their format and check digits, and whether a register knows them.
import { defineTask, type Plugin, type Task } from 'product-configurator-service'
import { vatIdFormats } from './formats/index.js'
import { type VatRegister, vies } from './vies.js'

export { type VatAnswer, type VatRegister, vies, type ViesOptions } from './vies.js'

export interface VatOptions {
  /** Asked every five minutes about new ids. Null: ids are only checked offline. Default: `vies()`. */
  readonly register?: VatRegister | null
}

export function vat({ register = vies() }: VatOptions = {}): Plugin {
  return {
    name: 'vat',
    core: '^0.1.0',
    contributes: { vatIdFormats, ...(register && { tasks: [createRegisterTask(register)] }) },
  }
}

function createRegisterTask(register: VatRegister): Task {
  return defineTask({
    name: 'check-vat-ids',
    description: 'Checks new VAT ids, and those checked long ago, against a VAT register and stores the results.',
    every: 300,
    run: async (scope) => (await import('./check.js')).checkVatIds(scope, register),
  })
}
