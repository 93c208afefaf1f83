// Bundles the compiled modules into the programs of the package.
// `program/` has the folders of `dist/`, but only the entry modules. Modules that several entries import are in a few shared files,
// because reading hundreds of small files takes half of the start time.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'
import { createImportRewriter, ownContracts } from '../plugins/http/core-imports.js'

/** The compiled modules. */
const moduleFolder = fileURLToPath(new URL('..', import.meta.url))
/** The bundles. */
const programFolder = join(dirname(join(moduleFolder, '.')), 'program')

/** The modules that are loaded from outside: published exports, worker threads and child processes. Paths without extension. */
const entries: readonly string[] = [
  'core/contract',
  'svc.config',
  'bin/client',
  'bin/compile-cache',
  'bin/mcp',
  'bin/mcp-worker',
  'core/boot/job-thread',
  'plugins/print/pdf/drawing-thread',
  ...listIndexes('plugins'),
  ...listIndexes('hosts'),
]

/**
 * Entries that programs load at start. Modules that are statically imported by the same lists share a file; all other modules are loaded on
 * demand.
 */
const startEntries: Readonly<Record<string, readonly string[]>> = {
  start: ['bin/compile-cache'],
  assistant: ['bin/mcp'],
  contract: ['core/contract', 'svc.config'],
  command: ['plugins/cli/program', 'core/boot/assemble'],
  service: ['core/boot/boot'],
  server: [
    'plugins/http/server',
    'plugins/rest/routes',
    'plugins/runtime/routes',
    'plugins/admin/routes',
    'plugins/storefront/routes',
  ],
}

/**
 * Libraries that every start of the service loads. The bundles contain them and their own libraries, because finding and reading these 300
 * files takes a quarter of a start. Node loads all other libraries from `node_modules`.
 */
const bundledLibraries: ReadonlySet<string> = new Set([
  '@fastify/busboy',
  'acorn',
  'commander',
  'fastify',
  'intl-messageformat',
  'js-yaml',
  'lru-cache',
  'reflect-metadata',
  'saxes',
  'semver',
  'sequelize',
  'tsyringe',
  'yauzl',
])

/** Libraries that a bundled library loads on demand. */
const separateLibraries: ReadonlySet<string> = new Set([
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  'light-my-request',
  'pg-hstore',
  'pino',
])

const toPackageName = (specifier: string): string => /^(@[^/]+\/)?[^/]+/.exec(specifier)![0]

/** Folders of data that modules read relative to themselves. */
const dataFolders: readonly string[] = ['messages', 'plugins/admin/public', 'plugins/storefront/public']

function listIndexes(folder: string): readonly string[] {
  return readdirSync(join(moduleFolder, folder))
    .map((name) => `${folder}/${name}/index`)
    .filter((name) => existsSync(join(moduleFolder, `${name}.js`)))
}

function resolveModule(specifier: string, importer: string): string | null {
  if (specifier === 'product-configurator-service') return join(moduleFolder, 'core/contract.js')
  if (specifier.startsWith('#core/')) return join(moduleFolder, specifier.slice(1))
  return specifier.startsWith('.') ? join(dirname(importer), specifier) : null
}

/** V8 stores a source text of ASCII characters in half the memory, and reads it faster. */
const escapeNonAscii = (code: string): string =>
  code.replace(/[^\0-\x7f]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Resolves the imports of the package, leaves libraries external, and keeps paths relative to the original module. */
function createModuleLoader(): Plugin {
  const rewriteImports = createImportRewriter({ ...ownContracts, 'product-configurator-service': 'contract' })
  return {
    name: 'package-modules',
    resolveId(specifier, importer) {
      if (importer === undefined) return specifier
      const library = toPackageName(specifier)
      // rolldown finds the modules of libraries.
      if (importer.includes('/node_modules/')) return separateLibraries.has(library) ? { id: specifier, external: true } : null
      if (bundledLibraries.has(library)) return null
      return resolveModule(specifier, importer) ?? { id: specifier, external: true }
    },
    load(id) {
      if (!id.endsWith('.js') || id.includes('/node_modules/')) return null
      const code = rewriteImports(readFileSync(id, 'utf8')).replaceAll(
        'import.meta.url',
        `moduleUrl(${JSON.stringify(relative(moduleFolder, id))})`,
      )
      return { code, map: readFileSync(`${id}.map`, 'utf8') }
    },
    renderChunk(code, { fileName }) {
      const toUrl = (_call: string, module: string): string =>
        `new URL(${JSON.stringify(relative(dirname(fileName), module))}, import.meta.url).href`
      return { code: code.replace(/\bmoduleUrl\("([^"]+)"\)/g, toUrl), map: null }
    },
    generateBundle(_options, files) {
      for (const file of Object.values(files)) if (file.type === 'chunk') file.code = escapeNonAscii(file.code)
    },
  }
}

/** The modules that the entries import statically, with the entries themselves. */
function collectImports(
  entries: readonly string[],
  getImports: (id: string) => readonly string[] | undefined,
): ReadonlySet<string> {
  const ids = new Set<string>()
  const collect = (id: string): void => {
    if (ids.has(id)) return
    ids.add(id)
    getImports(id)?.forEach(collect)
  }
  for (const entry of entries) collect(toModulePath(entry))
  return ids
}

const toModulePath = (name: string): string => join(moduleFolder, `${name}.js`)

/** The exports of the surface by name, with their modules. */
function listSurfaceModules(): ReadonlyMap<string, string> {
  const text = readFileSync(join(moduleFolder, 'core/surface.d.ts'), 'utf8')
  const exports = [...text.matchAll(/export (?:type )?\{([^}]+)\} from '([^']+)'/g)]
  return new Map(
    exports.flatMap(([, names, module]) =>
      names!.split(',').map((name) => [name.replace('type ', '').trim(), join(moduleFolder, 'core', module!)] as const),
    ),
  )
}

/** Copies the type declarations that the published modules need. */
function writeDeclarations(): void {
  const surfaceModules = listSurfaceModules()
  // The compiler names types by the surface, which is not published, if it exports them.
  const avoidSurface = (text: string, file: string): string =>
    text.replace(/import\("[./]+\/surface\.js"\)\.(\w+)/g, (_import, name: string) => {
      const path = relative(dirname(file), surfaceModules.get(name)!)
      return `import("${path.startsWith('.') ? path : `./${path}`}").${name}`
    })
  const written = new Set<string>()
  // The contract is published, the surface is not.
  const rewriteImports = createImportRewriter({ '#core/surface.js': 'surface' })
  const write = (file: string): void => {
    if (written.has(file)) return
    written.add(file)
    const target = join(programFolder, relative(moduleFolder, file))
    const text = rewriteImports(avoidSurface(readFileSync(file, 'utf8'), file)).replace(
      /(from |import\()(['"])([^'"]+)\2/g,
      (whole, before: string, quote: string, specifier: string) => {
        const module = resolveModule(specifier, file)
        if (module === null) return whole
        write(module.replace(/\.js$/, '.d.ts'))
        const path = relative(dirname(file), module)
        return `${before}${quote}${path.startsWith('.') ? path : `./${path}`}${quote}`
      },
    )
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, text.replace(/^\/\/# sourceMappingURL=.*$/m, ''))
  }
  for (const name of ['core/contract', 'bin/client', ...listIndexes('plugins'), ...listIndexes('hosts')])
    write(join(moduleFolder, `${name}.d.ts`))
}

/** Writes the folder `program/`. */
export async function bundlePrograms(): Promise<void> {
  rmSync(programFolder, { recursive: true, force: true })
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map((name) => [name, toModulePath(name)])),
    platform: 'node',
    preserveEntrySignatures: 'allow-extension',
    // Some modules are imported both statically and on demand.
    checks: { ineffectiveDynamicImport: false, pluginTimings: false },
    plugins: [createModuleLoader()],
  })
  const composedPlugins = new Set([...listIndexes('plugins'), ...listIndexes('hosts')].map(toModulePath))
  let starts: ReadonlyMap<string, ReadonlySet<string>> | null = null
  await bundle.write({
    dir: programFolder,
    format: 'esm',
    sourcemap: true,
    // Comments are a tenth of the text that each start has to read.
    comments: false,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name].js',
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        {
          name: (id, context) => {
            starts ??= new Map(
              Object.entries(startEntries).map(([name, entries]) => [
                name,
                collectImports(entries, (from) => context.getModuleInfo(from)?.importedIds),
              ]),
            )
            // The plugins that `svc.config.ts` composes are entries, too. Together they are smaller than most other files.
            if (composedPlugins.has(id) && starts.get('contract')!.has(id)) return 'plugins'
            if (context.getModuleInfo(id)?.isEntry) return null
            const loading = [...starts].filter(([, ids]) => ids.has(id)).map(([name]) => name)
            return loading.length === 0 ? null : loading.join('-')
          },
        },
      ],
    },
  })
  await bundle.close()
  writeDeclarations()
  for (const folder of dataFolders) cpSync(join(moduleFolder, folder), join(programFolder, folder), { recursive: true })
}
