// Keeps the factors of the shop's currencies at the reference rates that the European Central Bank publishes on working days.
import { defineTask, type FactorOptions, type Plugin, setCurrencyFactors } from 'product-configurator-service'

export interface EcbOptions extends Pick<FactorOptions, 'codes' | 'largestMove'> {
  /** Where its folder of rates lies, without a slash at the end; a mirror of one's own holds the same. The bank's if left out. */
  readonly baseUrl?: string
}

const official = 'https://www.ecb.europa.eu/stats/eurofxref'
const fourHours = 14_400

export function ecb({ baseUrl = official, ...options }: EcbOptions = {}): Plugin {
  return {
    name: 'ecb',
    core: '^0.1.0',
    contributes: {
      tasks: [
        defineTask({
          name: 'set-currency-factors',
          description: 'Gives the currencies the reference rates of the European Central Bank.',
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
