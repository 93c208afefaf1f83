// Writes migrations/0001-install.json from the column definitions of core and stock.
// Run `node dist/bin/write-install-snapshot.js` until the first release, and raise `installsVersion` of 0001-install.ts to the last script.
// After the release, the snapshot is frozen.
import { writeFile } from 'node:fs/promises'
import { assemble } from '../core/boot/assemble.js'
import { toEntityTable } from '../core/model/schema/columns.js'
import { internalTables } from '../core/storage/database/internal-tables.js'
import { standalone } from '../hosts/standalone/index.js'
import { stock } from '../plugins/stock/index.js'

const { registry } = assemble({ languages: ['en-GB'], host: standalone(), plugins: [stock] })
const all = [...internalTables, ...[...registry.entities.values()].map(toEntityTable)]
const lines = all.map((table) => JSON.stringify(table))
await writeFile(new URL('../../migrations/0001-install.json', import.meta.url), `[\n${lines.join(',\n')}\n]\n`)
console.log(`Wrote ${all.length} tables to migrations/0001-install.json.`)
