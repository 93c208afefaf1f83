// VAT id format `CH`: the Swiss company number UID, with or without the suffix of the tax.
import { defineVatIdFormat } from 'product-configurator-service'

const weights = [5, 4, 3, 2, 7, 6, 5, 4]

export const swissVatId = defineVatIdFormat({
  name: 'CH',
  country: 'CH',
  label: 'Switzerland',
  description: 'CHE, 9 digits and optionally MWST, TVA or IVA',
  example: 'CHE116281710MWST',
  pattern: /^E\d{9}(?:MWST|TVA|IVA)?$/,
  isValid(body) {
    const sum = weights.reduce((total, weight, index) => total + weight * Number(body[index + 1]), 0)
    return (sum + Number(body[9])) % 11 === 0
  },
})
