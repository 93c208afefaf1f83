// The generator `stock-list`: the column names of the shop's stock list, as its spreadsheet imports them.
import type { Generator } from 'product-configurator-service'

export const stockList: Generator = {
  name: 'stock-list',
  description: 'The head of the stock list: a column per field of a material.',
  files(registry) {
    const columns = ['id', ...(registry.entities.get('material')?.listing ?? [])]
    return new Map([['stock-list.csv', `${columns.join(';')}\n`]])
  },
}
