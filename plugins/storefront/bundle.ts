// Bundles the compiled browser modules into one script, and leaves it alone while neither they nor their libraries changed.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const compiled = fileURLToPath(new URL('.', import.meta.url))
const publicFolder = fileURLToPath(new URL('./public', import.meta.url))
const lockFile = fileURLToPath(new URL('../../../package-lock.json', import.meta.url))

function modulesBelow(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return entries.filter((name) => name.endsWith('.js') && !name.startsWith('public')).sort()
}

function sourceDigest(): string {
  const hash = createHash('sha256').update(readFileSync(lockFile))
  for (const name of modulesBelow(compiled))
    hash
      .update(name)
      .update('\0')
      .update(readFileSync(join(compiled, name)))
  return hash.digest('hex')
}

function isCurrent(digest: string): boolean {
  try {
    return readFileSync(join(publicFolder, 'digest.txt'), 'utf8') === digest
  } catch {
    return false
  }
}

interface Quasi {
  readonly type: string
  readonly start: number
  readonly end: number
}

/** Every piece of text of the templates that are tagged `html` or `css`, wherever it stands in the syntax tree. */
function piecesOf(node: unknown): readonly Quasi[] {
  if (typeof node !== 'object' || node === null) return []
  const found = Object.values(node).flatMap((child: unknown) =>
    Array.isArray(child) ? child.flatMap(piecesOf) : piecesOf(child),
  )
  const { type, tag, quasi } = node as { type?: string; tag?: { name?: string }; quasi?: { quasis: readonly Quasi[] } }
  const tagged = type === 'TaggedTemplateExpression' && (tag?.name === 'html' || tag?.name === 'css')
  return tagged ? [...found, ...quasi!.quasis] : found
}

/** Indents of templates mean nothing to a browser; each is one blank in what it loads. */
const shortTemplates: Plugin = {
  name: 'short-templates',
  transform(code, id) {
    if (!id.startsWith(compiled) || !/\b(html|css)\s*`/.test(code)) return null
    const pieces = [...piecesOf(this.parse(code))].sort((a, b) => b.start - a.start)
    const short = (text: string, { start, end }: Quasi): string =>
      text.slice(0, start) + text.slice(start, end).replace(/\s+/g, ' ') + text.slice(end)
    return { code: pieces.reduce(short, code), map: null }
  },
}

/** Writes public/configurator.js beside this module; true where there was something to do. */
export async function bundleStorefront(): Promise<boolean> {
  const digest = sourceDigest()
  if (isCurrent(digest)) return false
  const { build } = await import('vite')
  await build({
    configFile: false,
    root: compiled,
    logLevel: 'warn',
    publicDir: false,
    plugins: [shortTemplates],
    build: {
      outDir: publicFolder,
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: false,
      rollupOptions: {
        input: join(compiled, 'browser/main.js'),
        output: { format: 'es', entryFileNames: 'configurator.js', codeSplitting: false },
      },
    },
  })
  mkdirSync(publicFolder, { recursive: true })
  writeFileSync(join(publicFolder, 'digest.txt'), digest)
  return true
}
