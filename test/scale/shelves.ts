// A customization that moves data from one column to another in several releases. Each release runs concurrently with the previous one.
import type { Customization } from '../../core/contract.js'
import type { MigrationSteps } from '../../core/storage/migration/migration.js'
import { string } from '../../core/model/properties/string.js'

/** Adds the new columns. The old one remains for the previous release. */
async function expand(steps: MigrationSteps): Promise<void> {
  await steps.addColumn('product', 'rack')
  // A table that every order writes to.
  await steps.addColumn('sales-order', 'packed_by')
}

/** Copies the values that an older release wrote to the old column only, while shoppers buy. */
const migrate = (steps: MigrationSteps): Promise<void> =>
  steps.dataInBatches(async (on) => {
    const rows = await on.query<{ id: number }>('SELECT id FROM svc_product WHERE rack <> shelf ORDER BY id LIMIT 10')
    for (const { id } of rows) await on.run('UPDATE svc_product SET rack = shelf WHERE id = ?', [id])
    return rows.length
  })

/** No release uses the old column any more. */
const contract = (steps: MigrationSteps): Promise<void> => steps.dropColumn('svc_product', 'shelf')

const first = { version: '0001', name: 'shelves' }
const done = { ...first, up: () => Promise.resolve() }
const scripts = [
  { version: '0002', name: 'racks', up: expand },
  { version: '0003', name: 'from-shelves-to-racks', up: migrate },
  { version: '0004', name: 'no-shelves', up: contract },
]
const shelf = string('Shelf')
const common = { kind: 'customization', name: 'shelves', core: '^0.1.0' } as const
const packed = { 'sales-order': { packed_by: string('Packed by') } }
/** One value under two names. */
const both = { properties: { product: { shelf, rack: string('Rack', { sameAs: 'shelf' }) }, ...packed } }
const alone = { properties: { product: { rack: string('Rack') }, ...packed } }

/** The version of the customization for each version of the program. */
export const shelves: Readonly<Record<string, Customization>> = {
  '0.1.0': {
    ...common,
    version: '1.0.0',
    contributes: { properties: { product: { shelf } } },
    migrations: [{ ...first, up: (steps) => steps.addColumn('product', 'shelf') }],
  },
  '0.1.1': { ...common, version: '1.1.0', contributes: both, migrations: [done, ...scripts.slice(0, 1)] },
  '0.1.2': { ...common, version: '1.2.0', contributes: both, migrations: [done, ...scripts.slice(0, 2)] },
  '0.1.3': { ...common, version: '1.3.0', contributes: alone, migrations: [done, ...scripts.slice(0, 2)] },
  '0.1.4': { ...common, version: '1.4.0', contributes: alone, migrations: [done, ...scripts] },
}
