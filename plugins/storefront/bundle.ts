// Bundles the compiled browser modules into scripts. Skips the build if neither the modules nor their libraries have changed.
import { copyFileSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { sha256 } from '#core/contract.js'
import { writeCompressedVariants } from '../http/assets.js'
import { createImportRewriter, ownContracts } from '../http/core-imports.js'
import { compileTextCatalog } from './text/compile.js'
import { textCatalogs } from './language-texts.js'
import { catalogFolder, textLanguages } from './text/languages.js'
import { fontFiles } from './styles.js'
import { leanClientEngine, clientEngineEntry, clientEngineFolders } from './bundle-client-engine.js'

const compiledFolder = fileURLToPath(new URL('.', import.meta.url))
const publicFolder = fileURLToPath(new URL('./public', import.meta.url))
const lockFile = fileURLToPath(new URL('../../../package-lock.json', import.meta.url))

function listModules(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return entries.filter((name) => name.endsWith('.js') && !name.startsWith('public')).sort()
}

function calculateSourceDigest(): string {
  const modules = [compiledFolder, ...clientEngineFolders].flatMap((folder) =>
    listModules(folder).flatMap((name) => [name, '\0', readFileSync(join(folder, name))]),
  )
  const catalogs = readdirSync(catalogFolder).flatMap((name) => [name, '\0', readFileSync(new URL(name, catalogFolder))])
  return sha256(readFileSync(lockFile), ...modules, ...catalogs)
}

function isCurrent(digest: string): boolean {
  try {
    return readFileSync(join(publicFolder, 'digest.txt'), 'utf8') === digest
  } catch {
    return false
  }
}

interface TemplatePiece {
  readonly start: number
  readonly end: number
  /** The template's tag: `html` or `css`. */
  readonly tag: string
  readonly isFirst: boolean
  readonly isLast: boolean
}

function shortenPiece(text: string, { tag, isFirst, isLast }: TemplatePiece): string {
  if (tag === 'css') return shortenStyle(text.replace(/\s+/g, ' '))
  // A line break before the first tag of a template or after the last is indentation too.
  const [trimmedStart, trimmedEnd] = [text.trimStart(), text.trimEnd()]
  const start = isFirst && text.slice(0, -trimmedStart.length).includes('\n') ? text.length - trimmedStart.length : 0
  const end = isLast && text.slice(trimmedEnd.length).includes('\n') ? trimmedEnd.length : text.length
  return text
    .slice(start, end)
    .replace(/\s+/g, ' ')
    .replace(/ \/?>/g, '>')
    .replace(/ class="(?!(?:hidden|plain|primary)")([^"]+)"/g, '$& part="$1"')
    .replace(/ ([a-z-]+)="([\w-]+)"(?=[ >])/g, ' $1=$2')
}

const shortenStyle = (line: string): string =>
  line
    .replace(/\/\*[^*]*\*\//g, '')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .replace(/([\w-]): /g, '$1:')
    .replaceAll(';}', '}')
    .replace(/([ :(,-])0\./g, '$1.')
    .trim()

/** Every text piece of the templates that are tagged `html` or `css`, anywhere in the syntax tree. */
function findPieces(node: unknown): readonly TemplatePiece[] {
  if (typeof node !== 'object' || node === null) return []
  const pieces = Object.values(node).flatMap((child: unknown) =>
    Array.isArray(child) ? child.flatMap(findPieces) : findPieces(child),
  )
  const { type, tag, quasi } = node as {
    type?: string
    tag?: { name?: string }
    quasi?: { quasis: readonly Pick<TemplatePiece, 'end' | 'start'>[] }
  }
  const name = tag?.name ?? ''
  const tagged = type === 'TaggedTemplateExpression' && (name === 'html' || name === 'css')
  if (!tagged) return pieces
  const { quasis } = quasi!
  const last = quasis.length - 1
  return [
    ...pieces,
    ...quasis.map(({ start, end }, index) => ({ start, end, tag: name, isFirst: index === 0, isLast: index === last })),
  ]
}

/**
 * Shortens templates: browsers ignore indentation and quotes around a single word, so each indentation becomes one blank. Every element
 * with a class also gets a part of the same name, which pages can restyle. If the class is an expression, the template sets the part
 * itself.
 */
const shortTemplates: Plugin = {
  name: 'short-templates',
  transform(code, id) {
    if (!id.startsWith(compiledFolder) || !/\b(html|css)\s*`/.test(code)) return null
    const pieces = [...findPieces(this.parse(code))].sort((a, b) => b.start - a.start)
    const short = (text: string, piece: TemplatePiece): string =>
      text.slice(0, piece.start) + shortenPiece(text.slice(piece.start, piece.end), piece) + text.slice(piece.end)
    return { code: pieces.reduce(short, code), map: null }
  },
}

/** Replaces the module that reads the folder of catalogs by the list of their languages. */
const languageList: Plugin = {
  name: 'language-list',
  load: (id) =>
    id === join(compiledFolder, 'text', 'languages.js') ? `export const textLanguages=${JSON.stringify(textLanguages)}` : null,
}

interface Bundle {
  /** Scripts that pages load, with their entry modules. */
  readonly entries: Readonly<Record<string, string>>
  /** The file that contains shared code: one of the entries, or a file of its own. */
  readonly sharedFile: string
  /** Whether a module belongs to the shared file. */
  isShared(id: string): boolean
  /** The file name of a module that is loaded on demand. */
  readonly onDemandName: string
  /** An extra plugin for this bundle. */
  readonly plugin?: Plugin
  /** True if the script is inlined in a page. */
  readonly isInline?: boolean
}

/** Modules that a page loads on demand. */
const onDemandPattern = /\/storefront\/browser\/on-demand\//
const componentPattern =
  /\/storefront\/browser\/shop\/(talk\/[\w-]+|account|address-book|advisor|cart|cart-parts|checkout|checkout-steps|choice-steps|designs|new-password|order|order-parts|product-list|quote|summary)\.js$/

const components = [
  'account',
  'advisor',
  'cart',
  'checkout',
  'designs',
  'new-password',
  'order',
  'product-list',
  'quote',
  'summary',
] as const

const componentEntry = 'svc-component-'

/** The entry of a component's script: registers the element once, however often the script is loaded. */
const componentEntries: Plugin = {
  name: 'component-entries',
  // Vite turns the name into a path.
  resolveId: (id) => (id.includes(componentEntry) ? `\0${id.slice(id.indexOf(componentEntry))}` : null),
  load(id) {
    if (!id.startsWith(`\0${componentEntry}`)) return null
    const name = id.slice(componentEntry.length + 1)
    const className = `Svc${name.replace(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase())}`
    return `import { ${className} } from ${JSON.stringify(join(compiledFolder, 'browser/shop', `${name}.js`))}
if (!customElements.get('svc-${name}')) customElements.define('svc-${name}', ${className})`
  },
}

/** Each is a separate build. Shared code is duplicated, so a page requests as few files as possible. */
const bundles: readonly Bundle[] = [
  {
    entries: { configurator: 'main.js' },
    sharedFile: 'configurator',
    isShared: (id) => !onDemandPattern.test(id) && !id.endsWith('/browser/rich-text.js'),
    onDemandName: '[name].js',
  },
  { entries: { begin: 'begin.js' }, sharedFile: 'begin', isShared: () => true, onDemandName: '[name].js', isInline: true },
  // A product page first loads a small script. The rest loads after the configurator is drawn.
  {
    entries: { shop: 'shop.js' },
    sharedFile: 'shop',
    isShared: (id) => /\/browser\/(shop|shopper-storage)\.js$/.test(id),
    onDemandName: '[name].js',
  },
  // For demo shops that show their API calls.
  {
    entries: { calls: 'calls.js' },
    sharedFile: 'calls',
    isShared: (id) => /\/browser\/(early-requests|calls)\.js$/.test(id),
    onDemandName: '[name].js',
  },
  {
    entries: Object.fromEntries(components.map((name) => [name, `${componentEntry}${name}`])),
    sharedFile: 'shop-ground',
    isShared: (id) => !onDemandPattern.test(id) && !id.includes(componentEntry) && !componentPattern.test(id),
    onDemandName: 'shop-[name].js',
  },
  // Only the few pages that use plugin code load it.
  {
    entries: { 'client-engine': clientEngineEntry },
    sharedFile: 'client-engine',
    isShared: (id) => !id.endsWith('/client-engine/plugin-types.js'),
    onDemandName: '[name].js',
    plugin: leanClientEngine,
  },
]

/** Writes the scripts and their modules to public/ next to this module, also compressed. False if they were up to date. */
export async function bundleStorefront(): Promise<boolean> {
  const digest = calculateSourceDigest()
  if (isCurrent(digest)) return false
  const { build } = await import('vite')
  const rewriteImports = createImportRewriter(ownContracts)
  const coreImports: Plugin = { name: 'core-imports', transform: (code) => ({ code: rewriteImports(code), map: null }) }
  for (const [index, { entries, sharedFile, isShared, onDemandName: deferredName, plugin, isInline }] of bundles.entries()) {
    await build({
      configFile: false,
      root: compiledFolder,
      // Suppresses warnings about modules that need Node: the client engine imports them without using their exports.
      logLevel: plugin ? 'error' : 'warn',
      publicDir: false,
      plugins: [coreImports, ...(plugin ? [plugin] : [shortTemplates, languageList, componentEntries])],
      build: {
        outDir: publicFolder,
        emptyOutDir: index === 0,
        target: 'es2022',
        // Library mode: in page mode, Vite adds a loader of one kilobyte for style sheets, and there are none.
        lib: {
          entry: Object.fromEntries(
            Object.entries(entries).map(([name, module]) => [name, plugin ? module : join(compiledFolder, 'browser', module)]),
          ),
          ...(isInline ? { formats: ['iife'], name: sharedFile } : { formats: ['es'] }),
        },
        rolldownOptions: {
          // Only the client engine has exports that are imported from outside its bundle, by the configurator.
          preserveEntrySignatures: plugin ? 'strict' : false,
          ...(plugin && { treeshake: { moduleSideEffects: false } }),
          output: {
            // File names have no hash: the folder in their URL changes with their content.
            entryFileNames: '[name].js',
            chunkFileNames: ({ name }) => (name === sharedFile ? '[name].js' : deferredName),
            // Shared code is in the script that every page loads. A separate file would cost one more request.
            ...(!plugin && { codeSplitting: !isInline && { groups: [{ name: sharedFile, test: isShared }] } }),
            minify: true,
            comments: false,
          },
        },
      },
    })
  }
  for (const catalog of Object.values(textCatalogs)) {
    const part = catalog.replace('storefront', 'texts')
    for (const language of part === 'texts' ? [] : textLanguages)
      writeFileSync(join(publicFolder, `${part}-${language}.js`), compileTextCatalog(catalog, language))
  }
  writeCompressedVariants(publicFolder)
  // Fonts are compressed already, so they have no further variants.
  for (const font of new Set(fontFiles.map((name) => name.replace(/-(?:hebrew|latin|latin-ext)-wght-normal\.woff2$/, '')))) {
    const folder = fileURLToPath(new URL('.', import.meta.resolve(`@fontsource-variable/${font}/package.json`)))
    for (const name of fontFiles.filter((file) => file.startsWith(font)))
      copyFileSync(join(folder, 'files', name), join(publicFolder, name))
    copyFileSync(join(folder, 'LICENSE'), join(publicFolder, `${font}-license.txt`))
  }
  writeFileSync(join(publicFolder, 'digest.txt'), digest)
  return true
}
