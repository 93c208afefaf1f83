// Bundles the admin's compiled browser modules: one script for the start, and one for each screen and dialog that opens later.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sha256 } from '#core/contract.js'
import { writeCompressedVariants } from '../http/assets.js'
import { createImportRewriter, ownContracts } from '../http/core-imports.js'

const compiledFolder = fileURLToPath(new URL('.', import.meta.url))
const publicFolder = join(compiledFolder, 'public')
const catalogFolder = fileURLToPath(new URL('../../messages', import.meta.url))
const lockFile = fileURLToPath(new URL('../../../package-lock.json', import.meta.url))

/** Maximum gzipped bytes of all scripts that load before the first screen is drawn. */
export const firstScreenBudget = 180_000

function sourceDigest(): string {
  const modules = [...readdirSync(join(compiledFolder, 'browser'), { recursive: true, encoding: 'utf8' }), '../bundle.js']
    .filter((name) => name.endsWith('.js'))
    .sort()
  const catalogs = readdirSync(catalogFolder)
    .filter((name) => /^(?:admin|authoring)\b/.test(name))
    .sort()
  return sha256(
    readFileSync(lockFile),
    ...modules.flatMap((name) => [name, '\0', readFileSync(join(compiledFolder, 'browser', name))]),
    ...catalogs.flatMap((name) => [name, '\0', readFileSync(join(catalogFolder, name))]),
  )
}

function isCurrent(digest: string): boolean {
  try {
    return readFileSync(join(publicFolder, 'digest.txt'), 'utf8') === digest
  } catch {
    return false
  }
}

const minifyStyle = (text: string): string =>
  text
    .replace(/\/\*[^*]*\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')

/** Style sheets are template strings of their modules. Indents and comments in them are removed. */
function minifyStyleTemplates(code: string): string {
  const pieces = code.split('`')
  return pieces.map((piece, at) => (at % 2 === 1 ? minifyStyle(piece) : piece)).join('`')
}

/** A script and all scripts that it imports statically, itself first. */
export function listStaticImports(name: string, read: (name: string) => string): readonly string[] {
  const scriptNames = new Set([name])
  for (const scriptName of scriptNames) {
    for (const [, other] of read(scriptName).matchAll(/\b(?:from|import)\s*["']\.\/([\w.-]+)["']/g)) scriptNames.add(other!)
  }
  return [...scriptNames]
}

/** Writes the scripts and their compressed copies into public/. Returns false if they are current. Throws above the size budget. */
export async function bundleAdmin(): Promise<boolean> {
  const digest = sourceDigest()
  if (isCurrent(digest)) return false
  const { build } = await import('vite')
  const rewriteImports = createImportRewriter(ownContracts)
  await build({
    configFile: false,
    root: compiledFolder,
    // Libraries contain directives for server rendering. The bundler would warn about each.
    logLevel: 'error',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      { name: 'core-imports', transform: (code) => ({ code: rewriteImports(code), map: null }) },
      {
        name: 'short-styles',
        transform: (code, id) => (id.includes('/browser/style/') ? { code: minifyStyleTemplates(code), map: null } : null),
      },
    ],
    build: {
      outDir: publicFolder,
      emptyOutDir: true,
      target: 'es2022',
      // Library mode: pages need no loader for style sheets, because there are none.
      lib: { entry: { admin: join(compiledFolder, 'browser/main.js') }, formats: ['es'] },
      rolldownOptions: {
        preserveEntrySignatures: false,
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js', minify: true, comments: false },
      },
    },
  })
  const packed = writeCompressedVariants(publicFolder)
  const first = listStaticImports('admin.js', (name) => readFileSync(join(publicFolder, name), 'utf8'))
  const bytes = first.reduce((sum, name) => sum + packed.get(name)!, 0)
  if (bytes > firstScreenBudget) {
    throw new Error(`The admin's first screen loads ${bytes} bytes of script, more than the budget of ${firstScreenBudget}.`)
  }
  writeFileSync(join(publicFolder, 'digest.txt'), digest)
  return true
}
