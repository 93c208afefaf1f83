// Term type `ExchangeRate`: the price of one unit of the base currency in another currency.
import { defineTermType, string } from 'product-configurator-service'

export const exchangeRate = defineTermType({
  name: 'ExchangeRate',
  label: 'Exchange rate',
  properties: { code: string('Currency code', { required: true, help: 'ISO 4217, such as USD.' }) },
  /** One look-up per currency, even if several calculations use it. */
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
