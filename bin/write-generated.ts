// Writes all generated files: generated/ for core and stock, reference docs, and the version in manifests.
// Run by `npm run generate`. Tests compare the committed files with the registry.
import { readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { toolsDocument } from '../plugins/mcp/tools-document.js'
import { generateTypeFiles } from '../core/model/schema/generated-types.js'
import { generateRestFiles } from '../plugins/rest/generated-files.js'
import { generateRuntimeFiles } from '../plugins/runtime/generated-files.js'
import { generateTextTypes } from '../plugins/storefront/text/compile.js'
import { standalone } from '../hosts/standalone/index.js'
import { advisor } from '../plugins/advisor/index.js'
import { print } from '../plugins/print/index.js'
import { backup } from '../plugins/backup/index.js'
import { packages } from '../plugins/packages/index.js'
import { sheets } from '../plugins/sheets/index.js'
import { stock } from '../plugins/stock/index.js'
import { assemble } from '../core/boot/assemble.js'
import { getCoreVersion } from '../core/foundation/version.js'
import config from '../svc.config.js'
import { replaceCommandTables } from './command-table.js'
import { createPluginReference } from './plugin-reference.js'
import {
  createEntitiesPage,
  createPropertyKindsPage,
  createScopesPage,
  replaceErrorSections,
  replaceEventTable,
  replaceSettingsTable,
} from './reference-pages.js'

/** Sets every version to that of package.json, except format versions. */
function replaceVersions(text: string): string {
  return text.replace(/^(\s*"version": )"[^"]*"/gm, `$1"${getCoreVersion()}"`)
}

const languages = ['en-GB', 'de-DE']
const { registry } = assemble({ languages, host: standalone(), plugins: [stock, print, advisor, packages, sheets, backup] })
const folder = new URL('../../generated/', import.meta.url)
await rm(folder, { recursive: true, force: true })
const files = new Map([
  ...generateTypeFiles(registry, languages),
  ...(await generateRestFiles(registry, languages)),
  ...generateRuntimeFiles(registry),
])
for (const [path, content] of files) {
  const target = new URL(path, folder)
  await mkdir(dirname(target.pathname), { recursive: true })
  await writeFile(target, content)
}
const root = new URL('../../', import.meta.url)
const readSource = (path: string): string => readFileSync(new URL(path, root), 'utf8')
for (const name of ['server.json', 'manifest.json']) await writeFile(new URL(name, root), replaceVersions(readSource(name)))
for (const [name, text] of generateTextTypes()) await writeFile(new URL(`plugins/storefront/text/${name}`, root), text)
await writeFile(new URL('docs/reference/mcp-tools.md', root), toolsDocument(registry))
await writeFile(new URL('docs/reference/plugins.md', root), createPluginReference(readSource))
await writeFile(new URL('docs/reference/entities.md', root), createEntitiesPage(registry))
await writeFile(new URL('docs/reference/property-kinds.md', root), createPropertyKindsPage(readSource))
await writeFile(new URL('docs/reference/scopes.md', root), createScopesPage(registry))
const generatedParts: Readonly<Record<string, (page: string) => string>> = {
  'docs/reference/cli.md': (page) => replaceCommandTables(page, assemble({ ...config, customizations: [] })),
  'docs/reference/configuration.md': replaceSettingsTable,
  'docs/reference/errors.md': replaceErrorSections,
  'docs/reference/events.md': replaceEventTable,
}
for (const [path, renew] of Object.entries(generatedParts)) await writeFile(new URL(path, root), renew(readSource(path)))
console.log(`Wrote ${files.size} files to generated/, and the generated pages and tables of docs/reference/.`)
