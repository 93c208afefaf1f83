// Generator `stock-list`: writes the column names of the stock list for import into a spreadsheet.
import type { Generator } from 'product-configurator-service'

export const stockList: Generator = {
  name: 'stock-list',
  description: 'The head of the stock list: a column per field of a material.',
  files(registry) {
    const columns = ['id', ...(registry.entities.get('material')?.listing ?? [])]
    return new Map([['stock-list.csv', `${columns.join(';')}\n`]])
  },
}
