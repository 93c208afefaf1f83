// Joins the modules that a program loads at start into a few chunks. Reading hundreds of small files takes half of the start time.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'

/** Folder of the compiled program. */
const compiled = fileURLToPath(new URL('..', import.meta.url))
const chunks = 'chunks'
/** Subfolder with the original compiler output of the joined modules. The compiler rewrites changed files only. */
const apart = 'apart'
/** First line of the stub that replaces a joined module. */
const mark = '// Joined with others: see bin/join.ts.'

/** Entry modules of each program: paths below the compiled folder, without extension. Importing one has no side effects. */
const programs: Readonly<Record<string, readonly string[]>> = {
  contract: ['core/contract'],
  composition: ['svc.config'],
  service: ['plugins/cli/index', 'plugins/cli/program', 'core/boot/boot', 'svc.config'],
  server: ['plugins/http/server', 'plugins/rest/routes', 'plugins/runtime/routes'],
  assistant: ['plugins/mcp/stdio/program', 'plugins/mcp/stdio/serve-streams'],
  worker: ['core/config', 'core/boot/assemble', 'core/boot/boot', 'plugins/stock/index', 'plugins/mcp/stdio/worker'],
  job: ['core/config', 'core/boot/assemble', 'core/job/job-scope', 'core/jobs/index'],
}

/** Modules that are loaded together on demand, unless a program already loads them at start. */
const later: Readonly<Record<string, readonly string[]>> = {
  transfer: [
    'core/action/package',
    'core/transfer/check/report',
    'core/transfer/import/import',
    'core/transfer/import/at-once',
    'core/transfer/import/plans',
    'core/transfer/export/write',
  ],
  sheet: ['core/action/apply-sheet', 'core/transfer/sheet/in-unit', 'core/transfer/sheet/write'],
  proof: ['core/engine/proof/product-proof'],
}

/** @returns null for an external package */
function fileOf(specifier: string, importer: string): string | null {
  if (specifier === 'product-configurator-service') return join(compiled, 'core/contract.js')
  if (specifier.startsWith('#core/')) return join(compiled, specifier.slice(1))
  return specifier.startsWith('.') ? join(dirname(importer), specifier) : null
}

/** Keep every module complete. Modules that are imported both statically and dynamically are expected. */
const quiet = { platform: 'node', treeshake: false, checks: { ineffectiveDynamicImport: false, pluginTimings: false } } as const

const addressOf = (name: string): string => join(compiled, `${name}.js`)

/** The static imports of a program, transitively and including its entries. Dynamic imports are excluded. */
async function modulesOf(names: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  const collect: Plugin = {
    name: 'collect',
    resolveId(specifier, importer, { kind }) {
      const file = importer === undefined ? specifier : fileOf(specifier, importer)
      return file === null || kind === 'dynamic-import' ? { id: specifier, external: true } : file
    },
    moduleParsed({ id }) {
      found.add(id)
    },
  }
  const bundle = await rolldown({ input: names.map(addressOf), ...quiet, plugins: [collect] })
  await bundle.generate()
  await bundle.close()
  return found
}

function countOf(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** Maps each module to the programs that load it. */
async function loadedBy(those: Readonly<Record<string, readonly string[]>>): Promise<ReadonlyMap<string, readonly string[]>> {
  const loading = new Map<string, string[]>()
  for (const [program, names] of Object.entries(those)) {
    for (const module of await modulesOf(names)) loading.set(module, [...(loading.get(module) ?? []), program])
  }
  return loading
}

/**
 * Maps each module to its chunk, named after the programs that load it. A module that one program loads at start and others load on demand
 * gets a separate chunk. Otherwise a command in a terminal would load the server's libraries.
 */
async function homes(): Promise<ReadonlyMap<string, string>> {
  const loading = new Map(await loadedBy(later))
  for (const [module, names] of await loadedBy(programs))
    loading.set(module, names.length === 1 ? [...names, ...(loading.get(module) ?? [])] : names)
  const named = [...loading].map(([module, names]) => [module, names.join('-')] as const)
  const sizes = countOf(named.map(([, name]) => name))
  // A chunk of one module has no benefit.
  return new Map(named.filter(([, name]) => sizes.get(name) !== 1))
}

/** Preserves paths relative to the original module (`import.meta.url`) and its source map. */
function moved(joined: ReadonlyMap<string, string>): Plugin {
  return {
    name: 'moved',
    resolveId(specifier, importer, { kind }) {
      if (importer === undefined) return specifier
      const file = fileOf(specifier, importer)
      if (file === null) return { id: specifier, external: true }
      return joined.has(file) && kind !== 'dynamic-import' ? file : { id: file, external: 'relative' }
    },
    load(id) {
      const own = `new URL(${JSON.stringify(`../${relative(compiled, id)}`)}, import.meta.url).href`
      const code = readFileSync(id, 'utf8').replaceAll('import.meta.url', own)
      return { code, map: readFileSync(`${id}.map`, 'utf8') }
    },
  }
}

/** A group takes all imports of its modules that no earlier group took. Sort modules of many programs first and on-demand modules last. */
function groupsOf(joined: ReadonlyMap<string, string>) {
  const isLater = (name: string): boolean => name.split('-').every((one) => Object.hasOwn(later, one))
  const parts = (name: string): number => name.split('-').length
  const names = [...new Set(joined.values())].toSorted((a, b) => Number(isLater(a)) - Number(isLater(b)) || parts(b) - parts(a))
  return names.map((name, place) => ({ name, test: (id: string) => joined.get(id) === name, priority: names.length - place }))
}

/**
 * Restores the compiler output.
 * @param folder folder of a compiled program
 */
export function separateModules(folder = compiled): void {
  const kept = join(folder, apart)
  if (!existsSync(kept)) return
  for (const name of readdirSync(kept, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.js'))) {
    const file = join(folder, name)
    if (readFileSync(file, 'utf8').startsWith(mark)) cpSync(join(kept, name), file)
  }
  for (const left of [apart, chunks]) rmSync(join(folder, left), { recursive: true, force: true })
}

function write(name: string, text: string): void {
  const file = join(compiled, name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/**
 * Writes the chunks into `chunks/` and replaces each joined module with a stub that re-exports from its chunk. All importers, plugins
 * included, therefore share one instance. Requires separate modules.
 */
export async function joinModules(): Promise<void> {
  const joined = await homes()
  const names = [...joined.keys()].map((file) => relative(compiled, file))
  const input = Object.fromEntries(names.map((name) => [name.slice(0, -'.js'.length), join(compiled, name)]))
  const bundle = await rolldown({ input, ...quiet, preserveEntrySignatures: 'strict', plugins: [moved(joined)] })
  const { output } = await bundle.generate({
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].js',
    chunkFileNames: `${chunks}/[name].js`,
    // Keep the real export names. A process that keeps running during a new build loads new modules next to old chunks, and shortened names
    // would then resolve to other functions.
    minifyInternalExports: false,
    codeSplitting: { groups: groupsOf(joined) },
  })
  await bundle.close()
  for (const name of names) write(join(apart, name), readFileSync(join(compiled, name), 'utf8'))
  for (const file of output) {
    if (file.fileName.startsWith(`${chunks}/`)) write(file.fileName, file.type === 'chunk' ? file.code : file.source.toString())
    // Omit the source map comment: the compiler's map file stays there for the restored module.
    else if (file.type === 'chunk') write(file.fileName, `${mark}\n${file.code.replace(/^\/\/# sourceMappingURL=.*$/m, '')}`)
  }
}
