// A customization in three releases that moves what it keeps from one column to another, while the release before it is at work beside it.
import type { Customization } from '../../core/contract.js'
import type { MigrationSteps } from '../../core/storage/migration/migration.js'
import { string } from '../../core/model/properties/string.js'

/** Expand: what comes is added and filled; what goes is kept for the release before. */
async function expand(steps: MigrationSteps): Promise<void> {
  await steps.addColumn('product', 'rack')
  await steps.data(async (on) => void (await on.run("UPDATE svc_product SET rack = shelf WHERE shelf <> ''")))
  // A table into which every order writes.
  await steps.addColumn('sales-order', 'packed_by')
}

/** Contract: nobody names it any more. */
const contract = (steps: MigrationSteps): Promise<void> => steps.dropColumn('svc_product', 'shelf')

const first = { version: '0001', name: 'shelves' }
const rack = string('Rack')
const packedBy = string('Packed by')
const common = { kind: 'customization', name: 'shelves', core: '^0.1.0' } as const

/** As it stands beside each version of the program. */
export const shelves: Readonly<Record<string, Customization>> = {
  '0.1.0': {
    ...common,
    version: '1.0.0',
    contributes: { properties: { product: { shelf: string('Shelf') } } },
    migrations: [{ ...first, up: (steps) => steps.addColumn('product', 'shelf') }],
  },
  '0.1.1': {
    ...common,
    version: '1.1.0',
    contributes: { properties: { product: { rack }, 'sales-order': { packed_by: packedBy } } },
    migrations: [
      { ...first, up: () => Promise.resolve() },
      { version: '0002', name: 'racks', up: expand },
    ],
  },
  '0.1.2': {
    ...common,
    version: '1.2.0',
    contributes: { properties: { product: { rack }, 'sales-order': { packed_by: packedBy } } },
    migrations: [
      { ...first, up: () => Promise.resolve() },
      { version: '0002', name: 'racks', up: expand },
      { version: '0003', name: 'no-shelves', up: contract },
    ],
  },
}
