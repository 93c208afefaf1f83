// Writes generated/ (schemas, record stubs, types, OpenAPI, the typed client of core and stock), docs/mcp-tools.md and docs/plugins.md.
// `npm run generate`; a test compares what is committed with what the registry says.
import { readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { toolsDocument } from '../plugins/mcp/tools-document.js'
import { generatedFiles } from '../plugins/rest/generated-files.js'
import { runtimeFiles } from '../plugins/runtime/generated-files.js'
import { standalone } from '../hosts/standalone/index.js'
import { stock } from '../plugins/stock/index.js'
import { assemble } from '../core/boot/assemble.js'
import { pluginReference } from './plugin-reference.js'

const languages = ['en-GB', 'de-DE']
const { registry } = assemble({ languages, host: standalone(), plugins: [stock] })
const folder = new URL('../../generated/', import.meta.url)
await rm(folder, { recursive: true, force: true })
const files = new Map([...generatedFiles(registry, languages), ...runtimeFiles(registry)])
for (const [path, content] of files) {
  const target = new URL(path, folder)
  await mkdir(dirname(target.pathname), { recursive: true })
  await writeFile(target, content)
}
const root = new URL('../../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8')
await writeFile(new URL('docs/mcp-tools.md', root), toolsDocument(registry))
await writeFile(new URL('docs/plugins.md', root), pluginReference(read))
console.log(`Wrote ${files.size} files to generated/, docs/mcp-tools.md and docs/plugins.md.`)
