// Updates the factors of the shop's currencies with the daily reference rates of the European Central Bank.
import { defineTask, type FactorOptions, type Plugin, setCurrencyFactors } from 'product-configurator-service'

export interface EcbOptions extends Pick<FactorOptions, 'codes' | 'largestMove'> {
  /** Base URL of the rates folder, without a trailing slash. Default: the bank's own; a mirror works as well. */
  readonly baseUrl?: string
}

const officialUrl = 'https://www.ecb.europa.eu/stats/eurofxref'
const fourHours = 14_400

export function ecb({ baseUrl = officialUrl, ...options }: EcbOptions = {}): Plugin {
  return {
    name: 'ecb',
    core: '^0.1.0',
    contributes: {
      tasks: [
        defineTask({
          name: 'set-currency-factors',
          description: 'Sets currency multipliers to the reference rates of the European Central Bank.',
          every: fourHours,
          async run({ context, signal }) {
            const { ecbRates } = await import('./source.js')
            await setCurrencyFactors(context, ecbRates(baseUrl, context.clock), signal, options)
          },
        }),
      ],
    },
  }
}
