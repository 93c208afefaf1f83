// Bundles the compiled browser modules into one script, and leaves it alone while neither they nor their libraries changed.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import { sha256 } from '#core/foundation/digest.js'
import { leanTwin, twinEntry, twinFolders } from './bundle-twin.js'

const compiled = fileURLToPath(new URL('.', import.meta.url))
const publicFolder = fileURLToPath(new URL('./public', import.meta.url))
const lockFile = fileURLToPath(new URL('../../../package-lock.json', import.meta.url))

function modulesBelow(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return entries.filter((name) => name.endsWith('.js') && !name.startsWith('public')).sort()
}

function sourceDigest(): string {
  const modules = [compiled, ...twinFolders].flatMap((folder) =>
    modulesBelow(folder).flatMap((name) => [name, '\0', readFileSync(join(folder, name))]),
  )
  return sha256(readFileSync(lockFile), ...modules)
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
  readonly isFirst: boolean
  readonly isLast: boolean
}

function shortened(text: string, { tag, isFirst, isLast }: Quasi): string {
  if (tag === 'css') return shortStyle(text.replace(/\s+/g, ' '))
  // A line of its own before the first tag of a template or behind the last is an indent too.
  const [begun, ended] = [text.trimStart(), text.trimEnd()]
  const start = isFirst && text.slice(0, -begun.length).includes('\n') ? text.length - begun.length : 0
  const end = isLast && text.slice(ended.length).includes('\n') ? ended.length : text.length
  return text
    .slice(start, end)
    .replace(/\s+/g, ' ')
    .replace(/ \/?>/g, '>')
    .replace(/ class="(?!(?:hidden|plain|primary)")([^"]+)"/g, '$& part="$1"')
    .replace(/ ([a-z-]+)="([\w-]+)"(?=[ >])/g, ' $1=$2')
}

const shortStyle = (line: string): string =>
  line
    .replace(/\/\*[^*]*\*\//g, '')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .replace(/([\w-]): /g, '$1:')
    .replaceAll(';}', '}')
    .replace(/([ :(,-])0\./g, '$1.')
    .trim()

/** Every piece of text of the templates that are tagged `html` or `css`, wherever it stands in the syntax tree. */
function piecesOf(node: unknown): readonly Quasi[] {
  if (typeof node !== 'object' || node === null) return []
  const found = Object.values(node).flatMap((child: unknown) =>
    Array.isArray(child) ? child.flatMap(piecesOf) : piecesOf(child),
  )
  const { type, tag, quasi } = node as {
    type?: string
    tag?: { name?: string }
    quasi?: { quasis: readonly Pick<Quasi, 'end' | 'start'>[] }
  }
  const name = tag?.name ?? ''
  const tagged = type === 'TaggedTemplateExpression' && (name === 'html' || name === 'css')
  if (!tagged) return found
  const { quasis } = quasi!
  const last = quasis.length - 1
  return [
    ...found,
    ...quasis.map(({ start, end }, index) => ({ start, end, tag: name, isFirst: index === 0, isLast: index === last })),
  ]
}

/**
 * Indents of templates mean nothing to a browser, nor do quotes around a word: each indent is one blank in what it loads. Whatever
 * has a class of its own is a part of the same name, which pages restyle; where the class is an expression, the template says so itself.
 */
const shortTemplates: Plugin = {
  name: 'short-templates',
  transform(code, id) {
    if (!id.startsWith(compiled) || !/\b(html|css)\s*`/.test(code)) return null
    const pieces = [...piecesOf(this.parse(code))].sort((a, b) => b.start - a.start)
    const short = (text: string, piece: Quasi): string =>
      text.slice(0, piece.start) + shortened(text.slice(piece.start, piece.end), piece) + text.slice(piece.end)
    return { code: pieces.reduce(short, code), map: null }
  },
}

interface Bundle {
  /** Scripts that pages name, and the modules that they begin with. */
  readonly entries: Readonly<Record<string, string>>
  /** Where what several of its files hold stands: one of the entries, or a file of its own. */
  readonly ground: string
  /** Whether a module belongs to the ground. */
  isGround(id: string): boolean
  /** The name of a file that is loaded when it is needed. */
  readonly later: string
  /** What it is made by beside what all are. */
  readonly plugin?: Plugin
  /** True where it stands in a page itself. */
  readonly isInline?: boolean
}

/** Modules that are parts, each loaded when a page needs it. */
const later = /\/storefront\/(browser\/later|texts)\//
const isEntry = /\/storefront\/browser\/shop-[\w-]+\.js$/
const ofOne =
  /\/storefront\/browser\/shop\/(talk\/[\w-]+|account|address-book|address-step|advisor|cart|cart-side|checkout|checkout-side|choice-steps|document-lists|new-password|order|position-block|product-list|quote|quote-request|review-step|summary)\.js$/

const components = [
  'account',
  'advisor',
  'cart',
  'checkout',
  'new-password',
  'order',
  'product-list',
  'quote',
  'summary',
] as const

/** Each is a build of its own: what two of them hold stands in both, so that a page asks for as few files as can be. */
const bundles: readonly Bundle[] = [
  {
    entries: { configurator: 'main.js' },
    ground: 'configurator',
    isGround: (id) => !later.test(id) && !id.endsWith('/browser/rich-text.js'),
    later: '[name].js',
  },
  { entries: { begin: 'begin.js' }, ground: 'begin', isGround: () => true, later: '[name].js', isInline: true },
  // What the page of a product loads first is small; the rest comes when the configurator stands.
  {
    entries: { shop: 'shop.js' },
    ground: 'shop',
    isGround: (id) => /\/browser\/(shop|visitor)\.js$/.test(id),
    later: '[name].js',
  },
  // Where a demo shows what it calls.
  {
    entries: { calls: 'calls.js' },
    ground: 'calls',
    isGround: (id) => /\/browser\/(asked|calls)\.js$/.test(id),
    later: '[name].js',
  },
  {
    entries: Object.fromEntries(components.map((name) => [name, `shop-${name}.js`])),
    ground: 'shop-ground',
    isGround: (id) => !later.test(id) && !isEntry.test(id) && !ofOne.test(id),
    later: 'shop-[name].js',
  },
  // The code of plugins is asked for by the few pages that need some.
  {
    entries: { twin: twinEntry },
    ground: 'twin',
    isGround: (id) => !id.endsWith('/twin/plugged.js'),
    later: '[name].js',
    plugin: leanTwin,
  },
]

/** Writes the scripts and their parts into public/ beside this module, packed too; true where there was something to do. */
export async function bundleStorefront(): Promise<boolean> {
  const digest = sourceDigest()
  if (isCurrent(digest)) return false
  const { build } = await import('vite')
  for (const [index, { entries, ground, isGround, later: laterName, plugin, isInline }] of bundles.entries()) {
    await build({
      configFile: false,
      root: compiled,
      // Of modules that nothing of the twin is taken of, some would need Node.
      logLevel: plugin ? 'error' : 'warn',
      publicDir: false,
      plugins: plugin ? [plugin] : [shortTemplates],
      build: {
        outDir: publicFolder,
        emptyOutDir: index === 0,
        target: 'es2022',
        // As a library: a page would get a loader of Vite's, of a kilobyte, that links style sheets which there are none of.
        lib: {
          entry: Object.fromEntries(
            Object.entries(entries).map(([name, module]) => [name, plugin ? module : join(compiled, 'browser', module)]),
          ),
          ...(isInline ? { formats: ['iife'], name: ground } : { formats: ['es'] }),
        },
        rolldownOptions: {
          // Nobody imports from the entry but its parts, and the configurator from the twin.
          preserveEntrySignatures: plugin ? 'strict' : false,
          ...(plugin && { treeshake: { moduleSideEffects: false } }),
          output: {
            // Names stay as they are: the folder in whose address they are served changes with what is in it.
            entryFileNames: '[name].js',
            chunkFileNames: ({ name }) => (name === ground ? '[name].js' : laterName),
            // What parts share is in the script that every page loads; a file between them would be a request more.
            ...(!plugin && { codeSplitting: !isInline && { groups: [{ name: ground, test: isGround }] } }),
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
