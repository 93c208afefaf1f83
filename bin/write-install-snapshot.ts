// Writes migrations/0001-install.json from the columns projection.
// Run it by `node dist/bin/write-install-snapshot.js` until the first release; from then on the snapshot is frozen.
import { writeFile } from 'node:fs/promises'
import { completeEntity } from '../core/model/entity/define.js'
import { entities } from '../core/model/entities/index.js'
import { tableOf } from '../core/model/schema/columns.js'
import { tables } from '../core/storage/database/tables.js'

const all = [...tables, ...entities.map((entity) => tableOf(completeEntity(entity, 'core')))]
const lines = all.map((table) => JSON.stringify(table))
await writeFile(new URL('../../migrations/0001-install.json', import.meta.url), `[\n${lines.join(',\n')}\n]\n`)
console.log(`Wrote ${all.length} tables to migrations/0001-install.json.`)
