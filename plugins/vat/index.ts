// Checks the VAT ids of customers and parties against VIES, the European Commission's register.
import { checkVatIds, defineTask, type Plugin } from 'product-configurator-service'

export interface ViesOptions {
  /** Base URL of the REST API, without a trailing slash. Default: the Commission's own; a proxy works as well. */
  readonly baseUrl?: string
}

const officialUrl = 'https://ec.europa.eu/taxation_customs/vies/rest-api'

export function vies({ baseUrl = officialUrl }: ViesOptions = {}): Plugin {
  return {
    name: 'vies',
    core: '^0.1.0',
    contributes: {
      tasks: [
        defineTask({
          name: 'check-vat-ids',
          description: 'Checks new VAT ids, and those checked long ago, against VIES and stores the results.',
          every: 300,
          async run({ context, signal }) {
            const { viesRegister } = await import('./vies.js')
            await checkVatIds(context, viesRegister(baseUrl), signal)
          },
        }),
      ],
    },
  }
}
