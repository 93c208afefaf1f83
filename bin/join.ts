// Joins the modules that a program loads at start into a few chunks. Reading hundreds of small files takes half of the start time.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'

/** Folder of the compiled program. */
const compiledFolder = fileURLToPath(new URL('..', import.meta.url))
const chunkFolder = 'chunks'
/** Subfolder with the original compiler output of the joined modules. The compiler rewrites changed files only. */
const separateFolder = 'apart'
/** First line of the stub that replaces a joined module. */
const stubMark = '// Joined with others: see bin/join.ts.'

/** Entry modules of each program: paths below the compiled folder, without extension. Importing one has no side effects. */
const programEntries: Readonly<Record<string, readonly string[]>> = {
  contract: ['core/contract'],
  composition: ['svc.config'],
  service: ['plugins/cli/index', 'plugins/cli/program', 'core/boot/boot', 'svc.config'],
  server: ['plugins/http/server', 'plugins/rest/routes', 'plugins/runtime/routes'],
  assistant: ['plugins/mcp/stdio/program', 'plugins/mcp/stdio/serve-streams'],
  worker: ['core/config', 'core/boot/assemble', 'core/boot/boot', 'plugins/stock/index', 'plugins/mcp/stdio/worker'],
  job: ['core/config', 'core/boot/assemble', 'core/job/job-scope', 'core/jobs/index'],
}

/** Modules that are loaded together on demand, unless a program already loads them at start. */
const onDemandModules: Readonly<Record<string, readonly string[]>> = {
  transfer: [
    'core/action/package',
    'core/transfer/check/report',
    'core/transfer/import/import',
    'core/transfer/import/single-import',
    'core/transfer/import/import-plan-cache',
    'core/transfer/export/write',
  ],
  sheet: ['core/action/apply-sheet', 'core/transfer/sheet/install-sheet', 'core/transfer/sheet/write'],
  proof: ['core/engine/proof/product-proof'],
}

/** @returns null for an external package */
function resolveModule(specifier: string, importer: string): string | null {
  if (specifier === 'product-configurator-service') return join(compiledFolder, 'core/contract.js')
  if (specifier.startsWith('#core/')) return join(compiledFolder, specifier.slice(1))
  return specifier.startsWith('.') ? join(dirname(importer), specifier) : null
}

/** Keep every module complete. Modules that are imported both statically and dynamically are expected. */
const bundleOptions = {
  platform: 'node',
  treeshake: false,
  checks: { ineffectiveDynamicImport: false, pluginTimings: false },
} as const

const toModulePath = (name: string): string => join(compiledFolder, `${name}.js`)

/** The static imports of a program, transitively and including its entries. Dynamic imports are excluded. */
async function collectModules(names: readonly string[]): Promise<ReadonlySet<string>> {
  const ids = new Set<string>()
  const collect: Plugin = {
    name: 'collect',
    resolveId(specifier, importer, { kind }) {
      const file = importer === undefined ? specifier : resolveModule(specifier, importer)
      return file === null || file.endsWith('.json') || kind === 'dynamic-import' ? { id: specifier, external: true } : file
    },
    moduleParsed({ id }) {
      ids.add(id)
    },
  }
  const bundle = await rolldown({ input: names.map(toModulePath), ...bundleOptions, plugins: [collect] })
  await bundle.generate()
  await bundle.close()
  return ids
}

function countNames(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** Maps each module to the programs that load it. */
async function mapModulesToPrograms(
  those: Readonly<Record<string, readonly string[]>>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const loading = new Map<string, string[]>()
  for (const [program, names] of Object.entries(those)) {
    for (const module of await collectModules(names)) loading.set(module, [...(loading.get(module) ?? []), program])
  }
  return loading
}

/**
 * Maps each module to its chunk, named after the programs that load it. A module that one program loads at start and others load on demand
 * gets a separate chunk. Otherwise a command in a terminal would load the server's libraries.
 */
async function assignChunks(): Promise<ReadonlyMap<string, string>> {
  const loading = new Map(await mapModulesToPrograms(onDemandModules))
  for (const [module, names] of await mapModulesToPrograms(programEntries))
    loading.set(module, names.length === 1 ? [...names, ...(loading.get(module) ?? [])] : names)
  const chunkNames = [...loading].map(([module, names]) => [module, names.join('-')] as const)
  const sizes = countNames(chunkNames.map(([, name]) => name))
  // A chunk of one module has no benefit.
  return new Map(chunkNames.filter(([, name]) => sizes.get(name) !== 1))
}

/** Preserves paths relative to the original module (`import.meta.url`) and its source map. */
function createModulePlugin(joined: ReadonlyMap<string, string>): Plugin {
  return {
    name: 'moved',
    resolveId(specifier, importer, { kind }) {
      if (importer === undefined) return specifier
      const file = resolveModule(specifier, importer)
      if (file === null) return { id: specifier, external: true }
      return joined.has(file) && kind !== 'dynamic-import' ? file : { id: file, external: 'relative' }
    },
    load(id) {
      const own = `new URL(${JSON.stringify(`../${relative(compiledFolder, id)}`)}, import.meta.url).href`
      const code = readFileSync(id, 'utf8').replaceAll('import.meta.url', own)
      return { code, map: readFileSync(`${id}.map`, 'utf8') }
    },
  }
}

/** A group takes all imports of its modules that no earlier group took. Sort modules of many programs first and on-demand modules last. */
function createChunkGroups(joined: ReadonlyMap<string, string>) {
  const isOnDemand = (name: string): boolean => name.split('-').every((part) => Object.hasOwn(onDemandModules, part))
  const parts = (name: string): number => name.split('-').length
  const names = [...new Set(joined.values())].toSorted(
    (a, b) => Number(isOnDemand(a)) - Number(isOnDemand(b)) || parts(b) - parts(a),
  )
  return names.map((name, place) => ({ name, test: (id: string) => joined.get(id) === name, priority: names.length - place }))
}

/**
 * Restores the compiler output.
 * @param folder folder of a compiled program
 */
export function separateModules(folder = compiledFolder): void {
  const separatePath = join(folder, separateFolder)
  if (!existsSync(separatePath)) return
  for (const name of readdirSync(separatePath, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.js'))) {
    const file = join(folder, name)
    if (readFileSync(file, 'utf8').startsWith(stubMark)) cpSync(join(separatePath, name), file)
  }
  for (const obsoleteFolder of [separateFolder, chunkFolder])
    rmSync(join(folder, obsoleteFolder), { recursive: true, force: true })
}

function writeCompiledFile(name: string, text: string): void {
  const file = join(compiledFolder, name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/**
 * Writes the chunks into `chunks/` and replaces each joined module with a stub that re-exports from its chunk. All importers, plugins
 * included, therefore share one instance. Requires separate modules.
 */
export async function joinModules(): Promise<void> {
  const joined = await assignChunks()
  const names = [...joined.keys()].map((file) => relative(compiledFolder, file))
  const input = Object.fromEntries(names.map((name) => [name.slice(0, -'.js'.length), join(compiledFolder, name)]))
  const bundle = await rolldown({
    input,
    ...bundleOptions,
    preserveEntrySignatures: 'strict',
    plugins: [createModulePlugin(joined)],
  })
  const { output } = await bundle.generate({
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].js',
    chunkFileNames: `${chunkFolder}/[name].js`,
    // Keep the real export names. A process that keeps running during a new build loads new modules next to old chunks, and shortened names
    // would then resolve to other functions.
    minifyInternalExports: false,
    codeSplitting: { groups: createChunkGroups(joined) },
  })
  await bundle.close()
  for (const name of names) writeCompiledFile(join(separateFolder, name), readFileSync(join(compiledFolder, name), 'utf8'))
  for (const file of output) {
    if (file.fileName.startsWith(`${chunkFolder}/`))
      writeCompiledFile(file.fileName, file.type === 'chunk' ? file.code : file.source.toString())
    // Omit the source map comment: the compiler's map file stays there for the restored module.
    else if (file.type === 'chunk')
      writeCompiledFile(file.fileName, `${stubMark}\n${file.code.replace(/^\/\/# sourceMappingURL=.*$/m, '')}`)
  }
}
