// Typical bugs in the money of documents: shares, bounds, rates, rows, and the price of a unit.
import type { Mutant } from './define.js'

const money = (name: string): string => `core/engine/money/${name}.js`
const program = (name: string): string => `core/engine/program/${name}.js`

export const moneyMutants: readonly Mutant[] = [
  {
    says: 'equal lines are served at the lower rate first',
    file: money('share'),
    find: 'b.rate - a.rate',
    replace: 'a.rate - b.rate',
  },
  {
    says: 'what was entered no longer tells lines of one net and rate apart',
    file: money('share'),
    find: ' || b.entered - a.entered',
    replace: '',
  },
  {
    says: 'a share may become larger than its line',
    file: money('share'),
    find: 'Math.max(0, net));',
    replace: 'Math.abs(discount));',
  },
  { says: 'a share may turn round', file: money('share'), find: 'Math.min(0, net))', replace: '-Math.abs(discount))' },
  {
    says: 'what rounding left over goes to the smallest line',
    file: money('share'),
    find: 'b.net - a.net',
    replace: 'a.net - b.net',
  },
  {
    says: 'a level is reached beyond its start only',
    file: money('discount'),
    find: 'currency) > BigInt(total)',
    replace: 'currency) >= BigInt(total)',
  },
  {
    says: 'of levels that take off the same, the last counts',
    file: money('discount'),
    find: 'net > (best?.net ?? 0)',
    replace: 'net >= (best?.net ?? 1)',
  },
  {
    says: 'a discount exceeds the goods',
    file: money('discount'),
    find: 'size < BigInt(total) ? narrow(size) : total',
    replace: 'narrow(size)',
  },
  {
    says: 'the start of a level is not converted',
    file: money('discount'),
    find: ', currency) > BigInt(total)',
    replace: ', { ...currency, multiplicator: 1 }) > BigInt(total)',
  },
  {
    says: 'what is compared is not rounded first',
    file: money('currency'),
    find: 'return roundedWide(convertedWide(price, currency), convertedPlaces, currency.decimals);',
    replace: 'return convertedWide(price, currency) / 10n ** 8n;',
  },
  { says: 'tax is taken before the discount', file: money('goods'), find: 'taxOn(net, rates', replace: 'taxOn(line.net, rates' },
  {
    says: 'a gross price that is entered does not stay as it was',
    file: money('goods'),
    find: "entry === 'gross' && share === 0",
    replace: 'false',
  },
  {
    says: 'a code stands twice',
    file: money('tax'),
    find: 'new Set(rates.flatMap(({ code }) => code ?? []))',
    replace: 'rates.flatMap(({ code }) => code ?? [])',
  },
  {
    says: 'only the first of several rates is taken',
    file: money('tax'),
    find: 'sum + scaledInteger(rate, ratePlaces)',
    replace: 'sum || scaledInteger(rate, ratePlaces)',
  },
  {
    says: 'the percentage of a payment method leaves the delivery out',
    file: money('charge'),
    find: 'goods.goodsNet, goods.delivery?.net ?? 0',
    replace: 'goods.goodsNet',
  },
  { says: 'an upper bound of 0 is one', file: money('charge'), find: 'price === null || price === 0', replace: 'price === null' },
  {
    says: 'the price of a payment method is forgotten beside its percentage',
    file: money('charge'),
    find: 'convertedWide(terms.price, currency) + percentage',
    replace: 'percentage',
  },
  {
    says: 'a payment method without a class is taxed by the largest line after its discount',
    file: money('charge'),
    find: 'netBeforeDiscount: net, rate',
    replace: 'net, rate',
  },
  {
    says: 'bounds that cross leave the lower one',
    file: money('charge'),
    find: 'raised > high ? high : raised',
    replace: 'net > high && low === null ? high : raised',
  },
  {
    says: 'a delivery that costs nothing has a row',
    file: money('document'),
    find: 'charge !== null && charge.net !== 0',
    replace: 'charge !== null',
  },
  {
    says: 'a line that costs nothing has no row',
    file: money('document'),
    find: '[...goods.lines];',
    replace: '[...goods.lines.filter(({ net }) => net !== 0)];',
  },
  {
    says: 'recurring levels are those of what is bought once',
    file: money('document'),
    find: 'levels: recurringLevels',
    replace: 'levels',
  },
  {
    says: 'recurring amounts are taxed like what is bought once',
    file: money('document'),
    find: 'rates: recurringRates,',
    replace: 'rates: recurringRates.slice(0, 0),',
  },
  {
    says: 'a line without a recurring price has a recurring row',
    file: money('document'),
    find: 'lines[i].recurring !== 0',
    replace: 'true',
  },
  {
    says: 'the percentage of a payment method is of goods before the discount',
    file: money('document'),
    find: 'goodsNet: once.net, delivery',
    replace: 'goodsNet: once.net + (once.discount?.net ?? 0), delivery',
  },
  {
    says: 'the document does not count the payment',
    file: money('document'),
    find: ', ...(payment ? [payment] : [])])',
    replace: '])',
  },
  { says: 'codes stand as the lines do', file: money('rate-rows'), find: '[...codes].sort()', replace: '[...codes]' },
  { says: 'rows stand with the lowest rate first', file: money('rate-rows'), find: 'b - a', replace: 'a - b' },
  {
    says: 'an override without a calculation leaves the calculation of the answer',
    file: program('group'),
    find: 'if (override)',
    replace: 'if (override?.calculation_id)',
  },
  {
    says: 'answers cost again and again in a product without recurring pricing',
    file: program('group'),
    find: 'source.use_recurring_pricing ? priceFor(group, answer.price_recurring_overrides',
    replace: 'true ? priceFor(group, answer.price_recurring_overrides',
  },
  {
    says: 'recurring calculations count in a product without recurring pricing',
    file: program('compile'),
    find: 'hasRecurring ? node(record.calcmodel_recurring) : -1',
    replace: 'node(record.calcmodel_recurring)',
  },
  {
    says: 'what is too large to be counted costs nothing',
    file: program('state'),
    find: 'return this.tooLarge[measure] > 0 ? Number.NaN : this.sums[measure];',
    replace: 'return this.sums[measure];',
  },
  {
    says: 'the price of a question is not rounded for what reads it',
    file: program('figures'),
    find: 'settleFigure(state.value(calculation) * source.multiplicator)',
    replace: 'state.value(calculation) * source.multiplicator',
  },
  {
    says: 'a calculation inside another is not rounded',
    file: program('calculations'),
    find: 'settleFigure(read(state))',
    replace: 'read(state)',
  },
]
