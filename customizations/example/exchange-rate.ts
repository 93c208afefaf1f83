// The term type `ExchangeRate`: how much of a currency one unit of the base currency is.
import { defineTermType, string } from 'product-configurator-service'

export const exchangeRate = defineTermType({
  name: 'ExchangeRate',
  label: 'Exchange rate',
  properties: { code: string('Currency code', { required: true, help: 'ISO 4217, such as USD.' }) },
  /** One look-up per currency, however often a product's calculations name it. */
  async load(uses, outside): Promise<ReadonlyMap<string, number>> {
    const rates = new Map<string, number>()
    for (const code of new Set(uses.map((use) => use.code))) {
      const [currency] = await outside.find('currency', 'code', code)
      if (currency) rates.set(code, Number(currency['multiplicator']))
    }
    return rates
  },
  evaluate: (args, _reader, rates) => rates.get(args.code) ?? null,
})
