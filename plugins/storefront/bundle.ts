// Bundles the compiled browser modules into one script, and leaves it alone while neither they nor their libraries changed.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import { digestOf } from '#core/ground/digest.js'

const compiled = fileURLToPath(new URL('.', import.meta.url))
const publicFolder = fileURLToPath(new URL('./public', import.meta.url))
const lockFile = fileURLToPath(new URL('../../../package-lock.json', import.meta.url))

function modulesBelow(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return entries.filter((name) => name.endsWith('.js') && !name.startsWith('public')).sort()
}

function sourceDigest(): string {
  const modules = modulesBelow(compiled).flatMap((name) => [name, '\0', readFileSync(join(compiled, name))])
  return digestOf(readFileSync(lockFile), ...modules)
}

function isCurrent(digest: string): boolean {
  try {
    return readFileSync(join(publicFolder, 'digest.txt'), 'utf8') === digest
  } catch {
    return false
  }
}

interface Quasi {
  readonly start: number
  readonly end: number
  /** The template's: `html` or `css`. */
  readonly tag: string
}

const shortened = (text: string, tag: string): string => {
  const line = text.replace(/\s+/g, ' ')
  if (tag !== 'css') return line
  const bare = line.replace(/\/\*[^*]*\*\//g, '').replace(/ ?([{};,]) ?/g, '$1')
  return bare
    .replace(/([\w-]): /g, '$1:')
    .replaceAll(';}', '}')
    .trim()
}

/** Every piece of text of the templates that are tagged `html` or `css`, wherever it stands in the syntax tree. */
function piecesOf(node: unknown): readonly Quasi[] {
  if (typeof node !== 'object' || node === null) return []
  const found = Object.values(node).flatMap((child: unknown) =>
    Array.isArray(child) ? child.flatMap(piecesOf) : piecesOf(child),
  )
  const { type, tag, quasi } = node as { type?: string; tag?: { name?: string }; quasi?: { quasis: readonly Quasi[] } }
  const name = tag?.name ?? ''
  const tagged = type === 'TaggedTemplateExpression' && (name === 'html' || name === 'css')
  return tagged ? [...found, ...quasi!.quasis.map(({ start, end }) => ({ start, end, tag: name }))] : found
}

/** Indents of templates mean nothing to a browser; each is one blank in what it loads. */
const shortTemplates: Plugin = {
  name: 'short-templates',
  transform(code, id) {
    if (!id.startsWith(compiled) || !/\b(html|css)\s*`/.test(code)) return null
    const pieces = [...piecesOf(this.parse(code))].sort((a, b) => b.start - a.start)
    const short = (text: string, { start, end, tag }: Quasi): string =>
      text.slice(0, start) + shortened(text.slice(start, end), tag) + text.slice(end)
    return { code: pieces.reduce(short, code), map: null }
  },
}

/** What pages load, and where it begins. Each is a build of its own: what both hold stands in both, so that each is one request. */
const scripts = [
  ['configurator.js', 'main.js'],
  ['new-password.js', 'password.js'],
] as const

/** Modules that are parts, each loaded when a page needs it. */
const later = /\/storefront\/(browser\/later|texts)\//

/** Writes the scripts and their parts into public/ beside this module, packed too; true where there was something to do. */
export async function bundleStorefront(): Promise<boolean> {
  const digest = sourceDigest()
  if (isCurrent(digest)) return false
  const { build } = await import('vite')
  for (const [index, [name, entry]] of scripts.entries()) {
    await build({
      configFile: false,
      root: compiled,
      logLevel: 'warn',
      publicDir: false,
      plugins: [shortTemplates],
      build: {
        outDir: publicFolder,
        emptyOutDir: index === 0,
        target: 'es2022',
        // As a library: a page would get a loader of Vite's, of a kilobyte, that links style sheets which there are none of.
        lib: { entry: join(compiled, 'browser', entry), formats: ['es'] },
        rolldownOptions: {
          // Nobody imports from the entry but its parts.
          preserveEntrySignatures: false,
          output: {
            // Names stay as they are: the folder in whose address they are served changes with what is in it.
            entryFileNames: name,
            chunkFileNames: '[name].js',
            // What parts share is in the script that every page loads; a file between them would be a request more.
            codeSplitting: { groups: [{ name, test: (id) => !later.test(id) }] },
            minify: true,
            comments: false,
          },
        },
      },
    })
  }
  for (const name of readdirSync(publicFolder)) {
    const script = readFileSync(join(publicFolder, name))
    writeFileSync(join(publicFolder, `${name}.br`), brotliCompressSync(script))
    writeFileSync(join(publicFolder, `${name}.gz`), gzipSync(script, { level: 9 }))
  }
  writeFileSync(join(publicFolder, 'digest.txt'), digest)
  return true
}
