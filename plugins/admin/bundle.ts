// Bundles the admin's compiled browser modules: one script to begin with, and one for each screen and dialog that is opened later.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { sha256 } from '#core/foundation/digest.js'

const compiled = fileURLToPath(new URL('.', import.meta.url))
const publicFolder = join(compiled, 'public')
const lockFile = fileURLToPath(new URL('../../../package-lock.json', import.meta.url))

/** Bytes, packed by gzip, of everything that is loaded before the first screen is drawn. */
export const firstScreenBudget = 180_000

function sourceDigest(): string {
  const modules = [...readdirSync(join(compiled, 'browser'), { recursive: true, encoding: 'utf8' }), '../bundle.js']
    .filter((name) => name.endsWith('.js'))
    .sort()
  return sha256(readFileSync(lockFile), ...modules.flatMap((name) => [name, '\0', readFileSync(join(compiled, 'browser', name))]))
}

function isCurrent(digest: string): boolean {
  try {
    return readFileSync(join(publicFolder, 'digest.txt'), 'utf8') === digest
  } catch {
    return false
  }
}

const shortStyle = (text: string): string =>
  text
    .replace(/\/\*[^*]*\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')

/** Style sheets are the texts of their modules: their indents and comments mean nothing to a browser. */
function shortStyles(code: string): string {
  const pieces = code.split('`')
  return pieces.map((piece, at) => (at % 2 === 1 ? shortStyle(piece) : piece)).join('`')
}

/** The scripts that a script loads with itself, itself first. */
export function loadedWith(name: string, read: (name: string) => string): readonly string[] {
  const found = new Set([name])
  for (const one of found) {
    for (const [, other] of read(one).matchAll(/\b(?:from|import)\s*["']\.\/([\w.-]+)["']/g)) found.add(other!)
  }
  return [...found]
}

/** Writes the scripts into public/ beside this module, packed too; true where there was something to do. Throws beyond the budget. */
export async function bundleAdmin(): Promise<boolean> {
  const digest = sourceDigest()
  if (isCurrent(digest)) return false
  const { build } = await import('vite')
  await build({
    configFile: false,
    root: compiled,
    // Libraries mark modules for servers that draw, which nothing here does; the bundler would warn of each.
    logLevel: 'error',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'short-styles',
        transform: (code, id) => (id.includes('/browser/style/') ? { code: shortStyles(code), map: null } : null),
      },
    ],
    build: {
      outDir: publicFolder,
      emptyOutDir: true,
      target: 'es2022',
      // As a library: pages need no loader of style sheets, which there are none of.
      lib: { entry: { admin: join(compiled, 'browser/main.js') }, formats: ['es'] },
      rolldownOptions: {
        preserveEntrySignatures: false,
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js', minify: true, comments: false },
      },
    },
  })
  const packed = new Map<string, number>()
  for (const name of readdirSync(publicFolder)) {
    const script = readFileSync(join(publicFolder, name))
    const gzip = gzipSync(script, { level: 9 })
    packed.set(name, gzip.length)
    writeFileSync(join(publicFolder, `${name}.br`), brotliCompressSync(script))
    writeFileSync(join(publicFolder, `${name}.gz`), gzip)
  }
  const first = loadedWith('admin.js', (name) => readFileSync(join(publicFolder, name), 'utf8'))
  const bytes = first.reduce((sum, name) => sum + packed.get(name)!, 0)
  if (bytes > firstScreenBudget) {
    throw new Error(`The admin's first screen loads ${bytes} bytes of script; ${firstScreenBudget} are what it may.`)
  }
  writeFileSync(join(publicFolder, 'digest.txt'), digest)
  return true
}
