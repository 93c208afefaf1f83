// Writes generated/ and docs/mcp-tools.md: schemas, record stubs, types, the OpenAPI document and the typed client of core and stock (domain §7).
// `npm run generate`; a test compares what is committed with what the registry says.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { toolsDocument } from '../plugins/mcp/tools-document.js'
import { generatedFiles } from '../plugins/rest/generated-files.js'
import { standalone } from '../hosts/standalone/index.js'
import { stock } from '../plugins/stock/index.js'
import { assemble } from '../core/boot/assemble.js'

const languages = ['en-GB', 'de-DE']
const { registry } = assemble({ languages, host: standalone(), plugins: [stock] })
const folder = new URL('../../generated/', import.meta.url)
await rm(folder, { recursive: true, force: true })
const files = generatedFiles(registry, languages)
for (const [path, content] of files) {
  const target = new URL(path, folder)
  await mkdir(dirname(target.pathname), { recursive: true })
  await writeFile(target, content)
}
console.log(`Wrote ${files.size} files to generated/.`)
await writeFile(new URL('../../docs/mcp-tools.md', import.meta.url), toolsDocument(registry))
