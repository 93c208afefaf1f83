// Asks VIES, the register of the European Commission, whether the VAT ids of customers and parties were given to anybody.
import { checkVatIds, defineTask, type Plugin } from 'product-configurator-service'

export interface ViesOptions {
  /** Where its REST API lies, without a slash at the end; a proxy of one's own speaks the same. The Commission's if left out. */
  readonly baseUrl?: string
}

const official = 'https://ec.europa.eu/taxation_customs/vies/rest-api'

export function vies({ baseUrl = official }: ViesOptions = {}): Plugin {
  return {
    name: 'vies',
    core: '^0.1.0',
    contributes: {
      tasks: [
        defineTask({
          name: 'check-vat-ids',
          description: 'Asks VIES about VAT ids that are new or were answered long ago, and keeps what it answers.',
          every: 300,
          async run({ context, signal }) {
            const { viesRegister } = await import('./register.js')
            await checkVatIds(context, viesRegister(baseUrl), signal)
          },
        }),
      ],
    },
  }
}
